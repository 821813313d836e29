// Firefox over its own remote protocol: no driver is needed. A message is its length, a colon, and a JSON list.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Quiet on the network. */
const PREFERENCES: Readonly<Record<string, string | boolean | number>> = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "devtools.toolbox.host": "window",
  "extensions.getAddons.cache.enabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
};

/** A running Firefox. */
export interface Firefox {
  send(command: string, parameters?: object): Promise<unknown>;
  /** Runs a function's body with the browser's own rights; the last argument is called with what it gives. */
  inBrowser(body: string): Promise<unknown>;
  /** Runs one in the page. */
  inPage(body: string, ...parameters: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts Firefox without a window. */
export async function startFirefox(binary: string): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), "replaysafe-firefox-"));
  const port = await freePort();
  const preferences = Object.entries({ ...PREFERENCES, "marionette.port": port });
  await writeFile(
    join(profile, "user.js"),
    preferences.map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});\n`).join(""),
  );
  const args = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", profile];
  const child = spawn(binary, args, {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, HOME: profile, MOZ_HEADLESS: "1" },
  });
  const socket = await connectWhenReady(port, child);
  const send = conversation(socket);
  await send("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } });
  await send("WebDriver:SetTimeouts", { script: 60_000 });
  const run = async (context: string, script: string, args: readonly unknown[]): Promise<unknown> => {
    await send("Marionette:SetContext", { value: context });
    const answer = await send("WebDriver:ExecuteAsyncScript", { script, args, newSandbox: true });
    return (answer as { value: unknown }).value;
  };
  return {
    send,
    inBrowser: (body) => run("chrome", wrapped(body), []),
    inPage: (body, ...parameters) => run("content", wrapped(body), parameters),
    async stop() {
      await send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
      socket.destroy();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.exitCode === null && child.pid !== undefined) {
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
        try {
          process.kill(-child.pid, "SIGKILL");
        } catch {
          // It has ended by itself.
        }
      }
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function wrapped(body: string): string {
  return `const done = arguments[arguments.length - 1];
    (async (...given) => { ${body} })(...arguments).then(done, (error) => done("ERROR " + error + " " + error.stack));`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function connectWhenReady(port: number, child: ChildProcess): Promise<Socket> {
  for (let tries = 0; tries < 240; tries++) {
    if (child.exitCode !== null) break;
    const socket = await new Promise<Socket | undefined>((resolve) => {
      const attempt = connect(port, "127.0.0.1", () => resolve(attempt));
      attempt.once("error", () => resolve(undefined));
    });
    if (socket) return socket;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`Firefox does not answer (exit code ${child.exitCode})`);
}

type Waiting = { resolve(value: unknown): void; reject(error: Error): void };

function conversation(socket: Socket): Firefox["send"] {
  const waiting = new Map<number, Waiting>();
  let [lastId, buffer] = [0, Buffer.alloc(0)];
  socket.on("data", (data: Buffer) => {
    buffer = Buffer.concat([buffer, data]);
    for (let colon = buffer.indexOf(":"); colon >= 0; colon = buffer.indexOf(":")) {
      const end = colon + 1 + Number(buffer.subarray(0, colon));
      if (buffer.length < end) return;
      const message: unknown = JSON.parse(buffer.subarray(colon + 1, end).toString());
      buffer = buffer.subarray(end);
      // The first one is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) waiting.get(id)?.reject(new Error(JSON.stringify(error).slice(0, 2000)));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  return (command, parameters = {}) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      const bytes = Buffer.from(JSON.stringify([0, id, command, parameters]));
      socket.write(Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]));
    });
}
