/** The one loop over a message's blocks that local rules share: copies on the first difference, without closures. */
import type { Block, SessionMessage } from "../transcript/message.ts";
import { blocksOf } from "../transcript/message.ts";
import { REASONING_OMITTED } from "../transcript/placeholders.ts";
import type { Note, RuleContext, Why } from "./rule.ts";

/** Returns the block itself, a changed copy, or undefined when it is to go; says the latter two through `note`. */
export type Visit<Memory = undefined> = (
  block: Block,
  index: number,
  note: Note,
  context: RuleContext,
  message: SessionMessage,
  memory: Memory,
) => Block | undefined;

/** The blocks after `visit` saw each; the very same array when nothing changed. Entries may be null. */
export function mapBlocks(message: SessionMessage, visit: Visit, note: Note, context: RuleContext): readonly Block[];
export function mapBlocks<Memory>(
  message: SessionMessage,
  visit: Visit<Memory>,
  note: Note,
  context: RuleContext,
  memory: Memory,
): readonly Block[];
export function mapBlocks<Memory>(
  message: SessionMessage,
  visit: Visit<Memory>,
  note: Note,
  context: RuleContext,
  memory?: Memory,
): readonly Block[] {
  const blocks = blocksOf(message);
  let copy: Block[] | undefined;
  let length = 0;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block;
    const after = visit(block, index, note, context, message, memory as Memory);
    if (after !== block && !copy) copy = blocks.slice();
    if (after === undefined) continue;
    if (copy) copy[length] = after;
    length++;
  }
  if (!copy) return blocks;
  copy.length = length;
  return copy;
}

/** The message with other content; the same message when the content is the same array. */
export function withContent(message: SessionMessage, content: readonly Block[]): SessionMessage {
  return content === message.content ? message : { ...message, content };
}

/** The block without one of its fields. */
export function without(block: Block, key: string): Block {
  const { [key]: _, ...rest } = block;
  return rest as Block;
}

/** A text in the place of a block; a cache marker stays where it was. */
export function asText(block: Block, text: string): Block {
  const marker = block["cache_control"];
  return { type: "text", text, ...(marker !== undefined && { cache_control: marker }) } as Block;
}

/** The message with other content; when thinking was all it had, a sentence keeps its place in the conversation. */
export function withReasoningOmitted(
  message: SessionMessage,
  content: readonly Block[],
  note: Note,
  why: Why,
): SessionMessage {
  if (content.length > 0 || content === message.content) return withContent(message, content);
  note.insert(0, why);
  return { ...message, content: [{ type: "text", text: REASONING_OMITTED }] };
}
