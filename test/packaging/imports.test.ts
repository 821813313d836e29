import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { filesIn, parse, publicEntries, resolve, root, specifiersOf } from "./source.ts";

/** Imports point one way. A room may import itself and what stands here; a path means that file alone. */
const mayImport: Record<string, readonly string[]> = {
  transcript: [],
  policy: ["transcript"],
  contract: ["transcript", "policy"],
  rules: ["transcript", "policy", "contract"],
  remedies: ["transcript", "policy", "contract"],
  images: ["transcript"],
  wire: ["transcript", "images/base64.ts"],
  validate: ["transcript", "images/measure.ts", "images/base64.ts"],
  session: ["transcript"],
  display: ["transcript"],
  explain: ["transcript"],
  // What hosts have in common and the library does not need.
  common: ["session/repair/bytes.ts", "session/repair/scan.ts"],
  pipeline: ["transcript", "policy", "contract", "rules", "remedies", "images", "wire", "validate", "explain"],
};

const entryFiles = new Set(publicEntries());
/** Packages, by what their specifiers begin with, and the folder that may import them. */
const packages: readonly (readonly [string, string])[] = [
  ["zod/mini", "src/"],
  ["@jsquash/", "src/images/engines/"],
];

test("every export of package.json has a source file", () => {
  expect([...entryFiles].filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test("imports in src point one way", () => {
  expect(filesIn(["src"], /\.ts$/).flatMap((path) => check(path, specifiersOf(parse(path))))).toEqual([]);
});

test("worker and web import only public entries, and what hosts have in common", () => {
  const wrong = filesIn(["worker", "web"], /\.ts$/).flatMap((path) =>
    specifiersOf(parse(path))
      .filter((specifier) => !resolve(path, specifier)?.startsWith("src/common/"))
      .filter((specifier) => !staysPublic(path, specifier, `${path.split("/")[0]}/`))
      .map((specifier) => `${path} imports ${specifier}`),
  );
  expect(wrong).toEqual([]);
});

test("the check sees what it forbids", () => {
  const wrong: [string, string][] = [
    ["src/transcript/a.ts", "../policy/b.ts"],
    ["src/policy/a.ts", "../rules/b.ts"],
    ["src/rules/a.ts", "./b.ts"],
    ["src/rules/a.ts", "./index.ts"],
    ["src/rules/body/a.ts", "../b.ts"],
    ["src/rules/a.ts", "../pipeline/b.ts"],
    ["src/remedies/a.ts", "./b.ts"],
    ["src/validate/a.ts", "../images/plan.ts"],
    ["src/session/a.ts", "../index.ts"],
    ["src/pipeline/a.ts", "../../test/b.ts"],
    ["src/pipeline/a.ts", "zod"],
    ["src/pipeline/a.ts", "@jsquash/jpeg/encode.js"],
    ["src/adapters/jsquash/browser.ts", "node:fs"],
    ["src/adapters/deno/a.ts", "../../session/b.ts"],
    ["src/nowhere/a.ts", "../transcript/b.ts"],
  ];
  expect(wrong.filter(([path, specifier]) => check(path, [specifier]).length === 0)).toEqual([]);
  const right: [string, string][] = [
    ["src/rules/a.ts", "../contract/b.ts"],
    ["src/rules/index.ts", "./b.ts"],
    ["src/validate/a.ts", "../images/measure.ts"],
    ["src/index.ts", "./pipeline/a.ts"],
    ["src/images/engines/a.ts", "@jsquash/jpeg/encode.js"],
    ["src/adapters/jsquash/node.ts", "node:fs"],
    ["src/adapters/deno/a.ts", "../../index.ts"],
    ["src/adapters/deno/a.ts", "./b.ts"],
  ];
  expect(right.flatMap(([path, specifier]) => check(path, [specifier]))).toEqual([]);
});

function check(path: string, specifiers: readonly string[]): string[] {
  return specifiers.filter((specifier) => !allowed(path, specifier)).map((specifier) => `${path} imports ${specifier}`);
}

function allowed(path: string, specifier: string): boolean {
  const [, room = ""] = path.split("/");
  if (room === "adapters") return staysPublic(path, specifier, path.split("/").slice(0, 3).join("/"));
  const target = resolve(path, specifier);
  if (target === undefined) {
    return packages.some(([start, folder]) => specifier.startsWith(start) && path.startsWith(folder));
  }
  if (!target.startsWith("src/")) return false;
  if (path === "src/index.ts") return !target.startsWith("src/adapters/");
  const [, aim = ""] = target.split("/");
  // A rule never imports another rule, a remedy no other remedy: only the ordered list names them.
  if (aim === room) return !(room === "rules" || room === "remedies") || path === `src/${room}/index.ts`;
  return (mayImport[room] ?? []).some((name) => name === aim || `src/${name}` === target);
}

/** Hosts stand on the public surface: their own folder, a public entry, a package, or the version of this one. */
function staysPublic(path: string, specifier: string, home: string): boolean {
  const target = resolve(path, specifier);
  if (target === undefined) return !specifier.startsWith("node:") || path === "src/adapters/jsquash/node.ts";
  return target.startsWith(home) || entryFiles.has(target) || target === "package.json";
}
