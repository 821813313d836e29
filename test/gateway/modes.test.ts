// What is done with a body: by the request's mode, by the settings, and by what the provider says.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningWorker, startWorkerd } from "../worker/workerd.ts";
import { serveGateway } from "./setting.ts";
import { AWS_KEYS, type Received, refusal } from "./upstream.ts";

const TOKEN = "a-token-of-this-worker";
const gateway = serveGateway();
/** A worker with all settings the other way round. */
let strict: RunningWorker;

beforeAll(async () => {
  const variables = {
    ...AWS_KEYS,
    API_TOKENS: TOKEN,
    GATEWAY_ACCESS: "token",
    GATEWAY_ON_FAILURE: "refuse",
    GATEWAY_ON_UNREPAIRABLE: "forward",
    BEDROCK_REGIONS: "us-east-1, eu-central-1",
    MAX_BODY_BYTES: "100000",
  };
  strict = await startWorkerd({ upstream: gateway.upstream.address, variables });
}, 120_000);

afterAll(async () => {
  await strict?.stop();
});

const askStrict = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(strict.origin + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-replaysafe-token": TOKEN, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const texts = (): readonly string[] => gateway.upstream.received.map(({ text }) => text);
const report = ({ headers }: Response, name: string): string | null => headers.get(`x-replaysafe-${name}`);

const dangling = {
  model: "claude-opus-4-6",
  max_tokens: 64,
  tools: [{ name: "ship", input_schema: { type: "object" } }],
  messages: [
    { role: "user", content: "Ship it." },
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "ship", input: {} }] },
    { role: "user", content: "Well?" },
  ],
};
/** No remedy knows what was to be said. */
const hopeless = { model: "claude-opus-4-6", messages: [] };
const NOTHING: Pick<Received, "host" | "path" | "headers"> = { host: "", path: "", headers: {} };
const SIGNED = {
  model: "claude-opus-4-6",
  max_tokens: 64,
  messages: [
    { role: "user", content: "Ship it." },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Tests first.", signature: "QUJDREVGR0g=" },
        { type: "text", text: "Done." },
      ],
    },
    { role: "user", content: "Well?" },
  ],
};
const BAD_SIGNATURE = "messages.1.content.0: Invalid `signature` in `thinking` block";

/** Refuses what holds a text. */
function refuse(holding: string, message: string, status = 400): void {
  gateway.upstream.script = ({ text }, response) => {
    if (!text.includes(holding)) return false;
    response.writeHead(status, { "content-type": "application/json", "request-id": "req_1" });
    response.end(JSON.stringify(refusal(message)));
    return true;
  };
}

describe("x-replaysafe-mode", () => {
  test("off: the provider has the word", async () => {
    const response = await gateway.post("/anthropic/v1/messages", dangling, { "x-replaysafe-mode": "off" });
    expect([response.status, report(response, "status"), report(response, "reason")]).toEqual([400, "bypassed", "off"]);
    expect(texts()).toEqual([JSON.stringify(dangling)]);
  });

  test("lint: the same bytes, and what is wrong with them", async () => {
    const response = await gateway.post("/anthropic/v1/messages", dangling, { "x-replaysafe-mode": "lint" });
    expect([response.status, report(response, "status"), report(response, "reason")]).toEqual([
      400,
      "bypassed",
      "lint",
    ]);
    expect(report(response, "findings")).toBe("1;call-unanswered=1");
    expect(texts()).toEqual([JSON.stringify(dangling)]);
    const sound = await gateway.post("/anthropic/v1/messages", SIGNED, { "x-replaysafe-mode": "LINT" });
    expect([sound.status, report(sound, "status")]).toEqual([200, "clean"]);
  });

  test("another is refused", async () => {
    const response = await gateway.post("/anthropic/v1/messages", dangling, { "x-replaysafe-mode": "maybe" });
    expect([response.status, await response.json()]).toMatchObject([400, { code: "unknown-mode" }]);
    expect(texts()).toEqual([]);
  });
});

describe("a body that cannot be repaired", () => {
  test("is not sent; the answer says what is wrong", async () => {
    const response = await gateway.post("/anthropic/v1/messages", hopeless);
    expect([response.status, report(response, "status")]).toEqual([422, "unrepairable"]);
    expect(response.headers.get("content-type")).toMatch("application/problem+json");
    const problem = await response.json();
    expect(problem).toMatchObject({ status: 422, code: "unrepairable", error: { type: "unrepairable" } });
    expect(problem.findings[0]).toMatchObject({ severity: "error", path: expect.any(String) });
    expect(texts()).toEqual([]);
  });

  test("is sent as it came where the settings say so", async () => {
    const body = `${JSON.stringify(hopeless)} `;
    const response = await askStrict("/anthropic/v1/messages", body);
    expect([response.status, report(response, "status")]).toEqual([400, "unrepairable"]);
    expect(texts()).toEqual([body]);
  });
});

