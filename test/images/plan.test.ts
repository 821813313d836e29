// The image plan: what is done to which image, decided from heads. No engine is needed for any of it.
import { describe, expect, test } from "vitest";
import {
  applyImages,
  createMemoryImageCache,
  type EncodedImage,
  executeImagePlan,
  finishReplay,
  type ImageEngine,
  ImageError,
  type ImageJob,
  planImages,
  planReplay,
  type ReplayTarget,
  type SanitizeOptions,
  sanitizeContentBlocksImages,
} from "../../src/index.ts";
import { deepFreeze } from "../oracles/values.ts";
import { gifHead, png, pngHead } from "./heads.ts";

const anthropic: ReplayTarget = { provider: "anthropic", modelId: "claude-sonnet-4-5" };
const bedrock: ReplayTarget = { provider: "amazon-bedrock", modelId: "anthropic.claude-sonnet-4-5" };

const user = (...content: object[]) => ({ role: "user", content });
const said = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });

function plan(messages: readonly unknown[], target = anthropic, images: SanitizeOptions["images"] = {}) {
  return planImages(deepFreeze(messages), { target, images });
}

const actions = (...args: Parameters<typeof plan>) =>
  plan(...args).images.map(({ action, reasons }) => [action, ...reasons].join(" "));

describe("single images", () => {
  test("stay within the limits, inclusive", () => {
    expect(actions([user(png(1200, 1200), png(1200, 1201), png(1, 1201))])).toEqual(["keep", "fit side", "fit side"]);
  });

  test("are fitted when their bytes are over the limit, counted as the provider counts them", () => {
    const messages = [user(png(10, 10, 3_932_160), png(10, 10, 3_932_161))];
    expect(actions(messages, bedrock)).toEqual(["keep", "fit bytes"]);
    // 5 MiB of base64, which are 3,932,160 bytes.
    expect(actions(messages, { ...bedrock, modelApi: "anthropic-messages" })).toEqual(["keep", "fit bytes"]);
    expect(actions(messages)).toEqual(["keep", "keep"]);
  });

  test("are converted when the target does not read their format", () => {
    const gif = { type: "image", data: gifHead(1, 1), mimeType: "image/gif" };
    expect(actions([user(gif)], { provider: "google", modelId: "gemini-2.5-pro" })).toEqual(["fit format"]);
    expect(actions([user(gif)])).toEqual(["keep"]);
  });

  test("with several pictures are fitted where only stills are read", () => {
    const gif = { type: "image", data: gifHead(1, 1, 3), mimeType: "image/gif" };
    expect(actions([user(gif)], { provider: "openai" })).toEqual(["fit animated"]);
  });

  test.each([
    ["9", 1200],
    [0, 1],
    [800.9, 800],
    [Number.NaN, 1200],
    [undefined, 1200],
  ])("a side of %s is read as %s", (given, side) => {
    const { wishes } = plan([], anthropic, { maxDimensionPx: given as number });
    expect(wishes.each.maxSide).toBe(side);
  });

  test("the plan names each image by a pointer and each piece of work once", () => {
    const big = png(4000, 3000);
    const { images, jobs } = plan([user({ type: "text", text: "a" }, big), said("b"), user({ ...big })]);
    expect(images.map(({ path, job }) => [path, job])).toEqual([
      ["/0/content/1", 0],
      ["/2/content/0", 0],
    ]);
    expect(jobs.length).toBe(1);
    expect(JSON.parse(JSON.stringify(images))).toEqual(images);
  });
});

describe("images of a request", () => {
  const many = (count: number, side = 2500) => Array.from({ length: count }, (_, index) => user(png(side, index + 1)));

  test("more than twenty may have fewer pixels", () => {
    const wide = { maxDimensionPx: 8000 };
    expect(actions(many(20), anthropic, wide).every((action) => action === "keep")).toBe(true);
    const planned = plan(many(21), anthropic, wide);
    expect(planned.images.every(({ reasons }) => reasons[0] === "many-images")).toBe(true);
    expect(planned.jobs.every(({ limits }) => limits.maxSide === 1999)).toBe(true);
  });

  test("the oldest go when there are too many, the newest of the user never", () => {
    const target = { provider: "mistral", modelId: "pixtral" };
    const shots = Array.from({ length: 9 }, (_, index) => ({
      role: "toolResult",
      toolCallId: `c${index}`,
      content: [png(10, index + 1)],
    }));
    const found = actions([user(png(5, 5)), ...shots], target);
    expect(found).toEqual(["keep", ...Array(2).fill("omit too-many-images"), ...Array(7).fill("keep")]);
  });

  test("a message may have its own limit", () => {
    const found = actions([user(...Array.from({ length: 22 }, (_, index) => png(10, index + 1)))], bedrock);
    expect(found.filter((action) => action === "omit too-many-in-message").length).toBe(2);
    expect(found.slice(2).every((action) => action === "keep")).toBe(true);
  });
});

describe("without an engine", () => {
  test("an image that the target takes stays, and a finding says so", async () => {
    const planned = planReplay([user(png(4000, 3000))], { target: anthropic });
    const done = finishReplay(planned, await executeImagePlan(planned.images, undefined));
    expect(done).toMatchObject({
      status: "clean",
      findings: [{ code: "image-not-fitted", severity: "note", path: "/0/content/0" }],
    });
  });

  test("an image that it refuses becomes a text", async () => {
    const { blocks, changes } = await sanitizeContentBlocksImages([png(9000, 10)], { label: "L", target: anthropic });
    expect(blocks).toEqual([{ type: "text", text: "[L] omitted image payload: Error: Image processor unavailable" }]);
    expect(changes).toMatchObject([{ rule: "image-limits", from: ["/0"], to: "/0", lossy: true }]);
  });

  test("so does one over a limit that the caller named", async () => {
    const options = { label: "L", target: anthropic, images: { maxDimensionPx: 100 } };
    const { blocks } = await sanitizeContentBlocksImages([png(101, 10)], options);
    expect(blocks[0]).toMatchObject({ type: "text" });
  });
});

