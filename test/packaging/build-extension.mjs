// @ts-check
// `node test/packaging/build-extension.mjs [FOLDER]`, in short `npm run build:extension`: dist/extension-chrome and dist/extension-firefox, and a ZIP of each, which is the same byte
// by byte whenever and wherever it is made. The pages are the same for both; the manifests differ.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { build, loadConfigFromFile } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = join(root, "web/extension");
const ICONS = ["icon-16.png", "icon-32.png", "icon-48.png", "icon-128.png"];

/** What a manifest has for one browser only. Firefox asks for an id, and for a word about data: none is collected. */
const browsers = {
  chrome: { minimum_chrome_version: "120" },
  firefox: {
    browser_specific_settings: {
      gecko: {
        id: "inspector@replaysafe.example",
        strict_min_version: "142.0",
        data_collection_permissions: { required: ["none"] },
      },
    },
  },
};

/** @param {string} folder where the folders and files are put */
async function buildExtension(folder) {
  const chrome = join(folder, "extension-chrome");
  const firefox = join(folder, "extension-firefox");
  await buildPages(chrome);
  for (const icon of ICONS) cpSync(join(sources, icon), join(chrome, icon));
  rmSync(firefox, { recursive: true, force: true });
  cpSync(chrome, firefox, { recursive: true });
  for (const [name, extension] of Object.entries({ chrome, firefox })) {
    const own = browsers[/** @type {keyof typeof browsers} */ (name)];
    writeFileSync(join(extension, "manifest.json"), `${JSON.stringify({ ...manifest(), ...own }, null, 2)}\n`);
    writeFileSync(`${extension}.zip`, pack(extension));
  }
}

/** @param {string} outDir */
async function buildPages(outDir) {
  const loaded = await loadConfigFromFile({ command: "build", mode: "production" }, join(root, "vite.config.ts"));
  if (!loaded) throw new Error("there is no vite.config.ts");
  const { config } = loaded;
  const { rollupOptions: _, rolldownOptions: __, ...settings } = config.build ?? {};
  mkdirSync(outDir, { recursive: true });
  await build({
    ...config,
    configFile: false,
    logLevel: "warn",
    root: sources,
    publicDir: false,
    build: {
      ...settings,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: ["devtools.html", "panel.html"].map((name) => join(sources, name)) },
    },
  });
}

function manifest() {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return { ...JSON.parse(readFileSync(join(sources, "manifest.json"), "utf8")), version };
}

/**
 * Sorted, and with one date for all: that of the format's beginning, in local time since ZIP knows no other.
 *
 * @param {string} folder
 */
function pack(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
  const files = Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
  return zipSync(files, { level: 9, mtime: new Date(1980, 0, 1), os: 0 });
}

// What a test sets would choose other parts of packages.
process.env["NODE_ENV"] = "production";
await buildExtension(process.argv[2] ?? join(root, "dist"));
