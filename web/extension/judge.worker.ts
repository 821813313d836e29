/** The Web Worker that judges captured requests, so that neither page ever waits. */
import { caseOf, judge } from "../capture/judge.ts";
import type { JudgeAnswer, JudgeQuestion } from "./judging.ts";

addEventListener("message", ({ data: { kind, captured } }: MessageEvent<JudgeQuestion>) => {
  const { id } = captured;
  const answer: JudgeAnswer =
    kind === "verdict" ? { kind, id, verdict: judge(captured) } : { kind, id, text: caseOf(captured) };
  postMessage(answer);
});
