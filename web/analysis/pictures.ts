/** The images of a transcript: what each was, what became of it, and why. */
import { type Change, type ImageTokenTarget, measureImage, type PlannedImage } from "../../src/index.ts";
import type { ImageRow } from "../protocol.ts";
import { blocksIn, imageIn } from "./blocks.ts";
import { imageSize } from "./detail.ts";
import { turnPointer } from "./document.ts";
import type { Rows } from "./rows.ts";
import { isFields, valueAt } from "./values.ts";

/** How many images are listed. */
const MOST = 2000;

/** What the list is made of. */
export interface PicturesInput {
  readonly rows: Rows;
  readonly changes: readonly Change[];
  /** What is planned, while the work is still to be done. Paths are those of the output. */
  readonly planned: readonly PlannedImage[];
  readonly waiting: boolean;
  /** What is said of images that stay although they should have been made to fit, by their place in the output. */
  readonly left: ReadonlyMap<string, string>;
  readonly target: ImageTokenTarget;
}

/** The images of the input, oldest first. Blocks within tool results are looked into. */
export function pictures({ rows, changes, planned, waiting, left, target }: PicturesInput): ImageRow[] {
  const byPath = new Map<string, Change[]>();
  for (const change of changes) {
    for (const path of change.from) byPath.set(path, [...(byPath.get(path) ?? []), change]);
  }
  const plans = new Map(planned.map((plan) => [plan.path, plan] as const));
  const found: ImageRow[] = [];
  for (const [turn, value] of rows.before.list.entries()) {
    for (const path of imagePaths(value, turnPointer(rows.before, turn))) {
      if (found.length >= MOST) return found;
      const picture = pictureAt(path, rows, relevant(byPath, path), plans, waiting, target);
      const note = left.get(picture.afterPath ?? path);
      found.push(note === undefined ? picture : { ...picture, why: note });
    }
  }
  return found;
}

/** Where the images of a turn stand. */
function imagePaths(turn: unknown, pointer: string): string[] {
  const paths: string[] = [];
  for (const { path, value } of blocksIn(turn)) {
    if (imageIn(value)) paths.push(pointer + path);
    else if (isFields(value)) {
      const holder = isFields(value["toolResult"]) ? "/toolResult" : "";
      const content = valueAt(value, `${holder}/content`);
      if (!Array.isArray(content)) continue;
      for (const [index, one] of content.entries()) {
        if (imageIn(one)) paths.push(`${pointer}${path}${holder}/content/${index}`);
      }
    }
  }
  return paths;
}

/** The changes of an image: of the block itself, of its fields, and of the turn that holds it. */
function relevant(byPath: ReadonlyMap<string, readonly Change[]>, path: string): readonly Change[] {
  const own: Change[] = [];
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) own.push(...(byPath.get(at) ?? []));
  for (const field of ["data", "mimeType", "source", "source/data", "source/media_type", "image_url"]) {
    own.push(...(byPath.get(`${path}/${field}`) ?? []));
  }
  return own;
}

function pictureAt(
  path: string,
  rows: Rows,
  changes: readonly Change[],
  plans: ReadonlyMap<string, PlannedImage>,
  waiting: boolean,
  target: ImageTokenTarget,
): ImageRow {
  const row = rows.ofInput(path);
  const old = valueAt(rows.before.root, path);
  const before = imageSize(old, target);
  const base = { row, path, ...(before && { before }) };
  const own = changes.filter(
    ({ stage, rule }) => stage === "images" || rule.includes("image") || rule.includes("media"),
  );
  const why = [...new Set(own.map(({ message }) => message))].join(" ");
  const afterPath = own.find(({ to }) => to !== undefined)?.to ?? outputPath(path, rows, changes);
  const holder = afterPath === undefined ? undefined : blockHolding(rows.after.root, afterPath);
  const plan = afterPath === undefined ? undefined : plans.get(holder?.path ?? afterPath);
  const reasons = plan?.reasons ?? [];
  if (waiting && plan && plan.action !== "keep") {
    return { ...base, state: "waiting", reasons, why: "To be worked on." };
  }
  if (!holder) {
    const gone = changes.find(({ action, to }) => action === "drop" && to === undefined);
    return { ...base, state: "gone", reasons, why: why || gone?.message || "Not in the output." };
  }
  const now = imageIn(holder.value);
  if (!now) return { ...base, state: "replaced", reasons, why: why || "A text stands in its place." };
  const after = imageSize(holder.value, target);
  if (now.data === imageIn(old)?.data)
    return { ...base, state: "kept", reasons, afterPath: holder.path, why: why || "Within all limits." };
  return { ...base, state: "fitted", reasons, ...(after && { after, afterPath: holder.path }), why };
}

function outputPath(path: string, rows: Rows, changes: readonly Change[]): string | undefined {
  if (changes.some(({ action, to }) => action === "drop" && to === undefined)) return undefined;
  const row = rows.ofInput(path);
  const after = rows.index.after[row] ?? -1;
  if (after < 0) return undefined;
  const turn = turnPointer(rows.after, after);
  const before = turnPointer(rows.before, rows.index.before[row] ?? -1);
  return turn + path.slice(before.length);
}

/** The block that a pointer into an image leads to. */
function blockHolding(root: unknown, pointer: string): { readonly path: string; readonly value: unknown } | undefined {
  for (let path = pointer, steps = 0; path !== "" && steps < 3; path = path.slice(0, path.lastIndexOf("/")), steps++) {
    const value = valueAt(root, path);
    if (isFields(value) && !("role" in value)) return { path, value };
  }
  return undefined;
}

/** What a browser may be asked to draw. Not SVG: it is a document of its own. */
const DRAWN: ReadonlySet<string> = new Set(["png", "jpeg", "gif", "webp", "bmp", "avif", "ico"]);

/** The picture at a pointer as a file; nothing when it is none that a browser draws. */
export function pictureBlob(root: unknown, path: string): Blob | undefined {
  const image = imageIn(valueAt(root, path));
  const info = image && measureImage(image.data);
  if (!image || !info || !DRAWN.has(info.format)) return undefined;
  const bytes = bytesOf(image.data);
  return bytes && new Blob([bytes], { type: info.mimeType });
}

function bytesOf(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = atob(
      data
        .replace(/^data:[^,]*,/, "")
        .replaceAll("-", "+")
        .replaceAll("_", "/"),
    );
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
