import { expect, test } from "vitest";
import type { FromRecorder } from "../../../web/extension/feed.ts";
import type { JudgeQuestion } from "../../../web/extension/judging.ts";
import { Recorder } from "../../../web/extension/recorder.ts";
import { entryOf, samples } from "./exchanges.ts";

const { refused } = samples["anthropic-messages"];

function recording() {
  const told: FromRecorder[] = [];
  const asked: JudgeQuestion[] = [];
  const recorder = new Recorder({ tell: (message) => told.push(message), ask: (question) => asked.push(question) });
  return { recorder, told, asked, see: () => recorder.see(entryOf("https://x.test/v1/messages", refused)) };
}

test("nothing is judged until somebody looks, then all of it", () => {
  const { recorder, asked, see } = recording();
  see();
  see();
  expect(asked).toEqual([]);
  recorder.hear({ kind: "hello" });
  expect(asked.map(({ captured }) => captured.id)).toEqual([1, 2]);
  see();
  expect(asked.map(({ captured }) => captured.id)).toEqual([1, 2, 3]);
});

test("what is told of a request has none of its texts", () => {
  const { recorder, told, see } = recording();
  see();
  recorder.hear({ kind: "hello" });
  expect(JSON.stringify(told)).not.toContain("Read a.txt");
  recorder.hear({ kind: "text", id: 1 });
  expect(told.at(-1)).toMatchObject({ kind: "text", id: 1, text: JSON.stringify(refused) });
});

test("a judge that fails is said to have failed", () => {
  const { recorder, told, see } = recording();
  see();
  recorder.judged({ kind: "verdict", id: 1, verdict: undefined });
  expect(told.at(-1)).toMatchObject({ kind: "put", request: { id: 1, failed: true } });
});

test("whoever asks for what is gone gets an answer", () => {
  const { recorder, told, see } = recording();
  see();
  recorder.hear({ kind: "clear" });
  for (const kind of ["text", "case"] as const) {
    recorder.hear({ kind, id: 1 });
    expect(told.at(-1)).toEqual({ kind, id: 1, text: undefined });
  }
  recorder.judged({ kind: "verdict", id: 1, verdict: undefined });
  expect(told.at(-1)).toMatchObject({ kind: "case" });
});

test("an entry whose content never comes is listed all the same", () => {
  const { recorder, told } = recording();
  recorder.see({ ...entryOf("https://x.test/v1/messages", refused), getContent() {} });
  expect(told).toMatchObject([{ kind: "put", request: { id: 1, hasAnswer: false } }]);
});