describe("a limit", () => {
  test("refuses where the settings say so", async () => {
    const response = await askStrict("/anthropic/v1/messages", "x".repeat(100_001));
    expect([response.status, await response.json()]).toMatchObject([413, { code: "body-too-large" }]);
    expect(report(response, "status")).toBe("bypassed");
    expect(texts()).toEqual([]);
  });
});

describe("a refusal", () => {
  test("is explained, in words that are not the transcript's", async () => {
    refuse("signature", BAD_SIGNATURE);
    const response = await gateway.post("/anthropic/v1/messages", SIGNED);
    expect([response.status, report(response, "status")]).toEqual([400, "clean"]);
    expect(report(response, "explanation")).toBe(
      "thinking-signature: The signature of thinking is not one that the API made. At /messages/1/content/0. Remedies: drop-thinking-block.",
    );
    expect(await response.json()).toEqual(refusal(BAD_SIGNATURE));
    expect(response.headers.get("request-id")).toBe("req_1");
    expect(texts()).toHaveLength(1);
  });

  test("that is not known is passed on", async () => {
    refuse("signature", "Überraschung: no.");
    const response = await gateway.post("/anthropic/v1/messages", SIGNED, { "x-replaysafe-mode": "retry" });
    expect([response.status, report(response, "explanation")]).toEqual([400, null]);
    expect(await response.json()).toEqual(refusal("Überraschung: no."));
    expect(texts()).toHaveLength(1);
  });

  test("that is longer than anybody reads is passed on whole", async () => {
    refuse("signature", BAD_SIGNATURE + "x".repeat(300_000));
    const response = await gateway.post("/anthropic/v1/messages", SIGNED, { "x-replaysafe-mode": "retry" });
    expect((await response.text()).length).toBeGreaterThan(300_000);
    expect([report(response, "explanation"), texts().length]).toEqual([null, 1]);
  });
});

describe("mode retry", () => {
  const retry = { "x-replaysafe-mode": "retry" };

  test("signatures: thinking goes, and the answer comes", async () => {
    refuse("signature", BAD_SIGNATURE);
    const response = await gateway.post("/anthropic/v1/messages", SIGNED, retry);
    expect([response.status, report(response, "status")]).toEqual([200, "repaired"]);
    expect(report(response, "changes")).toBe("1;drop-thinking-block=1");
    expect(report(response, "lossy")).toBe("1;drop-thinking-block=1");
    expect(report(response, "retried")).toBe("thinking-signature");
    expect(report(response, "explanation")).toBeNull();
    expect(texts()).toHaveLength(2);
  });

  test("streams are begun by the answer to the second request", async () => {
    refuse("signature", BAD_SIGNATURE);
    const response = await gateway.post("/anthropic/v1/messages", { ...SIGNED, stream: true }, retry);
    expect(response.headers.get("content-type")).toMatch("text/event-stream");
    expect(await response.text()).toContain("message_stop");
    expect(texts()).toHaveLength(2);
  });

  test("encrypted reasoning of the Responses API", async () => {
    refuse("gAAAAAB", "The encrypted content gAAA could not be verified. Reason: could not be decrypted or parsed.");
    const body = {
      model: "gpt-5.2",
      store: false,
      input: [
        { role: "user", content: "Ship it." },
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAABo" },
        { type: "function_call", id: "fc_1", call_id: "call_1", name: "ship", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: "ok" },
      ],
    };
    const response = await gateway.post("/openai/v1/responses", body, retry);
    expect([response.status, report(response, "retried")]).toEqual([200, "encrypted-content"]);
    expect(JSON.parse(texts()[1] ?? "").input).toHaveLength(3);
  });

  test("a repaired body is repaired once more: both reports are told", async () => {
    refuse("signature", BAD_SIGNATURE);
    const body = { ...SIGNED, messages: [...SIGNED.messages.slice(0, 2), ...dangling.messages] };
    const response = await gateway.post("/anthropic/v1/messages", { ...dangling, ...body }, retry);
    expect([response.status, report(response, "status")]).toEqual([200, "repaired"]);
    expect(report(response, "changes")).toBe("2;synthesize-result=1;drop-thinking-block=1");
  });

  test("never more than once", async () => {
    refuse("Ship it", BAD_SIGNATURE);
    const response = await gateway.post("/anthropic/v1/messages", SIGNED, retry);
    expect([response.status, report(response, "retried")]).toEqual([400, "thinking-signature"]);
    expect(report(response, "explanation")).toMatch(/^thinking-signature/);
    expect(texts()).toHaveLength(2);
  });

  test("not when nothing would change", async () => {
    refuse("Ship it", "messages: text content blocks must be non-empty");
    const body = { ...SIGNED, messages: [{ role: "user", content: "Ship it." }] };
    const response = await gateway.post("/anthropic/v1/messages", body, retry);
    expect([response.status, report(response, "retried")]).toEqual([400, null]);
    expect(report(response, "explanation")).toMatch(/^text-empty/);
    expect(texts()).toHaveLength(1);
  });

  test("not for what is no refusal of the body", async () => {
    refuse("signature", BAD_SIGNATURE, 500);
    expect((await gateway.post("/anthropic/v1/messages", SIGNED, retry)).status).toBe(500);
    expect(texts()).toHaveLength(1);
  });

  test("the second request fails: the first answer is given", async () => {
    gateway.upstream.script = ({ text }, response) => {
      if (!text.includes("signature")) response.destroy();
      else response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(refusal(BAD_SIGNATURE)));
      return true;
    };
    const response = await gateway.post("/anthropic/v1/messages", SIGNED, retry);
    expect([response.status, await response.json()]).toEqual([400, refusal(BAD_SIGNATURE)]);
  });
});

