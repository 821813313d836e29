import { builtinModules } from "node:module";
import ts from "typescript";
import { expect, test } from "vitest";
import { filesIn, parse, specifiersOf } from "./source.ts";

/** Names that belong to a host, a clock, a network, or read differently by runtime and language. */
const hostGlobals = new Set(
  (
    "globalThis process Buffer require global module __dirname __filename Deno Bun " +
    "document window self navigator location localStorage sessionStorage indexedDB history " +
    "fetch XMLHttpRequest WebSocket EventSource BroadcastChannel " +
    "performance setTimeout setInterval setImmediate requestAnimationFrame " +
    "console Intl eval"
  ).split(" "),
);

/** Methods, whatever they are called on. */
const hostMethods = /^(toLocale\w*|localeCompare|getRandomValues|randomUUID|getTimezoneOffset)$/;

const modules = new Set(builtinModules);

test("src uses no host, clock, randomness or network", () => {
  const files = filesIn(["src"], /\.ts$/).filter((path) => !path.startsWith("src/adapters/"));
  expect(files.flatMap((path) => impurities(parse(path)))).toEqual([]);
});

test("the check sees what it forbids", () => {
  const forbidden = [
    "Date.now()",
    "new Date()",
    "new Date(0)",
    "Date()",
    "Date.parse(text)",
    "Math.random()",
    "performance.now()",
    "setTimeout(f, 1)",
    'fetch("x")',
    "globalThis.fetch",
    'globalThis["process"]',
    "process.env",
    "typeof process",
    "Buffer.from(x)",
    'import fs from "node:fs"',
    'import fs from "fs"',
    'await import("node:fs")',
    'require("x")',
    "crypto.randomUUID()",
    "crypto.getRandomValues(x)",
    "document.body",
    "window.x",
    "localStorage.x",
    "new Intl.NumberFormat()",
    "x.toLocaleString()",
    "a.localeCompare(b)",
    "const y = { fetch }",
    "const { fetch } = globalThis",
  ];
  expect(forbidden.filter((code) => impurities(parse("sample.ts", code)).length === 0)).toEqual([]);
});

test("the check leaves alone what only looks like it", () => {
  const fine = [
    "// Date.now() and process",
    'const text = "fetch(process.env)"',
    "interface Engine { process(job: string): void; window: number }",
    "engine.process(job)",
    "const limits = { window: 1 }; limits.window",
    "Date.UTC(2026, 0, 1)",
    "Math.max(1, 2)",
    "class Reader { document: string = ''; fetch(): void {} }",
    "const { process: run } = engine",
    "function read(history: string[]) { return history.length }",
    "type Finding = { document: 'input' }",
  ];
  expect(fine.flatMap((code) => impurities(parse("sample.ts", code)))).toEqual([]);
});

function impurities(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const report = (node: ts.Node, what: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${file.fileName}:${line + 1} ${what}`);
  };
  for (const specifier of specifiersOf(file)) {
    if (specifier.startsWith("node:") || modules.has(specifier)) report(file, `imports ${specifier}`);
  }
  const own = declaredNames(file);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isOnlyAName(node) && !own.has(node.text)) {
      if (node.text === "Date" && !hasMember(node, "UTC")) report(node, "Date, of which only Date.UTC is pure");
      else if (node.text === "Math" && hasMember(node, "random")) report(node, "Math.random");
      else if (hostGlobals.has(node.text)) report(node, node.text);
    }
    if (ts.isPropertyAccessExpression(node) && hostMethods.test(node.name.text)) report(node, node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Names that the file itself gives to variables, parameters, functions and imports: they hide the global. */
function declaredNames(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isImportSpecifier(node);
    if (declares && node.name && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** True for the name of a member or declaration, which reads no global. */
function isOnlyAName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return true;
  return ts.isQualifiedName(parent) || (parent as Partial<ts.NamedDeclaration>).name === node;
}

function hasMember(object: ts.Node, member: string): boolean {
  const { parent } = object;
  return ts.isPropertyAccessExpression(parent) && parent.expression === object && parent.name.text === member;
}
