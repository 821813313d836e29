// @ts-check
// `npm run screenshots:extension`: the panel in the real developer tools, docked right and at the bottom, in both themes,
// written to dist/screenshots.
import { load } from "../load.mjs";

process.env["PW_CHROMIUM_ATTACH_TO_OTHER"] = "1";
await load(["test/extension/screenshots.ts"], { platform: "node" });
