import { relative } from "node:path";
import { defineConfig, type Plugin } from "vite";
import manifest from "./package.json" with { type: "json" };
import { notices, noticesName, packages, scriptNotices, scriptNoticesName } from "./test/packaging/build-notices.mjs";

/** The codecs' scripts name their WASM file, of which a second copy would be written that nothing loads. */
const noSecondCopies: Plugin = {
  name: "no-second-copies",
  transform: {
    filter: { id: /@jsquash\/.*\.js$/ },
    handler: (code) => code.replace(/new URL\("(\w+\.wasm)", ?import\.meta\.url\)\.href/g, '"$1"'),
  },
};

/** Puts the licenses of the codecs that are in the scripts beside them. */
const codecLicenses: Plugin = {
  name: "codec-licenses",
  generateBundle() {
    const codecs = [...this.getModuleIds()].filter((id) => /\.wasm(\?|$)/.test(id));
    if (codecs.length === 0) return;
    const files = codecs.map((id) => relative(packages, id.split("?")[0] ?? "").replaceAll("\\", "/"));
    this.emitFile({ type: "asset", fileName: noticesName, source: notices(files.sort()) });
  },
};

/** Packages whose code is in some script; those of Web Workers are known before those of the page. */
const inScripts = new Set<string>();

function collectPackages(ids: Iterable<string>): void {
  for (const id of ids) {
    const path = relative(packages, id.replace(/^\0/, "").split("?")[0] ?? "").replaceAll("\\", "/");
    const name = /^(@[\w.-]+\/)?[\w.-]+/.exec(path)?.[0];
    if (name !== undefined && !path.startsWith("..") && !path.endsWith(".wasm")) inScripts.add(name);
  }
}

const collectScripts: Plugin = {
  name: "collect-scripts",
  generateBundle() {
    collectPackages(this.getModuleIds());
  },
};

/** Puts the licenses of the packages that are in the scripts beside them. */
const scriptLicenses: Plugin = {
  name: "script-licenses",
  generateBundle() {
    collectPackages(this.getModuleIds());
    this.emitFile({ type: "asset", fileName: scriptNoticesName, source: scriptNotices([...inScripts].sort()) });
  },
};

/** Nothing is drawn before the script has run, so that no other theme than the chosen one is seen. */
const noFlash: Plugin = {
  name: "no-flash",
  transformIndexHtml: {
    order: "post",
    handler: (page) => page.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
};

/** The custom element for other pages. */
const embedded = "transcript-inspector";

export default defineConfig({
  root: "web",
  plugins: [scriptLicenses, noFlash],
  base: "./",
  define: { REPLAYSAFE_VERSION: JSON.stringify(manifest.version) },
  // So that `?inline` puts WASM into scripts: the page may load nothing else.
  assetsInclude: ["**/*.wasm"],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // The polyfill would fetch, which the page's content security policy forbids.
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "web/index.html", "transcript-inspector": "web/embed.ts" },
      output: {
        // Other pages load the element by its name.
        entryFileNames: ({ name }) => (name === embedded ? "[name].js" : "assets/[name]-[hash].js"),
        assetFileNames: ({ names }) =>
          names[0] === `${embedded}.css` ? "[name][extname]" : "assets/[name]-[hash][extname]",
      },
    },
  },
  // What works on images is in the Web Worker.
  worker: { format: "es", plugins: () => [noSecondCopies, codecLicenses, collectScripts] },
});