describe("access", () => {
  test("without a token nobody is let in where one is asked for", async () => {
    for (const headers of [{ "x-replaysafe-token": "" }, { "x-replaysafe-token": `${TOKEN}x` }]) {
      const response = await askStrict("/anthropic/v1/messages", SIGNED, { ...headers, authorization: "Bearer key-1" });
      expect([response.status, await response.json()]).toMatchObject([401, { code: "unauthorized" }]);
    }
    expect(texts()).toEqual([]);
  });

  test("a token of the worker's is never forwarded", async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await askStrict("/anthropic/v1/messages", SIGNED, headers)).status).toBe(200);
    expect(JSON.stringify(gateway.upstream.received[0]?.headers)).not.toContain(TOKEN);
  });

  const converse = { messages: [{ role: "user", content: [{ text: "Ship it." }] }] };
  const path = "/bedrock/eu-central-1/model/anthropic.claude-3-haiku-20240307-v1%3A0/converse";

  test("a request to Bedrock is signed with the worker's keys for holders of a token", async () => {
    const response = await askStrict(path, converse, { authorization: "AWS4-HMAC-SHA256 Credential=theirs" });
    expect([response.status, report(response, "status")]).toEqual([200, "clean"]);
    const [{ host, path: arrived, headers } = NOTHING] = gateway.upstream.received;
    expect([host, arrived]).toEqual([
      "bedrock-runtime.eu-central-1.amazonaws.com",
      path.slice("/bedrock/eu-central-1".length),
    ]);
    expect(headers["authorization"]).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\//);
  });

  test("a repaired body is signed as it is sent, a stream too", async () => {
    const messages = [
      ...converse.messages,
      { role: "assistant", content: [{ toolUse: { toolUseId: "a|b", name: "ship", input: {} } }] },
    ];
    const streaming = path.replace(/converse$/, "converse-stream");
    const response = await askStrict(streaming, { messages }, { authorization: `Bearer ${TOKEN}` });
    expect([response.status, report(response, "status")]).toEqual([200, "repaired"]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  test("a key of the caller's own is forwarded", async () => {
    const response = await askStrict(path, converse, { authorization: "Bearer bedrock-key" });
    expect(response.status).toBe(200);
    expect(gateway.upstream.received[0]?.headers["authorization"]).toBe("Bearer bedrock-key");
  });

  test("nobody else has a request signed", async () => {
    const response = await gateway.post(path, converse, { authorization: "AWS4-HMAC-SHA256 Credential=theirs" });
    expect([response.status, await response.json()]).toMatchObject([401, { code: "signing-refused" }]);
    expect((await askStrict(path.replace("eu-central-1", "us-west-2"), converse)).status).toBe(404);
    expect(texts()).toEqual([]);
  });

  test("no credential and no text of a transcript is in the log", async () => {
    for (const log of [gateway.worker.log(), strict.log()]) {
      for (const secret of [TOKEN, "key-1", "Ship it", "wJalrXUtnFEMI", "bedrock-key"])
        expect(log).not.toContain(secret);
    }
  });
});

describe("Claude at other clouds", () => {
  const body = { anthropic_version: "vertex-2023-10-16", ...dangling, model: undefined };

  test.each([
    [
      "/vertex/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-opus-4-6:streamRawPredict",
      "us-east5-aiplatform.googleapis.com",
    ],
    ["/bedrock/us-east-1/model/us.anthropic.claude-opus-4-6-v1/invoke", "bedrock-runtime.us-east-1.amazonaws.com"],
    ["/cloudflare-ai-gateway/v1/a1/g1/anthropic/v1/messages", "gateway.ai.cloudflare.com"],
  ])("%s", async (path, host) => {
    const sent = path.includes("cloudflare") ? dangling : body;
    const response = await gateway.post(path, sent, { authorization: "Bearer bedrock-key" });
    expect([await response.text(), response.status]).toEqual([expect.stringContaining("Done."), 200]);
    expect(report(response, "status")).toBe("repaired");
    expect(gateway.upstream.received[0]?.host).toBe(host);
  });
});
