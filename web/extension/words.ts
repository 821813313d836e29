/** Requests and verdicts in words. */
import type { BodyState } from "../capture/entry.ts";
import { FIREFOX_LIMIT } from "../capture/entry.ts";
import type { Prediction } from "../capture/predict.ts";
import { counted, sized } from "../parts/words.ts";
import type { Listed } from "./feed.ts";

/** A mark, a word and a tone: color is never all that tells. */
export interface Mark {
  readonly mark: string;
  readonly word: string;
  readonly tone: "red" | "amber" | "green" | "blue" | "violet" | "plain";
}

const STATES: Readonly<Record<Exclude<BodyState, "whole">, Mark>> = {
  truncated: { mark: "✂", word: "body cut off", tone: "amber" },
  missing: { mark: "∅", word: "body not kept", tone: "amber" },
  unreadable: { mark: "?", word: "no JSON", tone: "amber" },
};

const OUTCOMES: Readonly<Record<Prediction["outcome"], Mark>> = {
  predicted: { mark: "✓", word: "predicted", tone: "red" },
  refused: { mark: "✓", word: "refused, as found", tone: "red" },
  missed: { mark: "✗", word: "missed", tone: "violet" },
  overcautious: { mark: "✗", word: "accepted anyway", tone: "violet" },
  accepted: { mark: "✓", word: "in order", tone: "green" },
  unrelated: { mark: "–", word: "another failure", tone: "plain" },
  unanswered: { mark: "–", word: "no answer", tone: "plain" },
};

/** The verdict of a row: what stands in its way, how the prediction came out, or what was found. */
export function markOf({ state, verdict, failed }: Listed): Mark {
  if (state !== "whole") return STATES[state];
  if (failed) return { mark: "?", word: "not judged", tone: "amber" };
  if (!verdict) return { mark: "…", word: "checking", tone: "plain" };
  const { findings, prediction, next, answer } = verdict;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const { outcome } = prediction;
  if ((outcome === "unrelated" || outcome === "unanswered") && errors > 0) {
    return { mark: "✕", word: `${counted(errors, "error")} found`, tone: "red" };
  }
  const worse = next.some(({ severity }) => severity === "error");
  if (outcome === "accepted" && worse) return { mark: "!", word: "next one refused", tone: "amber" };
  if (outcome === "accepted" && answer.turns > 0 && !answer.complete) {
    return { mark: "!", word: "answer broke off", tone: "amber" };
  }
  return OUTCOMES[outcome];
}

/** How a prediction came out, whatever else is said of the row. */
export function outcomeMark({ outcome }: Prediction): Mark {
  return OUTCOMES[outcome];
}

/** The outcome of a prediction in a sentence. */
export function outcomeText({ outcome, explained, found }: Prediction): string {
  const [first] = explained;
  switch (outcome) {
    case "predicted":
      return `The provider refused it for a reason that was found here: ${found[0]}.`;
    case "refused":
      return "The provider refused it, in words that are not known here. What was found may be the reason.";
    case "missed":
      return first
        ? `The provider refused it for a reason that was not found here: ${first.code}. ${first.cause}`
        : "The provider refused it, and nothing was found here.";
    case "overcautious":
      return `The provider accepted it, although it should have refused it: ${found.join(", ")}.`;
    case "accepted":
      return "Nothing was found, and the provider accepted it.";
    case "unrelated":
      return "It failed for a reason that is not in the body.";
    case "unanswered":
      return "No answer came, or the browser did not keep it.";
  }
}

/** May the outcome help to make the checks better? */
export function isWorthReporting({ outcome }: Prediction): boolean {
  return outcome === "missed" || outcome === "refused" || outcome === "overcautious";
}

/** Why nothing is said of a body, and what can be done. */
export function stateText({ state, bytes, declaredBytes }: Listed): { text: string; advice: string } | undefined {
  const of = declaredBytes === undefined ? "" : ` of ${sized(declaredBytes)}`;
  const advice = "Copy the body where it is made, in the page or the server, and paste it here.";
  switch (state) {
    case "truncated": {
      const limit =
        bytes === FIREFOX_LIMIT
          ? " Firefox keeps 1 MiB; the setting devtools.netmonitor.requestBodyLimit raises that."
          : "";
      return { text: `The browser kept only ${sized(bytes)}${of} of the body, so it is not judged.${limit}`, advice };
    }
    case "missing":
      return {
        text: `The browser did not keep the body${declaredBytes === undefined ? "" : ` (${sized(declaredBytes)})`}. Chromium keeps no body of about 20 MB or more.`,
        advice,
      };
    case "unreadable":
      return { text: "The body is no JSON that can be read.", advice };
    case "whole":
      return undefined;
  }
}

/** The time of day. */
export function timeText(sentAt: number): string {
  return sentAt === 0 ? "" : new Date(sentAt).toLocaleTimeString("en-GB");
}

/** The status as a word, where there is none. */
export function statusText(status: number): string {
  return status === 0 ? "failed" : String(status);
}
