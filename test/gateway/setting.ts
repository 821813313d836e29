// What the tests of the gateway share: a worker before a strict server.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type RunningWorker, startWorkerd } from "../worker/workerd.ts";
import { startUpstream, type Upstream } from "./upstream.ts";

/** Both of them, once the tests run. */
export interface Setting {
  readonly upstream: Upstream;
  readonly worker: RunningWorker;
  /** Asks the gateway. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a value as JSON. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

/** Starts both for the tests of a file. */
export function serveGateway(variables: Readonly<Record<string, string>> = {}): Setting {
  let upstream: Upstream;
  let worker: RunningWorker;
  beforeAll(async () => {
    upstream = await startUpstream();
    worker = await startWorkerd({ upstream: upstream.address, variables });
  }, 120_000);
  beforeEach(() => {
    upstream.received.length = 0;
    upstream.says.length = 0;
    upstream.script = undefined;
  });
  afterAll(async () => {
    await worker?.stop();
    await upstream?.close();
  });
  const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(worker.origin + path, init);
  return {
    get upstream() {
      return upstream;
    },
    get worker() {
      return worker;
    },
    ask,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}
