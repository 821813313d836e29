/** Server-sent events, as they stand in the text of an answer. */

/** One event. */
export interface StreamEvent {
  /** The event's name; empty when it has none. */
  readonly event: string;
  readonly data: string;
}

/** The events of a stream. */
export interface EventStream {
  readonly events: readonly StreamEvent[];
  /** Does the text end within an event? */
  readonly torn: boolean;
}

/** Reads the events of a text. One that breaks off is not among them. */
export function readEvents(text: string): EventStream {
  const events: StreamEvent[] = [];
  let event = "";
  let data: string[] = [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const last = lines.pop() ?? "";
  for (const line of lines) {
    if (line === "") {
      if (data.length > 0) events.push({ event, data: data.join("\n") });
      [event, data] = ["", []];
      continue;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
  }
  return { events, torn: last !== "" || data.length > 0 };
}
