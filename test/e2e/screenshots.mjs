// @ts-check
// `npm run screenshots`: every screen, wide and narrow, in both themes, written to dist/screenshots.
import { load } from "../load.mjs";

await load(["test/e2e/screenshots.ts"], { platform: "node" });
