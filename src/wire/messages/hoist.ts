/**
 * Pictures of tool results. A tool message may hold nothing but text, so that pictures which were not read from one
 * are written into a user message behind the results. What was read from a tool message stays where it was.
 */
import { blocksOf, isRecord } from "../../transcript/message.ts";
import { type Pointer, placesOf, type Turn } from "../../transcript/place.ts";
import { SEE_IMAGE } from "../../transcript/placeholders.ts";
import type { BuildBlock, Placed } from "../content.ts";
import type { WireObject } from "../lens.ts";
import type { Shape } from "../shape.ts";
import type { Places } from "../written.ts";

const LONGEST_NAME = 64;

/** The pictures of one result. */
export interface Hoisted {
  /** The text that says whose they are. */
  readonly label: string;
  readonly images: readonly (Placed & { readonly part: WireObject })[];
}

/**
 * A result without the pictures that go behind it. One that had nothing else says where they are.
 *
 * @param number which result of its run it is, from 1
 * @param picture how a picture is written
 */
export function withoutHoisted(
  turn: Turn,
  shape: Shape | undefined,
  number: number,
  picture: BuildBlock,
): { readonly kept: Turn; readonly hoisted?: Hoisted } {
  const blocks = blocksOf(turn.message);
  const places = placesOf(turn);
  const images = blocks.flatMap((block, index) => {
    const place = places[index] as number;
    const part = isPicture(block) && !shape?.node(place) ? picture(block) : undefined;
    return part ? [{ block, place, part, index }] : [];
  });
  if (images.length === 0) return { kept: turn };
  const gone = new Set(images.map(({ index }) => index));
  const isKept = (_: unknown, index: number): boolean => !gone.has(index);
  const content = blocks.filter(isKept);
  const name = String(turn.message["toolName"] ?? "").slice(0, LONGEST_NAME);
  const label = `Image(s) from tool result #${number}${name === "" ? "" : ` (${name})`}:`;
  const message = { ...turn.message, content: content.length > 0 ? content : SEE_IMAGE };
  return { kept: { ...turn, message, blocks: places.filter(isKept) }, hoisted: { label, images } };
}

function isPicture(block: unknown): boolean {
  return isRecord(block) && (block["type"] === "image" || block["type"] === "media");
}

/** The parts of the user message behind the results, and where the pictures stand. */
export function imageParts(hoisted: readonly Hoisted[], pointer: Pointer, places: Places): readonly WireObject[] {
  const parts: WireObject[] = [];
  for (const { label, images } of hoisted) {
    parts.push({ type: "text", text: label });
    for (const { place, part } of images) {
      places.set(place, `${pointer}/${parts.length}`);
      parts.push(part);
    }
  }
  return parts;
}
