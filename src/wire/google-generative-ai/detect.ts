/** Tells a body of Gemini's generateContent from those of other APIs. */
import { isRecord } from "../../transcript/message.ts";
import { frameOf } from "./frame.ts";

/** Is it a body with `contents`? No other API has those. */
export function isGoogleBody(body: unknown): boolean {
  const frame = frameOf(body);
  if (!frame || frame.inner["messages"] !== undefined || frame.inner["input"] !== undefined) return false;
  const { contents } = frame.inner;
  return (Array.isArray(contents) || isRecord(contents)) && frame.contents.every(isContent);
}

/** Entries that are no contents at all may be damage; those of a message's shape are of another API. */
function isContent(content: unknown): boolean {
  return !isRecord(content) || content["content"] === undefined || content["parts"] !== undefined;
}
