/** Compares what was found in a request with what the provider answered. */
import { type Explanation, explainError, type Finding, type ReplayTarget, type WireFormat } from "../../src/index.ts";

/** How a prediction came out. */
export interface Prediction {
  /**
   * `predicted`: refused for a reason that was found; `refused`: refused in words that are not known, and something was
   * found; `missed`: refused for a reason that was not found; `accepted`: nothing was found, and it was accepted;
   * `overcautious`: accepted although an error was found; `unrelated`: failed for a reason that is not in the body;
   * `unanswered`: there is no answer.
   */
  readonly outcome: "predicted" | "refused" | "missed" | "accepted" | "overcautious" | "unrelated" | "unanswered";
  /** What the provider's error means, the most telling first. */
  readonly explained: readonly Explanation[];
  /** The errors that were found, by code, those that the provider speaks of first. */
  readonly found: readonly string[];
}

/** What is known of an exchange. */
export interface Exchange {
  readonly format: WireFormat;
  readonly body: unknown;
  readonly target: Partial<ReplayTarget>;
  readonly findings: readonly Finding[];
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The text of an error, within the answer or all of it. */
  readonly error?: string;
}

/** Statuses by which providers say that a body is not what they take. */
const ABOUT_THE_BODY: ReadonlySet<number> = new Set([400, 413, 422]);

/** How the prediction of an exchange came out. */
export function predict({ format, body, target, findings, status, error }: Exchange): Prediction {
  const errors = findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
  const found = [...new Set<string>(errors)];
  if (status === 0 && error === undefined) return { outcome: "unanswered", explained: [], found };
  if (status >= 200 && status < 300 && error === undefined) {
    return { outcome: found.length > 0 ? "overcautious" : "accepted", explained: [], found };
  }
  const explained = error === undefined ? [] : explainError(error, { body, target, format });
  const told = new Set<string>(explained.map(({ code }) => code));
  const agreed = agreedOn(findings, told);
  const sorted = [...agreed, ...found.filter((code) => !agreed.includes(code))];
  const outcome = outcomeOf(status, told.size > 0, agreed.length > 0, found.length > 0);
  return { outcome, explained, found: sorted };
}

/** Providers say several things in the same words: a finding that expects those words has foretold them. */
function agreedOn(findings: readonly Finding[], told: ReadonlySet<string>): readonly string[] {
  const agreed = new Set<string>();
  for (const { code, severity, providerMessage } of findings) {
    if (severity !== "error" || agreed.has(code)) continue;
    const said = providerMessage === undefined ? [] : explainError(providerMessage);
    if (told.has(code) || said.some((one) => told.has(one.code))) agreed.add(code);
  }
  return [...agreed];
}

function outcomeOf(status: number, isKnown: boolean, isAgreed: boolean, isFound: boolean): Prediction["outcome"] {
  if (isAgreed) return "predicted";
  if (!isKnown && !ABOUT_THE_BODY.has(status)) return "unrelated";
  return !isKnown && isFound ? "refused" : "missed";
}
