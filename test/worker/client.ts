// What the tests of the API share: the worker, requests to it, and what to send.
import { expect } from "vitest";
import { type RunningWorker, startWorkerd } from "./workerd.ts";

/** A target with much to repair for. */
export const target = { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-opus-4-6" };

/** A message of the user. */
export const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });

/** An answer in JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is looked at field by field.
  readonly json: any;
}

/** A running worker and ways to ask it. */
export interface Client extends RunningWorker {
  send(path: string, init?: RequestInit): Promise<Reply>;
  /** Sends a value as JSON; a string is sent as it is. */
  post(body: unknown): Promise<Reply>;
}

/** Starts the worker. */
export async function startClient(): Promise<Client> {
  const worker = await startWorkerd();
  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(`${worker.origin}${path}`, init);
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  const post = (body: unknown): Promise<Reply> => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return send("/v1/sanitize", { method: "POST", headers: { "content-type": "application/json" }, body: text });
  };
  return { ...worker, send, post };
}

/** The status, code and path of a refusal, which must have the documented shape. */
export function errorOf({ status, headers, json }: Reply): [number, string, string] {
  expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  expect(json).toMatchObject({
    title: expect.any(String),
    status,
    code: expect.any(String),
    detail: expect.any(String),
  });
  return [status, json.code, json.path ?? ""];
}
