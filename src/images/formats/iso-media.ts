/** AVIF and HEIC: boxes within boxes (ISO/IEC 14496-12 and 23008-12). */
import type { Base64Bytes } from "../base64-bytes.ts";
import { fourCharacters, type HeadReader, type ImageHead, NO_SIDES } from "./head.ts";

/** A box: its type and where its content is. */
interface Box {
  readonly type: number;
  readonly start: number;
  /** Where the next box begins. May lie behind the end of the file. */
  readonly end: number;
}

type Brand = "avif" | "heic";

const FTYP = fourCharacters("ftyp");
const META = fourCharacters("meta");
const PRIMARY_ITEM = fourCharacters("pitm");
const PROPERTIES = fourCharacters("iprp");
const PROPERTY_LIST = fourCharacters("ipco");
const ASSOCIATIONS = fourCharacters("ipma");
const SIDES = fourCharacters("ispe");
const ROTATION = fourCharacters("irot");
const MIRROR = fourCharacters("imir");
const PIXEL_DEPTH = fourCharacters("pixi");
const AUXILIARY = fourCharacters("auxC");

const BRANDS: ReadonlyMap<string, Brand> = new Map([
  ...["avif", "avis", "avio"].map((brand) => [brand, "avif"] as const),
  ...["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"].map((brand) => [brand, "heic"] as const),
]);
/** Brands that say how the file is built, and not what with: nearly all of them are HEIC. */
const CONTAINER_BRANDS: ReadonlySet<string> = new Set(["mif1", "mif2", "msf1", "miaf"]);
const ALPHA_TYPES: readonly string[] = ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"];

const MAX_BRANDS = 64;
const MAX_BOXES = 1024;
const MAX_ASSOCIATIONS = 8192;

/** The EXIF orientation by quarter turns to the left, then without a mirror, with top and bottom or left and right changed. */
const ORIENTATIONS: readonly (readonly [number, number, number])[] = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
];

/** Reads heads of AVIF. */
export const avif: HeadReader = {
  format: "avif",
  matches: (bytes) => brandOf(bytes) === "avif",
  read: readFile,
};

/** Reads heads of HEIC and of other HEIF. */
export const heic: HeadReader = {
  format: "heic",
  matches: (bytes) => brandOf(bytes) === "heic",
  read: readFile,
};

function brandOf(bytes: Base64Bytes): Brand | undefined {
  if (bytes.u32be(4) !== FTYP) return undefined;
  const box = boxAt(bytes, 0, bytes.length);
  if (!box) return undefined;
  let container: Brand | undefined;
  // The main brand, the minor version, which is no brand, and the others.
  for (let i = 0; i < MAX_BRANDS; i++) {
    const at = box.start + i * 4;
    if (at + 4 > box.end) break;
    if (i === 1) continue;
    const name = bytes.text(at, 4);
    const brand = BRANDS.get(name);
    if (brand) return brand;
    if (CONTAINER_BRANDS.has(name)) container = "heic";
  }
  return container;
}

function readFile(bytes: Base64Bytes): ImageHead {
  const boxes = boxesIn(bytes, 0, bytes.length);
  const truncated = boxes.some(({ end }) => end > bytes.length);
  const meta = boxes.find(({ type }) => type === META);
  return { ...(meta ? readMeta(bytes, meta) : NO_SIDES), ...(truncated && { truncated }) };
}

function readMeta(bytes: Base64Bytes, meta: Box): ImageHead {
  const boxes = boxesIn(bytes, meta.start + 4, meta.end);
  const properties = boxes.find(({ type }) => type === PROPERTIES);
  if (!properties) return NO_SIDES;
  const parts = boxesIn(bytes, properties.start, properties.end);
  const listBox = parts.find(({ type }) => type === PROPERTY_LIST);
  const list = listBox ? boxesIn(bytes, listBox.start, listBox.end) : [];
  const primary = boxes.find(({ type }) => type === PRIMARY_ITEM);
  const associations = parts.filter(({ type }) => type === ASSOCIATIONS);
  const own = primary ? propertiesOf(bytes, itemOf(bytes, primary), associations, list) : [];
  return {
    ...describe(bytes, own.some(({ type }) => type === SIDES) ? own : list),
    alpha: list.some((box) => box.type === AUXILIARY && isAlpha(bytes, box)),
  };
}

