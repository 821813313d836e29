// A project that has installed the built library: its package.json and dist/lib under node_modules, beside the packages
// it depends on, and nothing else of this checkout.
import { type ExecFileException, execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "./source.ts";

/** The installed project. */
export interface Consumer {
  readonly folder: string;
  /** Writes a file of the project and returns its path. */
  write(name: string, text: string): string;
  /** Runs a program of this checkout's node_modules in the project and returns what it prints. */
  run(program: string, args: readonly string[]): Promise<string>;
  remove(): void;
}

/** Builds the library into a new project. The checkout's own dist is left alone. */
export async function installConsumer(): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), "replaysafe-consumer-"));
  const home = join(folder, "home");
  const run = async (program: string, args: readonly string[], cwd = folder): Promise<string> => {
    const env = { ...process.env, ...quiet, XDG_CONFIG_HOME: home, WRANGLER_LOG_PATH: home };
    try {
      return (await promisify(execFile)(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
    } catch (error) {
      const { message, stdout, stderr } = error as ExecFileException & { stdout: string; stderr: string };
      throw new Error(`${message}\n${stdout}\n${stderr}`, { cause: error });
    }
  };
  const bin = (name: string): string => (name === "node" ? process.execPath : `${root}node_modules/.bin/${name}`);
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };

  const installed = join(folder, "node_modules/replaysafe");
  const library = join(installed, "dist/lib");
  // What is written does not depend on the types being right: that is another test.
  await run(bin("tsc"), ["-p", "src", "--noCheck", "--outDir", library], root);
  await run(process.execPath, ["test/packaging/build-wasm.mjs", library], root);
  cpSync(join(root, "package.json"), join(installed, "package.json"));
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }
  write("package.json", JSON.stringify({ type: "module", dependencies: { replaysafe: "*" } }));
  return {
    folder,
    write,
    run: (program, args) => run(bin(program), args),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** What the test runner sets goes. No program may ask the network, the user's settings or for color. */
const quiet = {
  NO_COLOR: "1",
  FORCE_COLOR: undefined,
  NODE_ENV: undefined,
  DENO_NO_UPDATE_CHECK: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
};
