// What the packaging tests read of the source tree.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** The repository's files below some folders, as paths from the root. */
export function filesIn(folders: readonly string[], extension: RegExp): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .filter((path) => extension.test(path) && !path.split("/").some((part) => part.startsWith(".")))
    .sort();
}

export function textOf(path: string): string {
  return readFileSync(`${root}${path}`, "utf8");
}

export function parse(path: string, text: string = textOf(path)): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Every module specifier of a file: imports, re-exports, dynamic imports and import types. */
export function specifiersOf(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    let named: ts.Node | undefined;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) named = node.moduleSpecifier;
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      named = node.arguments[0];
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) named = node.argument.literal;
    if (named && ts.isStringLiteralLike(named)) found.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A relative specifier as a path from the root; undefined for a package. */
export function resolve(from: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** The source files behind the "exports" of package.json, for whatever host. */
export function publicEntries(): string[] {
  const { exports } = JSON.parse(textOf("package.json")) as {
    exports: Record<string, Record<string, string> | string>;
  };
  const built = Object.values(exports).flatMap((to) => (typeof to === "string" ? [to] : Object.values(to)));
  const files = built.filter((file) => file.endsWith(".js"));
  return files.map((file) => file.replace("./dist/lib/", "src/").replace(/\.js$/, ".ts"));
}
