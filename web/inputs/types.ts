/** What was found in something that a person dropped, pasted or opened. */
import type { ReplayTarget, SessionAgent, SessionFormat, WireFormat } from "../../src/index.ts";
import type { Answer } from "../capture/call.ts";

/** A session: its text stays where it is, since it may be large. */
export interface FoundSession {
  readonly kind: "session";
  /** What it is, in a few words. */
  readonly label: string;
  /** A name for files made of it. */
  readonly name: string;
  readonly text: Blob;
  readonly format: SessionFormat;
  readonly agent?: SessionAgent;
}

/** A request body, and what is known of the request around it. */
export interface FoundRequest {
  readonly kind: "request";
  readonly label: string;
  readonly name: string;
  /** The body, without credentials. */
  readonly body: unknown;
  readonly format: WireFormat;
  /** Whom it was sent to, as far as URL and body say it. */
  readonly target: Partial<ReplayTarget>;
  readonly method?: string;
  /** Without credentials. */
  readonly url?: string;
  /** What the provider answered; of HAR files and logs. */
  readonly answer?: Answer;
}

/** One of the things that were found. */
export type Found = FoundSession | FoundRequest;

/** Everything that was found, at least one thing. */
export interface Input {
  readonly found: readonly [Found, ...Found[]];
  /** What was passed over, and what was changed on the way, for people. */
  readonly notes: readonly string[];
}

/** Bounds for what others wrote. */
export interface InputLimits {
  /** The size of a text that is read as a whole; default 256 MiB. Sessions are not read here, and may be larger. */
  readonly bytes: number;
  /** The size of a compressed file when unpacked; default 512 MiB. */
  readonly unpackedBytes: number;
  /** How many requests of one file are listed; default 500. */
  readonly requests: number;
}

/** The default bounds. */
export const inputLimits: InputLimits = { bytes: 256 * 2 ** 20, unpackedBytes: 512 * 2 ** 20, requests: 500 };

/** What can be wrong with an input. */
export type InputErrorCode =
  | "empty"
  | "not-text"
  | "bad-compression"
  | "too-large"
  | "bad-json"
  | "too-deep"
  | "no-request"
  | "no-body"
  | "provider-error"
  | "provider-answer"
  | "unknown-shape";

/** Nothing was found; says what was seen instead, and what to do. */
export class InputError extends Error {
  readonly code: InputErrorCode;
  readonly advice: string;
  /** What stands where it is wrong; absent: it is not known, or it is the beginning. */
  readonly excerpt: string | undefined;

  /** @param code what is wrong, for programs @param message what was seen @param advice what to do about it */
  constructor(code: InputErrorCode, message: string, advice: string, excerpt?: string) {
    super(message);
    this.name = "InputError";
    this.code = code;
    this.advice = advice;
    this.excerpt = excerpt;
  }
}

/** What may be opened, for people. */
export const ACCEPTED =
  "Open a session file (JSONL of OpenClaw, pi, Claude Code or Codex), a request body, a HAR file, or a cURL command.";
