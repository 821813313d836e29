/** Writes what a body has besides messages. */
import { isRecord } from "../../transcript/message.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import { isSameList } from "../content.ts";
import { setAt, type WireObject } from "../lens.ts";
import { writeRequest } from "../request.ts";
import type { Shape } from "../shape.ts";
import { BODY_KEYS, KEYS } from "./keys.ts";

/** The body around the list. What was no object stays as it was while there is nothing to put into it. */
export function assemble(list: readonly unknown[], request: RequestFacts, shape: Shape | undefined): unknown {
  const raw = shape?.body;
  const isBody = isRecord(raw);
  if (shape && !isBody && list.length === 0 && request === shape.request) return raw;
  const body: WireObject = isBody ? raw : ofCaller(request);
  const { messages, toolConfig } = body;
  const same = Array.isArray(messages) ? isSameList(messages, list) : isBody && list.length === 0;
  const tools = isRecord(toolConfig) ? toolConfig["tools"] : undefined;
  const written = writeRequest(
    same ? body : { ...body, messages: list },
    shape?.request,
    shape ? request : inOwnWords(request),
    KEYS,
    Array.isArray(tools) ? tools : [],
  );
  // Without tools there is nothing to choose from either.
  if (shape?.request.tools && !request.tools) return setAt(written, ["toolConfig"], undefined);
  return withChoice(written, request, shape?.request);
}

/** What a caller gave of the tools besides their list, such as a choice. */
function ofCaller({ params }: RequestFacts): WireObject {
  const toolConfig = params?.["toolConfig"];
  return isRecord(toolConfig) ? { toolConfig } : {};
}

/** A request of nobody's format: the system prompt is a list, and what Converse has no field for is the model's. */
function inOwnWords({ system, tools, params = {}, ...request }: RequestFacts): RequestFacts {
  const own: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(params)) {
    if (key !== "__proto__" && key !== "toolConfig") (BODY_KEYS.has(key) ? own : others)[key] = value;
  }
  const given = own["additionalModelRequestFields"];
  const fields = { ...others, ...(isRecord(given) && given) };
  return {
    ...request,
    ...(system !== undefined && { system: systemItems(system) }),
    ...(tools && tools.length > 0 && { tools }),
    params: Object.keys(others).length === 0 ? own : { ...own, additionalModelRequestFields: fields },
  };
}

/** A system prompt as the list that it is here. */
export function systemItems(system: unknown): unknown[] {
  if (typeof system === "string") return [{ text: system }];
  return Array.isArray(system) ? [...system] : [];
}

/** The choice of a tool names it: it is renamed with the tool. */
function withChoice(body: WireObject, now: RequestFacts, read: RequestFacts | undefined): WireObject {
  if (!read || now.tools === read.tools) return body;
  const path = ["toolConfig", "toolChoice", "tool", "name"];
  let chosen: unknown = body;
  for (const key of path) chosen = isRecord(chosen) ? chosen[key] : undefined;
  if (typeof chosen !== "string") return body;
  const before = read.tools?.find(({ name }) => name === chosen);
  const after = now.tools?.find(({ index }) => index !== undefined && index === before?.index);
  return after?.name === undefined || after.name === chosen ? body : setAt(body, path, after.name);
}
