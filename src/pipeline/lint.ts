/** Messages judged as they are: what the provider would refuse of them before any rule has run. */
import type { Finding } from "../transcript/changes.ts";
import type { Pointer } from "../transcript/place.ts";
import type { WireFormat } from "../transcript/request.ts";
import { formatOfPolicy, formats } from "./formats.ts";
import { readOptions, type SanitizeOptions } from "./options.ts";
import { judgedTarget } from "./payload.ts";
import { listed } from "./proof.ts";
import { passRules } from "./run.ts";
import { InputMessages } from "./views.ts";

/** Messages written as a request without any repair, and what the provider says of it. */
export interface JudgedReplay {
  /** The format of the body. */
  readonly format: WireFormat;
  /** The request body. */
  readonly body: unknown;
  /** What is wrong with it; places are those of the messages. */
  readonly findings: readonly Finding[];
  /** The spot of the messages that a spot of the body was written from. */
  messagePath(pointer: Pointer): Pointer | undefined;
}

/**
 * Writes messages as a request without any repair and judges it as its provider would.
 *
 * @returns undefined when no format of the target is known
 * @throws TranscriptInputError when the messages are no list or the options are not as documented
 */
export function judgeReplay(
  messages: readonly unknown[],
  options: Pick<SanitizeOptions, "target" | "request" | "policy" | "policies">,
): JudgedReplay | undefined {
  const run = readOptions(options);
  const name = formatOfPolicy(run.policy);
  const format = name && formats[name];
  if (!format) return undefined;
  const target = judgedTarget({ ...options.target, ...run.policy.target });
  const { turns } = passRules([], messages, run);
  const written = format.adapter.serialize(turns, run.request, format.dialectFor(target));
  const view = new InputMessages(messages);
  const messagePath = (pointer: Pointer): Pointer | undefined => {
    const place = written.placeAt(pointer);
    return place === undefined ? undefined : view.pointer(place);
  };
  const findings = listed(format.validate(written.body, target)).map((finding): Finding => {
    return { ...finding, document: "input", path: messagePath(finding.path) ?? "" };
  });
  return { format: format.adapter.format, body: written.body, findings, messagePath };
}