/** Answers every job with a picture of the size asked for, and counts. */
function recordingEngine(bytes = (job: ImageJob) => Math.min(job.info.bytes, job.limits.maxBytes)) {
  const jobs: ImageJob[] = [];
  const engine: ImageEngine = {
    name: "recording",
    async process(job): Promise<EncodedImage> {
      jobs.push(job);
      if (job.info.height === 13) throw new ImageError("undecodable", "broken");
      const { maxSide } = job.limits;
      const size = bytes(job);
      const data = pngHead(Math.min(maxSide, job.info.width), Math.min(maxSide, job.info.height), size);
      return { data, format: "png", mimeType: "image/png", width: maxSide, height: maxSide, bytes: size, warnings: [] };
    },
  };
  return { engine, jobs };
}

describe("carrying out a plan", () => {
  test("results and failures stand in the place of their images", async () => {
    const { engine } = recordingEngine();
    const messages = deepFreeze([user({ ...png(2000, 5), name: "a.png" }, png(2000, 13))]);
    const planned = plan(messages);
    const { messages: out, changes } = applyImages(messages, planned, await executeImagePlan(planned, engine));
    expect(out).toEqual([
      user(
        { type: "image", data: pngHead(1200, 5), mimeType: "image/png", name: "a.png" },
        { type: "text", text: "[session:history] omitted image payload: Error: broken" },
      ),
    ]);
    expect(changes.map(({ rule, to }) => [rule, to])).toEqual([
      ["image-limits", "/0/content/0/data"],
      ["image-limits", "/0/content/1"],
    ]);
  });

  test("a request that is too large loses quality of the oldest first, then the oldest", async () => {
    const { engine, jobs } = recordingEngine();
    const shot = (index: number) => ({
      role: "toolResult",
      toolCallId: `c${index}`,
      content: [png(100, 20 + index, 2_000_000)],
    });
    const call = (index: number) => ({
      role: "assistant",
      content: [{ type: "toolCall", id: `c${index}`, name: "shot", arguments: {} }],
    });
    const messages = [
      user({ type: "text", text: "go" }),
      ...[0, 1, 2, 3].flatMap((index) => [call(index), shot(index)]),
    ];
    const limits = { requestBytes: { value: 6_000_000, unit: "bytes" as const } };
    const options = { target: anthropic, policy: { limits }, images: { engine } };
    let step = planReplay(messages, options);
    let result: ReturnType<typeof finishReplay> = step;
    let rounds = 0;
    while ("images" in result) {
      step = result;
      result = finishReplay(step, await executeImagePlan(step.images, engine));
      rounds++;
    }
    expect(rounds).toBe(2);
    expect(JSON.stringify(result.messages).length).toBeLessThan(6_000_000);
    // The newest is untouched, the oldest are smaller.
    expect(jobs.map(({ info }) => info.height)).not.toContain(23);
    expect(result.changes.filter(({ rule }) => rule === "image-limits").length).toBe(jobs.length);
    // Without an engine the oldest go.
    const bare = planReplay(messages, { target: anthropic, policy: { limits } });
    let end: ReturnType<typeof finishReplay> = bare;
    while ("images" in end) end = finishReplay(end, await executeImagePlan(end.images, undefined));
    expect(JSON.stringify(end.messages).length).toBeLessThan(6_000_000);
    expect(end.changes.filter(({ message }) => message.includes("no room")).length).toBe(2);
  });

  test("a cache answers for the same image at the same limits, and forgets when it is full", async () => {
    const { engine, jobs } = recordingEngine(() => 600);
    const cache = createMemoryImageCache(2500);
    const run = async (...images: object[]) => {
      const planned = plan([user(...images)]);
      return executeImagePlan(planned, engine, { cache });
    };
    const first = await run(png(2000, 5));
    expect(await run(png(2000, 5))).toEqual(first);
    expect(jobs.length).toBe(1);
    await run(png(2000, 6));
    await run(png(2000, 7));
    expect(jobs.length).toBe(3);
    await run(png(2000, 5));
    expect(jobs.length).toBe(4);
  });

  test("an engine that takes several at a time is given them, and the results keep their order", async () => {
    const { engine } = recordingEngine();
    let [started, running, most] = [0, 0, 0];
    const process = async (job: ImageJob) => {
      most = Math.max(most, ++running);
      // The first is done last.
      const delay = 20 - 4 * started++;
      await new Promise((resolve) => setTimeout(resolve, delay));
      running--;
      return engine.process(job);
    };
    const planned = plan([user(...[5, 6, 7, 8, 9].map((seed) => png(2000, seed)))]);
    const together = await executeImagePlan(planned, { name: "several", concurrency: 3, process });
    expect(most).toBe(3);
    expect(together).toEqual(await executeImagePlan(planned, engine));
  });

  test("an abort ends it with the signal's reason", async () => {
    const { engine } = recordingEngine();
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(executeImagePlan(plan([user(png(2000, 5))]), engine, { signal })).rejects.toThrow("enough");
  });
});
