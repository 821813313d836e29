// The script of a bare page, bundled and served by test/run.mjs. The page sends its outcome back.
import { conform } from "./suite.ts";

const outcome = await conform({ runtime: "firefox", nodeFree: true }).catch((error: unknown) => String(error));
await fetch("result", { method: "POST", body: JSON.stringify(outcome) });
