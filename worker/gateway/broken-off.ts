/**
 * Streams that the upstream breaks off. The runtime ends the caller's stream as if it were complete
 * (https://github.com/cloudflare/workerd/issues/6818), so the last thing that is said is an error in the API's own form.
 */
import { isFramed } from "../../src/common/event-stream.ts";
import { exceptionFrame } from "./event-stream.ts";

const MESSAGE = "The upstream broke off within the answer.";

/** The form of errors within a stream; undefined for answers that are no streams, whose end shows that they are cut. */
function lastWords(type: string, api: string): Uint8Array | undefined {
  if (isFramed(type)) return exceptionFrame("internalServerException", { message: MESSAGE });
  if (!type.includes("text/event-stream")) return undefined;
  return new TextEncoder().encode(api.startsWith("google") ? GOOGLE : EVENT);
}

/**
 * One event that clients of Messages, Chat Completions and Responses take for an error. The blank line ends an event that
 * had begun.
 */
const EVENT = `\n\nevent: error\ndata: ${JSON.stringify({
  type: "error",
  error: { type: "api_error", code: "upstream-broke-off", message: MESSAGE },
  code: "upstream-broke-off",
  message: MESSAGE,
  param: null,
})}\n\n`;

/** Gemini reports an error as the object that it would have answered with. */
const GOOGLE = `\n\ndata: ${JSON.stringify({ error: { code: 503, status: "UNAVAILABLE", message: MESSAGE } })}\n\n`;

/**
 * The same stream, which says so when it breaks off.
 *
 * @param type the content type of the answer
 * @param api the API that is spoken; empty when that is not known
 */
export function withLastWords(body: ReadableStream<Uint8Array>, type: string, api: string): ReadableStream<Uint8Array> {
  const words = lastWords(type, api);
  if (!words) return body;
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
        } catch {
          controller.enqueue(words);
        }
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
