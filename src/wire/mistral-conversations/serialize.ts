/** Writes a body of Mistral's chat API. */
import type { Turn } from "../../transcript/place.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import { writeMessages } from "../messages/list.ts";
import { KEYS, SESSION_ROLES } from "../openai-completions/keys.ts";
import { asShape } from "../shape.ts";
import type { WireShape, Written } from "../types.ts";
import { Places } from "../written.ts";
import { buildMedia } from "./build.ts";
import { mistralDialect } from "./dialects.ts";
import { KNOWN_KEYS, spellingOf } from "./keys.ts";
import { type MessageWriter, writeMessage } from "./message.ts";

/** Writes turns as a body: into the shape they came from, or as a new body. */
export function serialize(turns: readonly Turn[], request: RequestFacts, id: string, given?: WireShape): Written {
  const shape = asShape(given);
  const [dialect, spelling] = [mistralDialect(id), spellingOf(shape?.body)];
  const writer: MessageWriter = { shape, places: new Places(), dialect, spelling };
  return writeMessages(turns, request, {
    ...writer,
    requestKeys: KEYS,
    messageKeys: KNOWN_KEYS,
    roles: SESSION_ROLES,
    ...(!dialect.mediaInResults && { picture: (block) => buildMedia(block, spelling) }),
    bridgesResults: true,
    write: (turn, raw, pointer, first, isLast) => writeMessage(turn, raw, pointer, writer, first, isLast),
  });
}
