// Answers in the binary framing of AWS. The frames are built here, checksums and all.
import { describe, expect, test } from "vitest";
import { readFrames } from "../../../src/common/event-stream.ts";
import { readAnswer } from "../../../web/capture/answers/index.ts";
import { FIREFOX_LIMIT, seenRequest, withContent } from "../../../web/capture/entry.ts";
import { judge } from "../../../web/capture/judge.ts";
import { answerOf } from "../../../web/inputs/har.ts";
import { eventFrame, frame, frameOf } from "../../frames.ts";
import { converse, entryOf, samples } from "./exchanges.ts";

const mimeType = "application/vnd.amazon.eventstream";
const answerIn = (bytes: Buffer) => ({ status: 200, mimeType, text: bytes.toString("base64") });
const read = (bytes: Buffer) => readAnswer("bedrock-converse", answerIn(bytes));
const whole = Buffer.concat(converse.frames);
const url = `https://bedrock-runtime.us-east-1.amazonaws.com${converse.url}`;

const judged = (bytes: Buffer, status = 200) => {
  const seen = seenRequest(entryOf(url, converse.accepted, { status, mimeType }));
  if (!seen) throw new Error("not recognized");
  return judge({ ...seen, id: 1, answer: withContent(seen.answer, bytes.toString("base64"), "base64") });
};

test("the turn is put together of texts, reasoning with its signature, and pieces of a call", () => {
  expect(read(whole)).toEqual({ turns: [converse.turn], complete: true, stopReason: "tool_use", problems: [] });
  const inOne = { status: 200, mimeType: "application/json", text: JSON.stringify(converse.whole) };
  expect(readAnswer("bedrock-converse", inOne)).toMatchObject({ turns: [converse.turn], complete: true });
});

test("the next request is checked with it", () => {
  expect(judged(whole)).toMatchObject({
    prediction: { outcome: "accepted" },
    answer: { turns: 1, complete: true, stopReason: "tool_use" },
    next: [],
  });
  const cut = judged(
    Buffer.concat(
      converse.frames.slice(
        0,
        converse.frames.findIndex((one) => one.includes(".txt")),
      ),
    ),
  );
  expect(cut?.answer).toMatchObject({ turns: 1, complete: false });
  expect(cut?.next.map(({ code }) => code)).toContain("arguments-invalid");
});

test("reasoning that is redacted stays as it came", () => {
  const redacted = { contentBlockIndex: 0, delta: { reasoningContent: { redactedContent: "AAAA" } } };
  expect(read(eventFrame("contentBlockDelta", redacted)).turns).toEqual([
    { role: "assistant", content: [{ reasoningContent: { redactedContent: "AAAA" } }] },
  ]);
});

test("an exception is the provider's error", () => {
  const exception = { ":message-type": "exception", ":exception-type": "validationException" };
  const message =
    "The model returned the following errors: messages.1: `tool_use` ids were found without `tool_result`";
  const verdict = judged(Buffer.concat([...converse.frames.slice(0, 3), frame(exception, { message })]));
  expect(JSON.parse(verdict?.error ?? "")).toEqual({ __type: "validationException", message });
  const error = { ":message-type": "error", ":error-code": "InternalFailure", ":error-message": "no" };
  expect(JSON.parse(read(frame(error, {})).error ?? "")).toEqual({ __type: "InternalFailure", message: "no" });
});

test("streams of InvokeModel hold the model's own events", () => {
  const { stream, turns } = samples["anthropic-messages"];
  const events = stream.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []));
  const frames = events.map((event) => eventFrame("chunk", { bytes: Buffer.from(event).toString("base64"), p: "abc" }));
  expect(readAnswer("anthropic-messages", answerIn(Buffer.concat(frames)))).toMatchObject({ turns, complete: true });
});

