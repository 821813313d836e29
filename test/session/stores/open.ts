/// <reference path="../../../src/adapters/deno/deno.d.ts" />
// Opens a session file with the store of Deno and prints what came of it: open.ts PATH [keep]
import { createDenoStore } from "../../../src/adapters/deno/store.ts";
import { openSession } from "../../../src/index.ts";

const [path = "", ...more] = Deno.args;
const { messages, repair } = await openSession({ store: createDenoStore(), path, keepBackup: more.includes("keep") });
const { repaired, reason, backupPath } = repair;
console.log(JSON.stringify({ messages: messages.length, repair: { repaired, reason, backupPath } }));
