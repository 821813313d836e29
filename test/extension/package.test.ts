// What is handed to the browsers' stores.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packed = (browser: string) => readFileSync(`${root}dist/extension-${browser}.zip`);
const filesOf = (browser: string) => unzipSync(new Uint8Array(packed(browser)));

/** Names of assets end in a hash of what is in them. */
const CONTENT = [
  "SCRIPT-NOTICES.txt",
  "THIRD-PARTY-NOTICES.txt",
  "assets/codec.worker-*.js",
  "assets/core.worker-*.js",
  "assets/devtools-*.js",
  "assets/entry-*.js",
  "assets/jpeg-turbo-*.js",
  "assets/jsquash-*.js",
  "assets/judge.worker-*.js",
  "assets/modules-*.js",
  "assets/mozjpeg_enc-*.js",
  "assets/panel-*.css",
  "assets/panel-*.js",
  "assets/squoosh_png_bg-*.js",
  "assets/webp_dec-*.js",
  "devtools.html",
  "icon-128.png",
  "icon-16.png",
  "icon-32.png",
  "icon-48.png",
  "manifest.json",
  "panel.html",
];

describe.each(["chrome", "firefox"])("%s", (browser) => {
  const files = filesOf(browser);
  const texts = Object.entries(files)
    .filter(([name]) => /\.(?:js|html|css|json)$/.test(name))
    .map(([name, bytes]) => [name, new TextDecoder().decode(bytes)] as const);
  const manifest = JSON.parse(new TextDecoder().decode(files["manifest.json"]));

  test("holds these files and no others", () => {
    const names = Object.keys(files).map((name) => name.replace(/-[\w-]{8}\.(js|css)$/, "-*.$1"));
    expect([...new Set(names)].sort()).toEqual(CONTENT);
  });

  test("asks for no permission, has no background, and its policy allows no connection", () => {
    expect(Object.keys(manifest).sort()).toEqual(
      [
        "content_security_policy",
        "description",
        "devtools_page",
        "icons",
        "manifest_version",
        "name",
        "version",
        browser === "firefox" ? "browser_specific_settings" : "minimum_chrome_version",
      ].sort(),
    );
    expect(manifest.manifest_version).toBe(3);
    expect(manifest.version).toBe(JSON.parse(readFileSync(`${root}package.json`, "utf8")).version);
    const policy = manifest.content_security_policy.extension_pages;
    for (const directive of ["default-src 'none'", "connect-src 'none'", "script-src 'self' 'wasm-unsafe-eval'"]) {
      expect(policy.split("; ")).toContain(directive);
    }
    expect(policy).not.toMatch(/https?:|\*|'unsafe-(?:eval|inline)'/);
  });

  test("loads nothing from elsewhere, and makes no code of texts", () => {
    for (const [name, text] of texts) {
      expect(text, name).not.toMatch(/\bimportScripts\s*\(|\bimport\s*\(\s*["'`]https?:|<script[^>]+src="(?!\.)/);
      expect(text.match(/\beval\s*\(/g) ?? [], name).toEqual([]);
      expect(text, name).not.toMatch(/sourceMappingURL/);
    }
  });

  test("each page names only files that are there", () => {
    for (const [name, text] of texts.filter(([name]) => name.endsWith(".html"))) {
      const named = [...text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
      expect(named.length, name).toBeGreaterThan(0);
      for (const path of named) expect(Object.keys(files)).toContain(path);
    }
  });
});

/** Runs a script of Node; its exit code and what it wrote. */
function run(script: string, ...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, NO_UPDATE_NOTIFIER: "1" };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

test.concurrent("two builds are the same, byte by byte", async () => {
  const folder = await mkdtemp(join(tmpdir(), "replaysafe-build-"));
  try {
    const { code, stderr } = await run(`${root}test/packaging/build-extension.mjs`, folder);
    expect(code, stderr).toBe(0);
    for (const browser of ["chrome", "firefox"]) {
      const again = readFileSync(join(folder, `extension-${browser}.zip`));
      expect(again.equals(packed(browser)), browser).toBe(true);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 240_000);

const linter = `${root}test/extension/lint/node_modules/web-ext/bin/web-ext.js`;

test.skipIf(!existsSync(linter) && process.env["CI"] !== "true")(
  "Mozilla's linter finds no error",
  { concurrent: true, timeout: 240_000 },
  async () => {
    const { stdout, stderr } = await run(
      linter,
      ...["lint", "--source-dir", `${root}dist/extension-firefox`, "--output", "json", "--no-config-discovery"],
    );
    const { errors, warnings } = JSON.parse(stdout || `{"errors":[${JSON.stringify(stderr)}]}`);
    expect(errors).toEqual([]);
    // Lit makes its templates so, of texts that stand in the sources.
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(["UNSAFE_VAR_ASSIGNMENT"]);
  },
);
