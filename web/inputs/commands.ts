/** Requests in commands: cURL, and what browsers copy for PowerShell and scripts. */
import { callOf } from "../capture/call.ts";
import { type CommandRequest, hasCurl, readCurl } from "./curl.ts";
import { isObject, parseJson } from "./json.ts";
import { requestLabel } from "./label.ts";
import { isFetch, isPowerShell, readFetch, readPowerShell } from "./scripts.ts";
import { type Found, type FoundRequest, type Input, InputError, type InputLimits } from "./types.ts";

/** Is it a command that makes requests? */
export function isCommand(text: string): boolean {
  return hasCurl(text) || isPowerShell(text) || isFetch(text);
}

/** The requests of the commands in a text. @throws InputError when none of them is a call of an LLM API */
export function requestsOfCommands(text: string, limits: InputLimits): Input {
  const commands = isPowerShell(text) ? [readPowerShell(text)] : isFetch(text) ? [readFetch(text)] : readCurl(text);
  const found: Found[] = [];
  let problem: unknown;
  for (const command of commands.slice(0, limits.requests)) {
    try {
      found.push(requestOf(command));
    } catch (error) {
      problem ??= error;
    }
  }
  const [first, ...others] = found;
  if (!first)
    throw problem ?? new InputError("no-request", "The command could not be read.", "Copy it again as a whole.");
  const left = commands.length - found.length;
  return {
    found: [first, ...others],
    notes: left > 0 ? [`${left} of ${commands.length} commands are no such calls.`] : [],
  };
}

function requestOf({ url, method, body: text, bodyIn }: CommandRequest): FoundRequest {
  if (bodyIn !== undefined) {
    throw new InputError("no-body", `The command reads its body from ${bodyIn}.`, "Open that file itself.");
  }
  if (text === undefined || text.trim() === "") {
    const seen = `The command sends no body (${method.slice(0, 20)}).`;
    throw new InputError("no-body", seen, "Copy the request that sends the messages.");
  }
  if (/^\s*["']?\$[({\w]/.test(text)) {
    throw new InputError("no-body", "The command's body is a variable of the shell.", "Open the body itself.");
  }
  const body = parseJson(text);
  const call = callOf(url, body);
  if (!call) {
    const seen = isObject(body)
      ? "The command's body is of no LLM API that is known."
      : "The command's body is no object.";
    throw new InputError("no-request", seen, "Copy the request that sends the messages.");
  }
  const label = requestLabel(call.format, call.body, call.target.modelId ?? undefined);
  return { kind: "request", label, name: `${call.format}.json`, method: "POST", ...call };
}
