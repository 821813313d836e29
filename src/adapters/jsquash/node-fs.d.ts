/** The part of Node that this folder uses, for compilers that do not know it. */
declare module "node:fs/promises" {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}
