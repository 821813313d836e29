/** What the hidden page that records and the panel that shows say to each other. Texts are only sent when asked for. */
import type { BufferState } from "../capture/buffer.ts";
import type { Captured } from "../capture/entry.ts";
import type { Verdict } from "../capture/judge.ts";

/** A request without its texts, and what is said of it as soon as that is known. */
export interface Listed extends Omit<Captured, "text" | "answer"> {
  readonly status: number;
  /** Was the answer kept? */
  readonly hasAnswer: boolean;
  readonly verdict?: Verdict;
  /** Did the judge fail? */
  readonly failed?: boolean;
}

/** From the recording page. */
export type FromRecorder =
  | { readonly kind: "all"; readonly requests: readonly Listed[]; readonly state: BufferState }
  /** Requests before `first` are gone. */
  | { readonly kind: "put"; readonly request: Listed; readonly first: number; readonly state: BufferState }
  | { readonly kind: "text"; readonly id: number; readonly text: string | undefined }
  | { readonly kind: "case"; readonly id: number; readonly text: string | undefined }
  /** The theme of the tools was changed: a panel that is opened later is told the old one by Chromium. */
  | { readonly kind: "theme"; readonly name: string };

/** From the panel. */
export type FromPanel =
  | { readonly kind: "hello" }
  | { readonly kind: "clear" }
  | { readonly kind: "pause"; readonly on: boolean }
  | { readonly kind: "preserve"; readonly on: boolean }
  /** Asks for the body, or the redacted case. */
  | { readonly kind: "text"; readonly id: number }
  | { readonly kind: "case"; readonly id: number };

/** Pages of the same extension hear each other; each inspected tab has a channel of its own. */
export function openChannel(tabId: number): BroadcastChannel {
  return new BroadcastChannel(`replaysafe-${tabId}`);
}

/** A request as it is listed. */
export function listed({ text: _, answer, ...request }: Captured, verdict: Verdict | "failed" | undefined): Listed {
  return {
    ...request,
    status: answer.status,
    hasAnswer: answer.text !== undefined,
    ...(verdict === "failed" ? { failed: true } : verdict && { verdict }),
  };
}