/** What the properties say, in their order: turns and mirrors do not commute. */
function describe(bytes: Base64Bytes, properties: readonly Box[]): ImageHead {
  let width = 0;
  let height = 0;
  let turns = 0;
  let mirror = 0;
  let bitDepth = -1;
  for (const { type, start } of properties) {
    if (type === SIDES) {
      const [w, h] = [bytes.u32be(start + 4), bytes.u32be(start + 8)];
      if (h > 0 && w * h > width * height) [width, height] = [w, h];
    } else if (type === ROTATION) {
      // After a mirror, a turn to the left is one to the right before it.
      turns = (turns + (mirror > 0 ? 4 - (bytes.byte(start) & 3) : bytes.byte(start) & 3)) & 3;
    } else if (type === MIRROR) {
      mirror = (bytes.byte(start) & 1) + 1;
    } else if (type === PIXEL_DEPTH && bytes.byte(start + 4) > 0) bitDepth = bytes.byte(start + 5);
  }
  const orientation = ORIENTATIONS[turns]?.[mirror] ?? 1;
  return { width, height, orientation, ...(bitDepth > 0 && { bitDepth }) };
}

/** The properties of an item, in the order in which they apply. They are listed once and named by their numbers. */
function propertiesOf(
  bytes: Base64Bytes,
  item: number,
  associations: readonly Box[],
  list: readonly Box[],
): readonly Box[] {
  let left = MAX_ASSOCIATIONS;
  for (const { start } of associations) {
    const wideItems = bytes.byte(start) > 0;
    const wideNumbers = (bytes.byte(start + 3) & 1) > 0;
    let entries = bytes.u32be(start + 4);
    let at = start + 8;
    for (; entries > 0 && left > 0; entries--, left--) {
      const id = wideItems ? bytes.u32be(at) : bytes.u16be(at);
      at += wideItems ? 4 : 2;
      const count = bytes.byte(at);
      if (count < 0) break;
      if (id === item) return numbersAt(bytes, at + 1, count, wideNumbers).flatMap((number) => list[number - 1] ?? []);
      at += 1 + count * (wideNumbers ? 2 : 1);
    }
  }
  return [];
}

/** Numbers of properties; their highest bit says that a reader has to know the property. */
function numbersAt(bytes: Base64Bytes, at: number, count: number, wide: boolean): readonly number[] {
  return Array.from({ length: count }, (_, i) => (wide ? bytes.u16be(at + i * 2) & 0x7fff : bytes.byte(at + i) & 0x7f));
}

function itemOf(bytes: Base64Bytes, { start }: Box): number {
  return bytes.byte(start) > 0 ? bytes.u32be(start + 4) : bytes.u16be(start + 4);
}

function isAlpha(bytes: Base64Bytes, { start }: Box): boolean {
  return ALPHA_TYPES.some((type) => bytes.text(start + 4, type.length + 1) === `${type}\0`);
}

function boxesIn(bytes: Base64Bytes, start: number, end: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end && boxes.length < MAX_BOXES; ) {
    const box = boxAt(bytes, at, end);
    if (!box) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The box that begins here. Its size has 4 bytes, or 8 when they are 1, or goes on to the end when they are 0. */
function boxAt(bytes: Base64Bytes, at: number, end: number): Box | undefined {
  const short = bytes.u32be(at);
  const type = bytes.u32be(at + 4);
  const header = short === 1 ? 16 : 8;
  const high = bytes.u32be(at + 8);
  const low = bytes.u32be(at + 12);
  const size = short === 0 ? end - at : short === 1 && low >= 0 ? high * 2 ** 32 + low : short;
  if (type < 0 || size < header) return undefined;
  return { type, start: at + header, end: at + size };
}
