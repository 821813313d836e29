/** What is demanded of a body besides its contents. */
import { isRecord } from "../../transcript/message.ts";
import { jsonBytes } from "../json.ts";
import type { Demand } from "../types.ts";
import { field, type Judged, shown } from "./contents.ts";
import { checkSystemParts } from "./parts.ts";
import * as sources from "./sources.ts";

const MOST_FUNCTIONS = 512;
const LONGEST_NAME = 128;
const LONGEST_OLD_NAME = 64;
const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]*$/;

export const SYSTEM_TEXT: Demand = {
  code: "field-form",
  severity: "error",
  message: "The system prompt is a text instead of a content with a text.",
  says: "Invalid value at 'system_instruction' (type.googleapis.com/google.ai.generativelanguage.v1beta.Content)",
  source: sources.SDK,
  evidence: "schema",
};
export const SYSTEM_INVALID: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The system prompt is no content.",
  says: "Invalid value at 'system_instruction' (type.googleapis.com/google.ai.generativelanguage.v1beta.Content)",
  source: sources.SDK,
  evidence: "schema",
};
export const TOOL_NAME: Demand = {
  code: "tool-name",
  severity: "error",
  message: "The name of the function does not begin with a letter or `_`, has other characters, or is too long: {}.",
  says: "Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.) or dashes (-), with a maximum length of 64.",
  source: sources.NAMES,
  evidence: "observed",
};
export const TOOL_NAME_LONG: Demand = {
  ...TOOL_NAME,
  severity: "warning",
  message: "The name of the function is longer than 64 characters, which has been refused: {}.",
};
export const TOOL_TWICE: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "Another function has the same name: {}.",
  says: "Duplicate function declaration found: {}",
  source: sources.TWO_DECLARATIONS,
  evidence: "code",
};
export const TOO_MANY_FUNCTIONS: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "There are {} functions; the API takes 512.",
  source: sources.SDK,
  evidence: "schema",
};
export const TOO_LARGE: Demand = {
  code: "request-bytes",
  severity: "warning",
  message: "The request is larger than {}. Upload files, or leave old images out.",
  says: "Request payload size exceeds the limit",
  source: sources.FILE_LIMITS,
  evidence: "documented",
};

/** The system prompt, the functions, the size. */
export function checkRequest(judged: Judged): void {
  checkSystem(judged);
  checkTools(judged);
  const { body, demands, report } = judged;
  const limit = demands.requestBytes;
  if (!limit || jsonBytes(body, limit.value) <= limit.value) return;
  report({ ...TOO_LARGE, source: limit.source }, "", `${Math.round(limit.value / 1_000_000)} MB`);
}

function checkSystem(judged: Judged): void {
  const { settings, inner, settingsBase, report } = judged;
  const { key, value } = field(settings, "systemInstruction");
  if (value === undefined || value === null) return;
  const pointer = `${settingsBase}/${key}`;
  // The SDK makes a content of a text.
  const isSdk = settings !== inner;
  if (typeof value === "string") {
    if (!isSdk) report(SYSTEM_TEXT, pointer);
  } else if (!isRecord(value)) {
    if (!isSdk) report(SYSTEM_INVALID, pointer);
  } else checkSystemParts(value["parts"], `${pointer}/parts`, judged);
}

function checkTools({ settings, settingsBase, report }: Judged): void {
  const { tools } = settings;
  if (!Array.isArray(tools)) return;
  const names = new Set<string>();
  let count = 0;
  tools.forEach((tool: unknown, at) => {
    if (!isRecord(tool)) return;
    const { key, value } = field(tool, "functionDeclarations");
    if (!Array.isArray(value)) return;
    count += value.length;
    value.forEach((declaration: unknown, index) => {
      const name = isRecord(declaration) ? declaration["name"] : undefined;
      const pointer = `${settingsBase}/tools/${at}/${key}/${index}`;
      if (typeof name !== "string" || !NAME.test(name) || name.length > LONGEST_NAME) {
        report(TOOL_NAME, typeof name === "string" ? `${pointer}/name` : pointer, shown(name));
      } else if (name.length > LONGEST_OLD_NAME) report(TOOL_NAME_LONG, `${pointer}/name`, shown(name));
      if (typeof name !== "string") return;
      if (names.has(name)) report(TOOL_TWICE, `${pointer}/name`, shown(name));
      names.add(name);
    });
  });
  if (count > MOST_FUNCTIONS) report(TOO_MANY_FUNCTIONS, `${settingsBase}/tools`, String(count));
}
