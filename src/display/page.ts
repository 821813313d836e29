/** Pages of a chat history: a page shows the end first and reads backwards. */
import type { DisplayMessage } from "./types.ts";

const DEFAULT_LIMIT = 200;
const LARGEST_LIMIT = 1000;

/** Which part of a history is wanted. */
export interface PageRequest {
  /** The index of the first row; absent: the last page. It stays true while rows are appended. */
  readonly offset?: number;
  /** How many rows at most: 1 to 1000, default 200. */
  readonly limit?: number;
}

/** A part of a history. */
export interface DisplayPage {
  /** The rows, in the order of the history. */
  readonly messages: readonly DisplayMessage[];
  /** The index of the first row. */
  readonly offset: number;
  /** How many rows the history has. */
  readonly total: number;
  /** The offset of the page before; absent on the first page. */
  readonly older?: number;
  /** The offset of the page behind; absent on the last page. */
  readonly newer?: number;
}

/**
 * A page of projected rows. Numbers out of range, which come from requests, are brought into it.
 *
 * @example pageForDisplay(projectForDisplay(messages)).messages // the last 200 rows
 */
export function pageForDisplay(messages: readonly DisplayMessage[], request: PageRequest = {}): DisplayPage {
  const total = messages.length;
  const limit = within(request.limit, 1, LARGEST_LIMIT, DEFAULT_LIMIT);
  const offset = within(request.offset, 0, total, Math.max(0, total - limit));
  const end = Math.min(total, offset + limit);
  return {
    messages: messages.slice(offset, end),
    offset,
    total,
    ...(offset > 0 && { older: Math.max(0, offset - limit) }),
    ...(end < total && { newer: end }),
  };
}

function within(value: number | undefined, least: number, most: number, otherwise: number): number {
  if (typeof value !== "number" || Number.isNaN(value)) return otherwise;
  return Math.min(most, Math.max(least, Math.trunc(value)));
}
