// @ts-check
// npm run readme: writes the parts of README.md between <!-- NAME:start --> and <!-- NAME:end -->. The tables are made
// from the catalogs of src/index.ts, the outputs by running the code that stands above them.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = join(root, "README.md");

/**
 * @typedef {typeof import("../src/index.ts")} Core
 * @typedef {import("../src/index.ts").PolicyCatalogEntry} Policy
 * @typedef {import("../src/index.ts").RuleCatalogEntry} Rule
 * @typedef {typeof import("../worker/gateway/upstreams.ts")} Gateway
 * @typedef {{ code: number, stdout: string }} Run
 */

/** The text of the README. */
export function readReadme() {
  return readFile(readme, "utf8");
}

/** The text with its generated parts made anew. @param {string} text */
export async function render(text) {
  const core = /** @type {Core} */ (await import(toUrl(await bundle({ entryPoints: ["src/index.ts"] }))));
  const gateway = await bundle({ entryPoints: ["worker/gateway/upstreams.ts"] });
  const { builtInUpstreams: upstreams } = /** @type {Gateway} */ (await import(toUrl(gateway)));
  const folder = await mkdtemp(join(tmpdir(), "readme-"));
  try {
    await writeFile(join(folder, "bricked.jsonl"), `${blockAfter(text, "bricked")}\n`);
    const [example, cli] = await Promise.all([runBlock(text, "example-code", folder), runCli(text, folder)]);
    const parts = {
      example: fenced("text", example),
      cli: fenced("text", cli),
      rules: table(["rule", "stage", "what it does", "what can be lost", "looks back"], core.ruleCatalog.map(ruleRow)),
      formats: `\n${table(["format", "by its shape, and for the APIs"], core.formatCatalog.map(formatRow))}\n`,
      remedies: `\n${table(["remedy", "what it does", "what can be lost", "for"], core.remedyCatalog.map(remedyRow))}\n`,
      upstreams: `\n${table(["upstream", "forwards to", "keys"], upstreams.map(upstreamRow))}\n`,
      policies: table(
        ["policy", "providers", "what it does, and the flags it sets", "for", "sources"],
        group(core.policyCatalog).map((family) => policyRow(family, core)),
      ),
    };
    return Object.entries(parts).reduce((result, [name, part]) => replacePart(result, name, part), text);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {Gateway["builtInUpstreams"][number]} upstream */
function upstreamRow({ id, base, credentials, queryCredentials = [], signs }) {
  const server = typeof base === "string" ? base : base.base;
  const path = typeof base === "object" && base.strip ? `/${id}/{region}/` : `/${id}/`;
  const keys = [...credentials, ...queryCredentials.map((name) => `?${name}=`)].map((name) => `\`${name}\``);
  return [`\`${path}\``, `\`${server}\``, keys.join(" ") + (signs ? ", or signed by the worker" : "")];
}

/** The first code block behind `<!-- NAME -->`, without its fences. @param {string} text @param {string} name */
export function blockAfter(text, name) {
  const block = new RegExp(`<!-- ${name} -->\\s*\`\`\`\\w*\\n([\\s\\S]*?)\\n\`\`\``).exec(text)?.[1];
  if (block === undefined) throw new Error(`README.md has no code block behind <!-- ${name} -->`);
  return block;
}

/** @param {string} text @param {string} name @param {string} part */
function replacePart(text, name, part) {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md lacks ${start} ... ${end}`);
  return `${text.slice(0, from + start.length)}\n${part}\n${text.slice(to)}`;
}

/**
 * What a code block of the README prints when Node runs it, with the package's name leading to the source.
 * @param {string} text @param {string} name @param {string} folder where it runs
 */
export async function runBlock(text, name, folder) {
  const stdin = { contents: blockAfter(text, name), resolveDir: root, sourcefile: `${name}.mjs` };
  const code = await bundle({ stdin, platform: "node", alias: { replaysafe: join(root, "src/index.ts") } });
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, code);
  return expectCode(0, await run([process.execPath, file], folder)).stdout;
}

/** The command line of the README, as the npm script runs it. @param {string} text @param {string} folder */
async function runCli(text, folder) {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const [, args = ""] = /^npm run -s sanitize -- (.*)$/m.exec(blockAfter(text, "cli-code")) ?? [];
  const [, ...options] = String(scripts.sanitize).split(" ");
  const words = [...options, ...args.split(" ")].map((word) => (word.startsWith("src/") ? join(root, word) : word));
  return expectCode(1, await run([join(root, "node_modules/.bin/deno"), ...words], folder)).stdout;
}

/** @param {number} code @param {Run} done */
function expectCode(code, done) {
  if (done.code !== code) throw new Error(`exit code ${done.code} instead of ${code}\n${done.stdout}`);
  return done;
}

/** @param {string[]} command @param {string} cwd @returns {Promise<Run>} */
function run([file = "", ...args], cwd) {
  const env = { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ code: code ?? -1, stdout }));
  });
}

/** @param {import("esbuild").BuildOptions} options */
async function bundle(options) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    bundle: true,
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent",
    ...options,
  });
  return outputFiles?.[0]?.text ?? "";
}

/** @param {string} code */
function toUrl(code) {
  return `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
}

const LOOKS_BACK = { openTurn: "the open turn", anywhere: "anywhere" };

/** @param {Rule} rule */
function ruleRow({ id, stage, summary, reasons, rewinds }) {
  const lost = reasons.filter(({ lossy }) => lossy).map(({ text }) => cell(text));
  return [
    `[${id}](src/rules/${id}.ts)`,
    stage,
    cell(summary),
    lost.join("<br>") || "nothing",
    rewinds ? LOOKS_BACK[rewinds] : "no",
  ];
}

/** @param {Core["remedyCatalog"][number]} remedy */
function remedyRow({ id, summary, reasons, for: codes }) {
  const lost = reasons.filter(({ lossy }) => lossy).map(({ text }) => cell(text));
  const answered = codes.map((code) => `\`${code}\``).join(" ");
  return [`[${id}](src/remedies/${id}.ts)`, cell(summary), lost.join("<br>") || "nothing", answered];
}

/** @param {Core["formatCatalog"][number]} format */
function formatRow({ format, apis }) {
  return [`\`${format}\``, apis.map((api) => `\`${api}\``).join(" ")];
}

/** Families that differ in nothing but their API share a row. @param {readonly Policy[]} catalog */
function group(catalog) {
  /** @type {Map<string, Policy[]>} */
  const rows = new Map();
  for (const entry of catalog) {
    const key = JSON.stringify([entry.summary, entry.flags, entry.providers]);
    const row = rows.get(key);
    if (row) row.push(entry);
    else rows.set(key, [entry]);
  }
  return [...rows.values()];
}

/** @param {Policy[]} entries @param {Core} core */
function policyRow(entries, core) {
  const [first] = entries;
  if (!first) throw new Error("no row is without a policy");
  const flags = Object.entries(first.flags).map(flagText);
  const { provider, modelApi, modelId } = first.example;
  const { why } = core.resolveTranscriptPolicy(first.example);
  const urls = [first.source.url, ...why.flatMap(({ source }) => source?.url ?? [])];
  return [
    entries.map(({ id }) => `\`${id}\``).join("<br>"),
    first.providers.map((id) => `\`${id}\``).join(" ") || othersOf(first),
    [cell(first.summary), flags.join(" ")].filter((text) => text !== "").join("<br>"),
    `\`${modelId || modelApi || provider}\``,
    [...new Set(urls)].map((url) => `[${labelOf(url)}](${url})`).join(", "),
  ];
}

/** Which providers a policy is for that owns none. @param {Policy} policy */
function othersOf({ id, defaultApi }) {
  if (defaultApi !== undefined) return "any other, by its API";
  return id.startsWith("model-id:") ? "any other, by its model" : "any other";
}

/** @param {[string, unknown]} flag */
function flagText([name, value]) {
  return value === true || typeof value === "object" ? `\`${name}\`` : `\`${name}=${value}\``;
}

/** A short name for a source: `owner/repository#7` of an issue, else the host. @param {string} url */
function labelOf(url) {
  const { host, pathname } = new URL(url);
  const [, owner, repository, kind, number] = pathname.split("/");
  if (host !== "github.com") return host;
  return `${owner}/${repository}${kind === "issues" ? `#${number}` : ""}`;
}

/** Text that a cell can hold. @param {string} text */
function cell(text) {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** @param {string[]} head @param {string[][]} rows */
function table(head, rows) {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @param {string} language @param {string} text */
function fenced(language, text) {
  return `\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await readReadme();
  const made = await render(text);
  if (made !== text) await writeFile(readme, made);
  console.log(`README.md ${made === text ? "was" : "is now"} up to date`);
}
