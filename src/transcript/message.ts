/**
 * The message model: what a session stores and what every rule works on.
 *
 * Only the fields that rules read are named. Unknown roles, blocks and fields pass through untouched, so each type is
 * open. Values come from files and networks: a type here says what a well-formed message looks like, and the guards
 * in this folder say what a given one really is.
 */

/** A part of a message's content. `type` says which; see the block interfaces below. */
export interface Block {
  /** Which kind of block it is. */
  readonly type: string;
  /** Whatever else the block holds. */
  readonly [key: string]: unknown;
}

/** Visible text. Blank text is refused by most providers. */
export interface TextBlock extends Block {
  /** Which kind of block it is. */
  readonly type: "text";
  /** The text. */
  readonly text: string;
}

/** A model's reasoning. Anthropic and Bedrock verify the signature, which may sit in any of three fields. */
export interface ThinkingBlock extends Block {
  /** Which kind of block it is. */
  readonly type: "thinking";
  /** The reasoning; may be empty when only its signature was returned. */
  readonly thinking: string;
  /** The signature, in the session model's own field. */
  readonly thinkingSignature?: string;
  /** The signature, in Anthropic's field. */
  readonly signature?: string;
  /** The signature, in the field of some proxies. */
  readonly thought_signature?: string;
  /** Is the reasoning encrypted, its signature being all there is? */
  readonly redacted?: boolean;
}

/** Reasoning the provider returned encrypted: `data` is all there is, and it must come back unchanged. */
export interface RedactedThinkingBlock extends Block {
  /** Which kind of block it is. */
  readonly type: "redacted_thinking";
  /** The encrypted reasoning, opaque. */
  readonly data?: string;
}

/** A picture as base64 (no `data:` prefix) with its media type. URL and file-id images are {@link MediaBlock}s. */
export interface ImageBlock extends Block {
  /** Which kind of block it is. */
  readonly type: "image";
  /** The bytes, as base64. */
  readonly data: string;
  /** The media type, such as `image/png`. */
  readonly mimeType: string;
}

/** Media that is not inline: a URL or a provider's file id. Rules count it as content and never look inside. */
export interface MediaBlock extends Block {
  /** Which kind of block it is. */
  readonly type: "media";
  /** What the provider calls it. */
  readonly kind: string;
  /** Where it can be fetched. */
  readonly url?: string;
  /** The id of the uploaded file. */
  readonly fileId?: string;
}

/** A document such as a PDF. Counts as content. */
export interface DocumentBlock extends Block {
  /** Which kind of block it is. */
  readonly type: "document";
  /** The media type, such as `application/pdf`. */
  readonly mimeType?: string;
  /** Its name. */
  readonly name?: string;
  /** The bytes, as base64. */
  readonly data?: string;
  /** The text, of a document that is plain text. */
  readonly text?: string;
  /** Where it can be fetched. */
  readonly url?: string;
  /** The id of the uploaded file. */
  readonly fileId?: string;
}

/** A block this model has no words for. Counts as content, is never blank, is never altered. */
export interface OpaqueBlock extends Block {
  /** Which kind of block it is. */
  readonly type: "opaque";
  /** What the provider calls it. */
  readonly kind: string;
  /** The id that two opaque blocks share which stand or fall together. */
  readonly pair?: string;
}

/**
 * A call of a tool. Stored under six spellings (`toolCall`, `toolUse`, `functionCall`, `tool_call`, `tool_use`,
 * `function_call`); arguments are in `arguments` or `input`. The stored spelling is kept.
 */
export interface ToolCallBlock extends Block {
  /** The id by which a result names the call. */
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  /** The arguments, an object. */
  readonly arguments?: unknown;
  /** The arguments, in Anthropic's field. */
  readonly input?: unknown;
  /** Arguments as far as they were streamed: present on calls that were never finished. */
  readonly partialJson?: string;
}

/** One entry of a transcript. */
export interface SessionMessage {
  /** Who speaks: `user`, `assistant`, `toolResult`, or an entry of the host's own. */
  readonly role: string;
  /** A string or blocks; old sessions hold a single block or null. */
  readonly content?: unknown;
  /** Whatever else the message holds. */
  readonly [key: string]: unknown;
}

/** What a person, or another session, said. */
export interface UserMessage extends SessionMessage {
  /** Who speaks. */
  readonly role: "user";
  /** A string or blocks. */
  readonly content: string | readonly Block[];
  /** Milliseconds since 1970, or ISO 8601 with `Z` or an offset. */
  readonly timestamp?: number | string;
  /** Where the text comes from; see `InputProvenance`. */
  readonly provenance?: unknown;
}

