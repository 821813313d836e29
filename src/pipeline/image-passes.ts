/** The image passes under the documents' names, for callers who want nothing but images looked at. */
import type { Rule } from "../contract/rule.ts";
import { type ExecutedImages, KnownResults } from "../images/execute.ts";
import { outcomesOf } from "../images/outcomes.ts";
import type { ImagePlan } from "../images/plan.ts";
import type { ReplayTarget } from "../policy/types.ts";
import { historyRules } from "../rules/index.ts";
import type { Change } from "../transcript/changes.ts";
import type { Block, SessionMessage } from "../transcript/message.ts";
import { placeImages, planEach, planRequest, workOnImages } from "./images.ts";
import { type ImageOptions, readOptions, type SanitizeOptions } from "./options.ts";
import { runWith } from "./passes.ts";
import { type Passed, type PassResult, passRules, resultOf } from "./run.ts";

/** Options of the image passes. */
export interface ImagePassOptions extends Pick<SanitizeOptions, "policy" | "policies" | "signal" | "onProgress"> {
  /** What the texts that stand for images begin with, in brackets, such as `session:history` or `read:a.png`. */
  readonly label: string;
  /** Whom the images are sent to. */
  readonly target: ReplayTarget;
  /** What is wished for images. */
  readonly images?: ImageOptions;
}

/**
 * Looks at the images of blocks, such as those of a prompt or of a tool's result: kept as they are within the limits,
 * made to fit otherwise, a text in the place of one that cannot be.
 *
 * @throws TranscriptInputError when the blocks are no list or the options are not as documented
 */
export async function sanitizeContentBlocksImages(
  blocks: readonly Block[],
  options: ImagePassOptions,
): Promise<{ readonly blocks: readonly Block[]; readonly changes: readonly Change[] }> {
  const list = Array.isArray(blocks) ? [{ role: "user", content: blocks }] : blocks;
  const { messages, changes } = await pass(rulesById("image-payloads"), list, options);
  const [message] = messages;
  return { blocks: message?.content as readonly Block[], changes: changes.map(within) };
}

/**
 * Looks at the images of messages, and at what is blank beside them: an assistant turn that is then empty goes, a user
 * turn or tool result says so.
 *
 * @throws TranscriptInputError when the messages are no list or the options are not as documented
 */
export async function sanitizeSessionMessagesImages(
  messages: readonly unknown[],
  options: ImagePassOptions,
): Promise<{ readonly messages: readonly SessionMessage[]; readonly changes: readonly Change[] }> {
  return pass(
    rulesById("malformed-entries", "content-shape", "thought-signatures", "blank-blocks", "image-payloads"),
    messages,
    options,
  );
}

/**
 * What has to be done to which image of a request, decided from heads alone. Image blocks that are no image are passed
 * over: `sanitizeSessionHistory` puts a text in their place.
 *
 * @param messages the messages as they are sent, from `prepareReplay` or `validateReplayTurns`
 * @throws TranscriptInputError when the messages are no list or the options are not as documented
 */
export function planImages(
  messages: readonly unknown[],
  options: Pick<SanitizeOptions, "target" | "policy" | "policies" | "request" | "images">,
): ImagePlan {
  const run = readOptions(options);
  return planRequest(passRules([], messages, run), run, options.images).plan;
}

/**
 * Puts what became of a plan in place of the images.
 *
 * @param messages the messages that were planned
 * @param executed one result for each of the plan's jobs
 * @throws TranscriptInputError when the messages are no list
 */
export function applyImages(
  messages: readonly unknown[],
  plan: ImagePlan,
  executed: ExecutedImages,
  options: { readonly label?: string } = {},
): PassResult {
  const run = runWith({});
  const passed: Passed = passRules([], messages, run);
  return resultOf(placeImages({ passed, plan, run, number: 1 }, outcomesOf(plan, executed, options.label)));
}

async function pass(
  rules: readonly Rule[],
  messages: unknown,
  { label, target, images, policy, policies, signal, onProgress }: ImagePassOptions,
): Promise<{ messages: readonly SessionMessage[]; changes: readonly Change[] }> {
  const all: SanitizeOptions = {
    target,
    images: { ...images, label },
    ...(policy && { policy }),
    ...(policies && { policies }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
  const run = readOptions(all);
  const read = passRules(rules, messages, run, all);
  const { passed } = await workOnImages(planEach(read, run, all.images), all, new KnownResults());
  const result = resultOf(passed);
  return { messages: result.messages, changes: result.changes };
}

function rulesById(...ids: readonly string[]): readonly Rule[] {
  return ids.map((id) => historyRules.find((rule) => rule.id === id) as Rule);
}

/** The caller knows the blocks only, so pointers begin at them. */
function within(change: Change): Change {
  const { from, to, anchor } = change;
  return {
    ...change,
    from: from.map(atBlocks),
    ...(to !== undefined && { to: atBlocks(to) }),
    ...(anchor !== undefined && { anchor: atBlocks(anchor) }),
  };
}

function atBlocks(pointer: string): string {
  return pointer.slice("/0/content".length);
}
