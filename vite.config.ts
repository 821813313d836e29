import { defineConfig } from "vite";

export default defineConfig({
  root: "web",
  base: "./",
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // The polyfill would fetch, which the page's content security policy forbids.
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
});
