/** The Web Worker: holds the transcript, runs the core on it, and answers the page's questions. */

import { createAnswers, troubleOf } from "./analysis/answers.ts";
import type { Answer, Calls, Question } from "./protocol.ts";

/** How often the page is told how far the work is, in milliseconds. */
const PACE = 100;
let told = 0;

const answers = createAnswers({
  progress(progress) {
    const now = performance.now();
    if (now - told < PACE && progress.done > 0 && progress.done < progress.total) return;
    told = now;
    postMessage({ progress } satisfies Answer);
  },
  preview: (preview) => postMessage({ preview } satisfies Answer),
});

addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  const { id, kind } = data;
  let answer: Answer;
  try {
    const handle = answers[kind] as (input: Question["input"]) => Promise<Calls[keyof Calls]["output"]>;
    answer = { id, value: await handle(data.input) };
  } catch (error) {
    answer = { id, trouble: troubleOf(error) };
  }
  postMessage(answer);
});
