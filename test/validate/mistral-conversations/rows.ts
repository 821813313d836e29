// One body for each demand of Mistral's chat API, which breaks that demand and nothing else.
import type { Row } from "./bodies.ts";
import { callRows } from "./calls.ts";
import { contentRows } from "./content.ts";
import { turnRows } from "./turns.ts";

export const rows: Readonly<Record<string, Row>> = { ...turnRows, ...contentRows, ...callRows };
