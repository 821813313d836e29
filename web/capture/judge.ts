/** The verdict about a captured request. */
import { isFramed } from "../../src/common/event-stream.ts";
import { type Finding, lintPayload } from "../../src/index.ts";
import { tryJson } from "../inputs/json.ts";
import { type Answered, readAnswer } from "./answers/index.ts";
import { redactedCase } from "./case.ts";
import type { Captured } from "./entry.ts";
import { findingsOfNext } from "./next.ts";
import { type Exchange, type Prediction, predict } from "./predict.ts";

/** What is said of a request. */
export interface Verdict {
  readonly id: number;
  /** What is wrong with it. */
  readonly findings: readonly Finding[];
  readonly prediction: Prediction;
  /** The provider's error, as it wrote it. */
  readonly error?: string;
  readonly answer: Pick<Answered, "complete" | "stopReason" | "problems"> & { readonly turns: number };
  /** What will be wrong with the request that follows, with the answer in it. */
  readonly next: readonly Finding[];
}

/** Judges a request whose body is whole. Undefined for others: of those, nothing can be said. */
export function judge(captured: Captured): Verdict | undefined {
  const { exchange, answered } = exchangeOf(captured) ?? {};
  if (!exchange || !answered) return undefined;
  const { turns, complete, stopReason, problems } = answered;
  const { body, format, target, findings } = exchange;
  return {
    id: captured.id,
    findings,
    prediction: predict(exchange),
    ...(exchange.error !== undefined && { error: exchange.error }),
    answer: { turns: turns.length, complete, problems, ...(stopReason !== undefined && { stopReason }) },
    next: exchange.error === undefined ? findingsOfNext(format, body, answered, target, findings) : [],
  };
}

/** The redacted case of a request. */
export function caseOf(captured: Captured): string | undefined {
  const { exchange } = exchangeOf(captured) ?? {};
  return exchange && redactedCase(exchange, predict(exchange));
}

function exchangeOf({ format, target, text, state, answer }: Captured) {
  const body = state === "whole" && text !== undefined ? tryJson(text) : undefined;
  if (body === undefined) return undefined;
  const answered = readAnswer(format, answer);
  const findings = lintPayload(body, { target, format });
  const isRefusal = answer.status >= 400;
  const error = answered.error ?? (isRefusal && !isFramed(answer.mimeType) ? answer.text : undefined);
  const exchange: Exchange = {
    format,
    body,
    target,
    findings,
    status: answer.status,
    ...(error !== undefined && { error }),
  };
  return { exchange, answered };
}