describe("what is damaged is said, and nothing is thrown", () => {
  const flipped = (at: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };

  test("whichever byte it is", () => {
    for (let at = 0; at < whole.length; at++) {
      const { complete, problems } = read(flipped(at));
      expect([at, complete]).toEqual([at, false]);
      expect(problems.join(" ")).toMatch(/Frame \d+ of the stream is damaged/);
    }
  });

  test("wherever it breaks off", () => {
    let at = 0;
    const ends = new Set(converse.frames.map(({ length }) => (at += length)));
    for (let end = 1; end < whole.length; end++) {
      const { complete, problems } = read(whole.subarray(0, end));
      // What follows the last word is not missed.
      const isComplete = ends.has(end) && end > whole.lastIndexOf("messageStop");
      expect([end, complete]).toEqual([end, isComplete]);
      expect(problems.length > 0).toBe(!isComplete);
    }
  });

  const lengths = (total: number, headers: number) => {
    const bytes = Buffer.from(whole.subarray(0, 64));
    bytes.writeUInt32BE(total, 0);
    bytes.writeUInt32BE(headers, 4);
    bytes.writeUInt32BE(frameOf(Buffer.alloc(0), Buffer.alloc(0)).readUInt32BE(8), 8);
    return bytes;
  };
  const header = (...bytes: readonly number[]) => frameOf(Buffer.from(bytes), Buffer.from("{}"));

  test.each([
    ["no frames", Buffer.from("<!doctype html>".repeat(9))],
    ["a length beyond all bounds", lengths(0xffffffff, 0)],
    ["headers longer than their frame", lengths(64, 0xffffffff)],
    ["a name that ends nowhere", header(9, 97)],
    ["a value that ends nowhere", header(1, 97, 7, 255, 255, 0)],
    ["a length that ends nowhere", header(1, 97, 7, 0)],
    ["a kind of value that nobody knows", header(1, 97, 99)],
    ["very many headers", header(...Array.from({ length: 200 }, () => [1, 97, 0]).flat())],
  ])("%s", (_name, bytes) => {
    expect(read(bytes)).toMatchObject({ turns: [], complete: false, problems: [expect.stringContaining("damaged")] });
  });

  test("values that are no texts are passed over", () => {
    const all = [
      0,
      1,
      [2, 1],
      [3, 1, 1],
      [4, 1, 1, 1, 1],
      [5, ...Array(8).fill(1)],
      [6, 0, 1, 1],
      [8, ...Array(8).fill(1)],
    ];
    const others = [...all, [9, ...Array(16).fill(1)]].flatMap((value) => [1, 97, ...[value].flat()]);
    const stop = eventFrame("messageStop", { stopReason: "end_turn" });
    const headers = stop.subarray(12, 12 + stop.readUInt32BE(4));
    const mixed = frameOf(Buffer.concat([Buffer.from(others), headers]), Buffer.from('{"stopReason":"end_turn"}'));
    expect(read(mixed)).toMatchObject({ complete: true, stopReason: "end_turn" });
  });

  test("payloads of any kind", () => {
    const event = (type: string, payload: unknown) =>
      frame({ ":event-type": type, ":message-type": "event" }, payload as object);
    const kinds = [
      "messageStart",
      "contentBlockStart",
      "contentBlockDelta",
      "contentBlockStop",
      "messageStop",
      "__proto__",
    ];
    const payloads: readonly unknown[] = [
      null,
      [],
      1,
      "x",
      { bytes: "é" },
      { bytes: "AA" },
      { contentBlockIndex: 1e9, delta: { text: "x" } },
      { contentBlockIndex: -1, start: {} },
      { contentBlockIndex: 0, start: { toolUse: 1 }, delta: { toolUse: [], reasoningContent: 1, text: {} } },
    ];
    for (const type of kinds)
      for (const payload of payloads) expect(read(event(type, payload)).turns.length).toBeLessThan(2);
  });

  test("so many frames are read and no more", () => {
    const many = Buffer.concat(Array.from({ length: 50 }, () => frameOf(Buffer.alloc(0), Buffer.alloc(0))));
    expect(readFrames(many, 40)).toMatchObject({ frames: { length: 40 }, end: "many" });
    expect(readFrames(many, 50)).toMatchObject({ frames: { length: 50 }, end: "whole" });
  });
});

describe("browsers", () => {
  const answer = { status: 200, mimeType };

  test("Chromium gives base64, which stays so until it is judged", () => {
    const text = whole.toString("base64");
    expect(withContent(answer, text, "base64")).toEqual({ ...answer, text });
    expect(answerOf({ status: 200, content: { mimeType, text, encoding: "base64" } })).toEqual({ ...answer, text });
  });

  test("bytes that stand in characters are read; those that became a text are said to be lost", () => {
    expect(readAnswer("bedrock-converse", { ...answer, text: whole.toString("latin1") }).turns).toEqual([
      converse.turn,
    ]);
    const lost = readAnswer("bedrock-converse", { ...answer, text: new TextDecoder().decode(whole) });
    expect(lost).toMatchObject({ turns: [], complete: false });
    expect(lost.problems).toEqual([expect.stringContaining("cannot be undone")]);
  });

  test("one that Firefox cut off is said to be so", () => {
    const cut = withContent(answer, Buffer.alloc(FIREFOX_LIMIT).toString("base64"), mimeType);
    expect(cut.truncated).toBe(true);
    expect(readAnswer("bedrock-converse", cut).problems).toContain("The browser kept only a part of the answer.");
  });

  test("a refusal in frames is no text to be shown", () => {
    expect(judged(whole, 400)?.error).toBeUndefined();
  });

  test("the request is one to Bedrock", () => {
    expect(seenRequest(entryOf(url, converse.accepted))).toMatchObject({
      format: "bedrock-converse",
      target: { provider: "amazon-bedrock", modelId: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" },
    });
  });
});
