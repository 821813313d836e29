// The built page in front of the worker, as `npm start` serves them.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A running server. */
export interface RunningServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts wrangler on a free port. Nothing of it reaches the network or the user's settings. */
export async function startServer(): Promise<RunningServer> {
  if (!existsSync(`${root}dist/web/index.html`)) throw new Error("build the page first: npm run build");
  const state = await mkdtemp(join(tmpdir(), "replaysafe-page-"));
  const args = [
    "dev",
    "--config",
    "worker/wrangler.jsonc",
    "--ip",
    "127.0.0.1",
    "--port",
    "0",
    "--inspector-port",
    "0",
  ];
  const child = spawn(
    `${root}node_modules/.bin/wrangler`,
    [...args, "--persist-to", state, "--show-interactive-dev-session=false"],
    {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        WRANGLER_SEND_METRICS: "false",
        WRANGLER_HIDE_BANNER: "true",
        WRANGLER_LOG_PATH: state,
        XDG_CONFIG_HOME: state,
      },
    },
  );
  let log = "";
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    child.on("close", (code, signal) => {
      if (!stopping) console.error(`wrangler ended: ${signal ?? code}\n${log.slice(-4000)}`);
      resolve();
    });
  });
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        const url = /Ready on (http:\/\/\S+)/.exec(log)?.[1];
        if (url) resolve(url);
      });
    }
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`wrangler ended\n${log}`)));
  });
  return {
    origin,
    async stop() {
      stopping = true;
      if (child.pid) process.kill(-child.pid, "SIGTERM");
      await ended;
      await rm(state, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
