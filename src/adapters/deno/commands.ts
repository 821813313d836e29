/** The commands by name. A new one is one file and one line here. */
import type { Command } from "./command.ts";
import { doctor } from "./doctor.ts";
import { repair } from "./repair.ts";
import { sanitize } from "./sanitize.ts";

/** All commands. */
export const commands: Readonly<Record<string, Command>> = { sanitize, repair, doctor };
