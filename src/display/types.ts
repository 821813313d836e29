/** What the projection for people gives, and how it is asked for. */
import type { SessionMessage } from "../transcript/message.ts";

/** A row of a chat history. It has the fields of the message it was made from, apart from what is not for people. */
export interface DisplayMessage extends SessionMessage {
  /** Who wrote it, when the row says more than its role: the sender in a group chat, or `Forwarded from ...`. */
  readonly senderLabel?: string;
  /** The session a forwarded row came from. */
  readonly senderSession?: SenderSession;
  /** Marks of the host; `truncated` and `reason` are set when the row does not hold all of its message. */
  readonly __openclaw?: DisplayMarks;
}

/** The session a forwarded row came from. */
export interface SenderSession {
  /** Its key, such as `agent:ops:main`. */
  readonly sessionKey: string;
  /** The agent in the key. */
  readonly agentId?: string;
  /** What the host calls the session. */
  readonly label?: string;
}

/** Marks of the host on a row. */
export interface DisplayMarks {
  /** Is less shown than is stored? */
  readonly truncated?: boolean;
  /** Why: `display-cap` (a text was cut) or `oversized` (the row was replaced), or what the host wrote. */
  readonly reason?: string;
  /** Whatever else the host put there. */
  readonly [key: string]: unknown;
}

/** How messages are projected. */
export interface DisplayOptions {
  /** The longest text, in UTF-16 code units; more is cut off. Default 8000. */
  readonly maxChars?: number;
  /** The largest row, in bytes of UTF-8 as JSON; a larger one is replaced by a sentence. Default 131072. */
  readonly maxBytes?: number;
  /** Keep of the details of tool results what people may see: `changed`, `created` and `diff`. Default false. */
  readonly keepToolDetails?: boolean;
  /** Keep tags like `[[reply_to_current]]` in what the assistant said. Default false. */
  readonly keepDirectives?: boolean;
  /** Keep the envelopes around user texts, inbound metadata and runtime context: for hosts that stored none. Default false. */
  readonly keepEnvelopes?: boolean;
  /** The prompt by which the host wakes its agent, if it is not the usual one: such turns are hidden. */
  readonly heartbeatPrompt?: string;
  /** What the host calls a session, for rows that were forwarded from it. */
  readonly sessionLabel?: (sessionKey: string) => string | undefined;
}

/** Options with their defaults. Not public. */
export interface Settings extends DisplayOptions {
  readonly maxChars: number;
  readonly maxBytes: number;
}

/** A row on its way through the steps. Not public. */
export type Row = SessionMessage;
