/** The one error type that this library throws: the caller handed in something that is not of the documented shape. */

/** Codes of {@link TranscriptInputError}. */
export type InputErrorCode =
  | "messages-not-a-list"
  | "too-many-blocks"
  | "invalid-target"
  | "invalid-option"
  | "invalid-profile"
  | "unknown-rule"
  | "unknown-format"
  | "not-text"
  | "not-bytes";

/** Input that cannot be worked on, with the place of the fault and what to do about it. */
export class TranscriptInputError extends TypeError {
  /** What is wrong, for programs. */
  readonly code: InputErrorCode;
  /** What is wrong and what to do about it, without the place. */
  readonly advice: string;
  /** Where it is wrong: a JSON pointer into the value that was handed in. */
  readonly path: string;

  /**
   * A fault at one place of the input.
   *
   * @param code what is wrong, for programs
   * @param path where, as a JSON pointer
   * @param message what is wrong and what to do about it
   */
  constructor(code: InputErrorCode, path: string, message: string) {
    super(`${message} (${code} at ${path || "/"})`);
    this.advice = message;
    this.name = "TranscriptInputError";
    this.code = code;
    this.path = path;
  }
}

/** @throws TranscriptInputError for what is no string */
export function expectText(value: unknown): asserts value is string {
  if (typeof value !== "string") throw new TranscriptInputError("not-text", "", "Hand in the text of a session file.");
}
