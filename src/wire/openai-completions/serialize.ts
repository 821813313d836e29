/** Writes a body of Chat Completions. */
import type { Turn } from "../../transcript/place.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import { writeMessages } from "../messages/list.ts";
import { asShape } from "../shape.ts";
import type { WireShape, Written } from "../types.ts";
import { Places } from "../written.ts";
import { writeAssistant } from "./assistant.ts";
import { partBuilder } from "./build.ts";
import { completionsDialect } from "./dialects.ts";
import { KEYS, MESSAGE_KEYS, SESSION_ROLES } from "./keys.ts";
import { type MessageWriter, writeMessage } from "./message.ts";

const picture = partBuilder("user");

/** Writes turns as a body: into the shape they came from, or as a new body. */
export function serialize(turns: readonly Turn[], request: RequestFacts, dialect: string, given?: WireShape): Written {
  const writer: MessageWriter = {
    shape: asShape(given),
    places: new Places(),
    dialect: completionsDialect(dialect),
  };
  return writeMessages(turns, request, {
    ...writer,
    requestKeys: KEYS,
    messageKeys: MESSAGE_KEYS,
    roles: SESSION_ROLES,
    picture,
    bridgesResults: writer.dialect.bridgesResults === true,
    write: (turn, raw, pointer, first) =>
      turn.message.role === "assistant"
        ? writeAssistant(turn, raw, pointer, writer)
        : writeMessage(turn, raw, pointer, writer, first),
  });
}
