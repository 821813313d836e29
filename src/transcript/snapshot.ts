/** Which model a session was talking to, and from when on. */

/** The model that was in use from a moment on, as a session file records it. Absent and empty strings are equal. */
export interface ModelSnapshot {
  /** Milliseconds since 1970, or ISO 8601 with `Z` or an offset. */
  readonly timestamp?: number | string | undefined;
  /** The provider's id, such as `anthropic`. */
  readonly provider?: string | null | undefined;
  /** The API spoken, such as `anthropic-messages`. */
  readonly modelApi?: string | null | undefined;
  /** The model's id. */
  readonly modelId?: string | null | undefined;
}

/** Do both name the same provider, API and model? */
export function isSameRoute(a: Omit<ModelSnapshot, "timestamp">, b: Omit<ModelSnapshot, "timestamp">): boolean {
  return isSameName(a.provider, b.provider) && isSameName(a.modelApi, b.modelApi) && isSameName(a.modelId, b.modelId);
}

function isSameName(a: unknown, b: unknown): boolean {
  return (
    String(a ?? "")
      .trim()
      .toLowerCase() ===
    String(b ?? "")
      .trim()
      .toLowerCase()
  );
}
