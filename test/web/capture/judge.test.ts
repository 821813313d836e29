import { describe, expect, test } from "vitest";
import { detectWireFormat, lintPayload } from "../../../src/index.ts";
import { readAnswer } from "../../../web/capture/answers/index.ts";
import { type Captured, seenRequest } from "../../../web/capture/entry.ts";
import { caseOf, judge } from "../../../web/capture/judge.ts";
import { nextBody } from "../../../web/capture/next.ts";
import { all, entryOf, samples } from "./exchanges.ts";

const captured = (
  url: string,
  body: unknown,
  status: number,
  text?: string,
  mimeType = "application/json",
): Captured => {
  const seen = seenRequest(entryOf(`https://proxy.test${url}`, body, { status, mimeType }));
  if (!seen) throw new Error("not recognized");
  return { ...seen, id: 1, answer: { ...seen.answer, ...(text !== undefined && { text }) } };
};

describe.each(all)("%s", (format, sample) => {
  const { url, refused, error, code, accepted, stream, turns, whole } = sample;
  const streamed = { status: 200, mimeType: "text/event-stream", text: stream };

  test("a refusal is predicted", () => {
    const verdict = judge(captured(url, refused, 400, JSON.stringify(error)));
    expect(verdict?.prediction.outcome).toBe("predicted");
    expect(verdict?.prediction.found).toContain(code);
    expect(verdict?.prediction.explained).not.toEqual([]);
    expect(verdict?.next).toEqual([]);
  });

  test("a refusal of what is in order was missed; one in words that nobody knows, too", () => {
    expect(judge(captured(url, accepted, 400, JSON.stringify(error)))?.prediction.outcome).toBe("missed");
    expect(judge(captured(url, accepted, 400, '{"error":{"message":"no"}}'))?.prediction.outcome).toBe("missed");
    expect(judge(captured(url, refused, 400, '{"error":{"message":"no"}}'))?.prediction.outcome).toBe("refused");
  });

  test("what has another reason is not counted", () => {
    expect(judge(captured(url, refused, 429, '{"error":{"message":"slow down"}}'))?.prediction.outcome).toBe(
      "unrelated",
    );
    expect(judge(captured(url, refused, 0))?.prediction.outcome).toBe("unanswered");
    expect(judge(captured(url, refused, 200, JSON.stringify(whole)))?.prediction.outcome).toBe("overcautious");
    expect(judge(captured(url, accepted, 200, JSON.stringify(whole)))?.prediction.outcome).toBe("accepted");
  });

  test("a streamed answer is the same turn as one in one piece", () => {
    expect(readAnswer(format, streamed)).toMatchObject({ turns, complete: true, problems: [] });
    expect(
      readAnswer(format, { status: 200, mimeType: "application/json", text: JSON.stringify(whole) }),
    ).toMatchObject({
      turns,
      complete: true,
    });
    expect(readAnswer(format, { ...streamed, text: stream.replaceAll("\n", "\r\n") })).toMatchObject({ turns });
  });

  test("the next request, with the answer and results for its calls, is in order", () => {
    const next = nextBody(format, accepted, { turns });
    expect(detectWireFormat(next)).toBe(format);
    const target = seenRequest(entryOf(`https://proxy.test${url}`, accepted))?.target ?? {};
    expect(lintPayload(next, { target }).filter(({ severity }) => severity === "error")).toEqual([]);
    const verdict = judge(captured(url, accepted, 200, stream, "text/event-stream"));
    expect(verdict?.answer).toMatchObject({ complete: true, turns: turns.length });
    expect(verdict?.next.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("a stream may break off anywhere", () => {
    for (let end = 0; end < stream.length; end += 7) {
      const { turns: part, complete, problems } = readAnswer(format, { ...streamed, text: stream.slice(0, end) });
      expect(Array.isArray(part)).toBe(true);
      if (!complete && end > 0 && part.length > 0) expect(problems.length).toBeGreaterThan(0);
    }
    const half = readAnswer(format, {
      ...streamed,
      text: stream.slice(0, stream.indexOf("Reading") + 40),
      truncated: true,
    });
    expect(half).toMatchObject({
      complete: false,
      problems: expect.arrayContaining([expect.stringContaining("kept only a part")]),
    });
  });

  test("a redacted case has its form and none of its words", () => {
    const words = "zzprivatezz";
    const secret = JSON.parse(
      JSON.stringify(refused)
        .replaceAll("a.txt", words)
        .replaceAll("And now?", words)
        .replaceAll('"read"', `"${words}"`)
        .replaceAll("Reads a file.", words)
        .replace(/(call|toolu)_[19]/g, `$1_${words}1`),
    );
    const text = caseOf(
      captured(url, secret, 400, JSON.stringify(error).replace(/(call|toolu)_[19]/g, `$1_${words}1`)),
    );
    expect(text).not.toContain(words);
    expect(text).not.toContain("proxy.test");
    const report = JSON.parse(text ?? "");
    expect(report).toMatchObject({ schema: "replaysafe-case/1", outcome: "predicted", format, status: 400 });
    expect(report.foundInThis).toContain(code);
    expect(report.error.length).toBeGreaterThan(20);
  });
});

describe("what a broken stream leaves behind is refused next time", () => {
  const { url, accepted, stream } = samples["anthropic-messages"];

  test("thinking without its signature, and a call whose arguments break off", () => {
    const cut = stream.slice(0, stream.lastIndexOf("event: content_block_delta"));
    const verdict = judge(captured(url, accepted, 200, cut, "text/event-stream"));
    expect(verdict?.answer).toMatchObject({
      complete: false,
      problems: [
        "The arguments of the call in block 2 break off.",
        "Block 2 was not finished.",
        "The stream broke off before its end.",
      ],
    });
    expect(verdict?.next.map(({ code }) => code)).toContain("arguments-invalid");
    const early = stream.slice(0, stream.indexOf("event: content_block_delta", stream.indexOf("see.")));
    expect(judge(captured(url, accepted, 200, early, "text/event-stream"))?.next.map(({ code }) => code)).toContain(
      "thinking-unsigned",
    );
  });

  test("an error within the stream is the provider's answer", () => {
    const failed = `${stream.slice(0, 200)}\n\nevent: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`;
    expect(judge(captured(url, accepted, 200, failed, "text/event-stream"))).toMatchObject({
      prediction: { outcome: "unrelated" },
      error: expect.stringContaining("Overloaded"),
      next: [],
    });
  });
});

describe("odd answers", () => {
  test.each(all)("%s never fails", (format) => {
    const odd = [
      "",
      "x",
      "null",
      "[]",
      "{}",
      "data: x\n\n",
      'data: {"index":1e9}\n\n',
      "data: [DONE]\n\n",
      ":\n\n",
      '{"content":[null]}',
    ];
    for (const text of [...odd, ...odd.map((one) => `data: ${one}\n\n`)]) {
      for (const mimeType of ["application/json", "text/event-stream", ""]) {
        expect(() => readAnswer(format, { status: 200, mimeType, text })).not.toThrow();
      }
    }
  });

  test("indices of hostile streams make no long lists", () => {
    const text = [0, -1, 0.5, 1e9, "x", null]
      .map(
        (index) =>
          `data: ${JSON.stringify({ type: "content_block_start", index, content_block: { type: "text", text: "a" } })}\n\n`,
      )
      .join("");
    expect(readAnswer("anthropic-messages", { status: 200, mimeType: "text/event-stream", text }).turns).toEqual([
      { role: "assistant", content: [{ type: "text", text: "a" }] },
    ]);
  });

  test("Gemini without events answers with a list, which may break off", () => {
    const { turns, stream } = samples["google-generative-ai"];
    const list = `[${stream
      .split("\n\n")
      .filter(Boolean)
      .map((event) => event.slice(6))
      .join(",\n")}]`;
    const json = { status: 200, mimeType: "application/json" };
    expect(readAnswer("google-generative-ai", { ...json, text: list })).toMatchObject({ turns, complete: true });
    expect(readAnswer("google-generative-ai", { ...json, text: list.slice(0, -60) })).toMatchObject({
      turns: [{ role: "model", parts: [{ text: "Reading it." }] }],
      complete: false,
    });
  });

  test("names that a prototype has are names", () => {
    const text =
      'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","__proto__":{"x":1}}}\n\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"constructor","constructor":"x"}}\n\n';
    expect(() => readAnswer("anthropic-messages", { status: 200, mimeType: "text/event-stream", text })).not.toThrow();
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

test("nothing is said of a body that is not whole", () => {
  const seen = seenRequest(entryOf("https://api.anthropic.com/v1/messages", undefined, { status: 400 }));
  expect(judge({ ...(seen as Captured), id: 1 })).toBeUndefined();
});
