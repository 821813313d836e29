// An agent of npm's registry with nothing changed but its base URL, and a scripted model that a careless proxy stands
// before: the ids of its calls are none that the API takes back. The strict server refuses the second request for it.
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWorkerd } from "../worker/workerd.ts";
import type { Said } from "./answers.ts";
import { startUpstream } from "./upstream.ts";

const PACKAGE = "@mariozechner/pi-coding-agent";
const VERSION = "0.73.1";
const LIMIT = 180_000;

const SCRIPT: readonly Said[] = [
  {
    text: "I write it.",
    call: { id: "call|write", name: "write", input: { path: "plan.txt", content: "Ship 2.4.\n" } },
  },
  { text: "I look at it.", call: { id: "call|read", name: "read", input: { path: "plan.txt" } } },
  { text: "I count.", call: { id: "call|bash", name: "bash", input: { command: "wc -c < plan.txt > size.txt" } } },
  { text: "The plan is written." },
];

/** @param installed a folder with the agent; absent: it is installed. @returns the exit code */
export async function run(installed: string | undefined): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "replaysafe-agent-"));
  try {
    if (installed === undefined) await install(folder);
    const agent = join(installed ?? folder, "node_modules", PACKAGE, "dist/cli.js");
    const alone = await session(agent, join(folder, "alone"), "off");
    const repaired = await session(agent, join(folder, "repaired"), "fix");
    const failed = alone.completed || !repaired.completed;
    console.log(failed ? "FAIL" : "the tool loop was completed through the gateway alone");
    return failed ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function install(folder: string): Promise<void> {
  const begun = Date.now();
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
  const { code, out } = await execute("npm", ["install", ...flags, `${PACKAGE}@${VERSION}`], folder, process.env);
  if (code !== 0) throw new Error(out);
  console.log(`${PACKAGE} ${VERSION} installed in ${Math.round((Date.now() - begun) / 1000)} s`);
}

/** Has the agent work in a folder, behind a gateway in a mode. */
async function session(agent: string, folder: string, mode: "off" | "fix"): Promise<{ readonly completed: boolean }> {
  const config = join(folder, "config");
  await mkdir(config, { recursive: true });
  const upstream = await startUpstream();
  const worker = await startWorkerd({ upstream: upstream.address, variables: { GATEWAY_MODE: mode } });
  try {
    upstream.says.push(...SCRIPT);
    const providers = { anthropic: { baseUrl: `${worker.origin}/anthropic` } };
    await writeFile(join(config, "models.json"), JSON.stringify({ providers }));
    const flags = ["--print", "--offline", "--no-session", "--no-extensions", "--no-skills", "--no-context-files"];
    const args = [agent, ...flags, "--model", "anthropic/claude-sonnet-4-5", "Write the plan and count it."];
    const env = { ...process.env, ANTHROPIC_API_KEY: "key-1", PI_CODING_AGENT_DIR: config, HOME: folder };
    const { code, out } = await execute(process.execPath, args, folder, env);
    const size = await readFile(join(folder, "size.txt"), "utf8").catch(() => "");
    const requests = upstream.received.length;
    const completed = code === 0 && out.includes("The plan is written.") && size.trim() === "10";
    console.log(`mode ${mode}: ${requests} requests, exit ${code}, ${completed ? "completed" : "not completed"}`);
    for (const line of out.trim().split("\n").slice(-4)) console.log(`  | ${line.slice(0, 160)}`);
    return { completed };
  } finally {
    await worker.stop();
    await upstream.close();
  }
}

function execute(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: LIMIT });
    let out = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        out += text;
      });
    }
    child.on("error", reject).on("close", (code) => resolve({ code: code ?? 1, out }));
  });
}
