/// <reference path="../../../src/adapters/deno/deno.d.ts" />
// The store of Deno over a folder, with a system whose calls can fail. Prints the rows as JSON.
import { createDenoStore } from "../../../src/adapters/deno/store.ts";
import { type Faults, type Host, runFaults } from "./suite.ts";

const real = { ...Deno };
const [folder = "."] = Deno.args;
let faults: Faults | undefined;

const guard = <T>(step: string, act: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> =>
  faults === undefined ? act() : faults.call(step, act, half);

/** What kind of file a path names. */
function kindOf(path: string): string {
  return /\.bak-/.test(path) ? "backup" : /\.tmp$/.test(path) ? "draft" : /\.jsonl$/.test(path) ? "file" : "folder";
}

function faulty(file: Deno.FsFile, kind: string): Deno.FsFile {
  return {
    read: (bytes) => guard(`${kind}: read`, () => file.read(bytes)),
    write: (bytes) =>
      guard(
        `${kind}: write`,
        () => file.write(bytes),
        () => file.write(bytes.subarray(0, bytes.length >> 1)),
      ),
    sync: () => guard(`${kind}: sync`, () => file.sync()),
    // Closing does not fail.
    close: () => file.close(),
  };
}

Object.assign(Deno, {
  realPath: (path: string) => guard("real path", () => real.realPath(path)),
  stat: (path: string) => guard(`${kindOf(path)}: stat`, () => real.stat(path)),
  open: async (path: string, options: Parameters<typeof Deno.open>[1]) => {
    const kind = kindOf(path);
    const file = await guard(`${kind}: open`, () => real.open(path, options));
    return faulty(file, kind);
  },
  chmod: (path: string, mode: number) => guard(`${kindOf(path)}: chmod`, () => real.chmod(path, mode)),
  chown: (path: string, uid: number, gid: number) => guard("chown", () => real.chown(path, uid, gid)),
  rename: (from: string, to: string) => guard("rename", () => real.rename(from, to)),
  remove: (path: string) => guard(`${kindOf(path)}: remove`, () => real.remove(path)),
});

let number = 0;
const host: Host = {
  name: "deno",
  blind: ["rename"],
  creates: ["backup: open", "draft: open"],
  async make(text, given) {
    faults = undefined;
    const own = `${folder}/${number++}`;
    await denoOf().mkdir(own);
    const path = `${own}/session.jsonl`;
    const write = async (content: string): Promise<void> => {
      const bytes = new TextEncoder().encode(content);
      const file = await real.open(`${path}.rival`, { write: true, createNew: true, mode: 0o640 });
      for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(await file.write(rest));
      file.close();
      await real.rename(`${path}.rival`, path);
    };
    await write(text);
    faults = given;
    return {
      store: createDenoStore(),
      path,
      write,
      read: async (name) => {
        const bytes = await real.readFile(name).catch(() => undefined);
        return bytes && new TextDecoder().decode(bytes);
      },
      list: async () => {
        const names: string[] = [];
        for await (const { name } of denoOf().readDir(own)) names.push(name);
        return names;
      },
    };
  },
};

/** What only this test needs of Deno. */
function denoOf(): { mkdir(path: string): Promise<void>; readDir(path: string): AsyncIterable<{ name: string }> } {
  return Deno as never;
}

console.log(JSON.stringify(await runFaults(host)));
