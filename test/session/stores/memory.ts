// The store in memory over a map whose calls can fail.
import { createMemoryStore } from "../../../src/index.ts";
import type { Faults, Host } from "./suite.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A map that fails as it is told. Calls of a map are no promises, so only `before`, `after` and crashes are real. */
class FaultyMap extends Map<string, Uint8Array> {
  faults: Faults | undefined;

  override get(key: string): Uint8Array | undefined {
    return this.#guard("get", () => super.get(key));
  }

  override set(key: string, value: Uint8Array): this {
    return this.#guard("set", () => super.set(key, value));
  }

  override delete(key: string): boolean {
    return this.#guard("delete", () => super.delete(key));
  }

  #guard<T>(step: string, act: () => T): T {
    return this.faults === undefined ? act() : this.faults.callNow(step, act);
  }
}

export const memoryHost: Host = {
  name: "memory",
  blind: ["set"],
  creates: ["set"],
  async make(text, faults) {
    const path = "session.jsonl";
    const files = new FaultyMap();
    files.set(path, encoder.encode(text));
    files.faults = faults;
    const calmly = <T>(act: () => T): T => {
      files.faults = undefined;
      const result = act();
      files.faults = faults;
      return result;
    };
    return {
      store: createMemoryStore(files),
      path,
      read: async (name) => calmly(() => files.get(name) && decoder.decode(files.get(name))),
      write: async (rival) => calmly(() => void files.set(path, encoder.encode(rival))),
      list: async () => [...files.keys()],
    };
  },
};