/** What the model said. A turn is failed when `stopReason` is `error` or `aborted`. */
export interface AssistantMessage extends SessionMessage {
  /** Who speaks. */
  readonly role: "assistant";
  /** A string or blocks. */
  readonly content: string | readonly Block[];
  /** The provider that answered. */
  readonly provider?: string;
  /** The API it was asked through. */
  readonly api?: string;
  /** The model that answered. */
  readonly model?: string;
  /** How the turn ended. */
  readonly stopReason?: "stop" | "length" | "toolUse" | "error" | "aborted" | (string & {});
  /** Milliseconds since 1970, or ISO 8601 with `Z` or an offset. */
  readonly timestamp?: number | string;
}

/** What a tool returned. The id of its call may stand under several names; see `resultIdOf`. */
export interface ToolResultMessage extends SessionMessage {
  /** Who speaks. */
  readonly role: "toolResult";
  /** The id of the call it answers. */
  readonly toolCallId: string;
  /** The name of the tool. */
  readonly toolName?: string;
  /** A string or blocks. */
  readonly content: string | readonly Block[];
  /** Did the tool fail? */
  readonly isError?: boolean;
  /** Never sent to a model. */
  readonly details?: unknown;
}

/** An entry of the host's own, sent as user text unless `excludeFromContext`. */
export interface CustomMessage extends SessionMessage {
  /** Who speaks. */
  readonly role: "custom";
  /** Which of the host's entries it is. */
  readonly customType: string;
  /** A string or blocks. */
  readonly content: string | readonly Block[];
}

/** What stands for the turns that were compacted away. */
export interface CompactionSummaryMessage extends SessionMessage {
  /** Who speaks. */
  readonly role: "compactionSummary";
  /** What is left of the turns. */
  readonly summary: string;
  /** Milliseconds since 1970, or ISO 8601 with `Z` or an offset. */
  readonly timestamp?: number | string;
}

/** What stands for a branch of the session that was left. */
export interface BranchSummaryMessage extends SessionMessage {
  /** Who speaks. */
  readonly role: "branchSummary";
  /** What is left of the turns. */
  readonly summary: string;
}

/** A shell command the user ran beside the model, sent as user text unless `excludeFromContext`. */
export interface BashExecutionMessage extends SessionMessage {
  /** Who speaks. */
  readonly role: "bashExecution";
  /** The command line. */
  readonly command: string;
  /** What it printed. */
  readonly output: string;
}

const NO_BLOCKS: readonly Block[] = [];

/** Is it an object that is not an array? */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Is it a string with something other than white space in it? */
export function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** The blocks of a message, or an empty list when its content is not a list. Entries may be anything. */
export function blocksOf(message: SessionMessage): readonly Block[] {
  return Array.isArray(message.content) ? message.content : NO_BLOCKS;
}

/** The content as a list: a string is one text block, a single block a list of one. */
export function contentList({ content }: SessionMessage): readonly Block[] {
  if (Array.isArray(content)) return content;
  if (typeof content === "string") return [{ type: "text", text: content }];
  return isRecord(content) ? [content as Block] : NO_BLOCKS;
}

/** A text block with nothing but white space. A text block without a string is not blank, it is unknown. */
export function isBlankText(block: unknown): boolean {
  return (
    isRecord(block) && block["type"] === "text" && typeof block["text"] === "string" && block["text"].trim() === ""
  );
}

/** `thinking` or `redacted_thinking`. */
export function isThinking(block: unknown): block is ThinkingBlock | RedactedThinkingBlock {
  return isRecord(block) && (block["type"] === "thinking" || block["type"] === "redacted_thinking");
}

/** Did the turn end in an error or by abortion? */
export function isFailed(message: SessionMessage): boolean {
  return message["stopReason"] === "error" || message["stopReason"] === "aborted";
}

/** Is the message sent as the user's: what a person said, or an entry of the host that is turned into user text? */
export function isUserSide(message: SessionMessage): boolean {
  switch (message.role) {
    case "user":
    case "compactionSummary":
    case "branchSummary":
      return true;
    case "custom":
    case "bashExecution":
      return message["excludeFromContext"] !== true;
    default:
      return false;
  }
}

/** An assistant message whose content is a list of blocks. */
export function isAssistant(message: SessionMessage): boolean {
  return message.role === "assistant" && Array.isArray(message.content);
}
