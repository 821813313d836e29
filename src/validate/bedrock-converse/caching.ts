/** What is demanded of cache points. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Demand } from "../types.ts";
import { isCachePoint, isResult, isThought, type Judged, type Spot, spotsAt } from "./conversation.ts";
import { systemSpots } from "./request.ts";
import * as sources from "./sources.ts";

const MOST = 4;

export const TOO_MANY: Demand = {
  code: "cache-markers",
  severity: "error",
  message: "There are {} cache points; the API takes 4 in system prompt, tools and messages together.",
  says: "A maximum of 4 blocks with cache_control may be provided. Found {}.",
  source: sources.CACHING,
  evidence: "documented",
};
export const REFUSED: Demand = {
  code: "cache-markers",
  severity: "error",
  message: "The model takes no cache points.",
  says: "You invoked an unsupported model or your request did not allow prompt caching.",
  source: sources.CACHE_REFUSED,
  evidence: "observed",
};
export const FAULT: Demand = {
  code: "cache-markers",
  severity: "error",
  message: "The cache point is none that the API takes: its type is `default`, and it is kept for `5m` or `1h`.",
  says: "Value at 'cachePoint.type' failed to satisfy constraint: Member must satisfy enum value set: [default]",
  source: sources.MODEL,
  evidence: "schema",
};
export const AFTER_REASONING: Demand = {
  code: "cache-position",
  severity: "error",
  message: "A cache point stands behind reasoning.",
  says: "Cache point cannot be inserted after reasoning block. Please remove the invalid cache point and try again.",
  source: sources.CACHE_AFTER_REASONING,
  evidence: "observed",
};
export const FIRST: Demand = {
  code: "cache-position",
  severity: "error",
  message: "A cache point stands first in its message, where there is nothing before it.",
  says: "There is nothing available to cache.",
  source: sources.CACHE_NOTHING,
  evidence: "measured",
};
export const AFTER_DOCUMENT: Demand = {
  code: "cache-position",
  severity: "warning",
  message: "A cache point stands behind a document that is text, which has been refused.",
  says: "messages.content.type: Field required",
  source: sources.CACHE_AFTER_DOCUMENT,
  evidence: "observed",
};

/** Every cache point of the system prompt, the tools, messages and results. */
export function checkCaching(judged: Judged): void {
  const { messages, demands, report } = judged;
  const lists = [
    systemSpots(judged),
    toolSpots(judged),
    ...messages.map(({ spots }) => spots),
    ...messages.flatMap(({ spots }) =>
      spots.filter(isResult).map(({ value, pointer }) => spotsAt(value["content"], `${pointer}/toolResult/content`)),
    ),
  ];
  const points = lists.flat().filter(isCachePoint);
  if (!demands.caches) for (const { pointer } of points) report(REFUSED, pointer);
  else if (points.length > MOST) report(TOO_MANY, "", String(points.length));
  for (const spot of points) if (demands.caches && isFaulty(spot)) report(FAULT, spot.pointer);
  for (const { spots } of messages) checkPlaces(spots, judged);
}

function toolSpots({ body }: Judged): readonly Spot[] {
  const { toolConfig } = body;
  return isRecord(toolConfig) && Array.isArray(toolConfig["tools"])
    ? spotsAt(toolConfig["tools"], "/toolConfig/tools")
    : [];
}

function isFaulty({ value: { type, ttl } }: Spot): boolean {
  return type !== "default" || (ttl !== undefined && ttl !== "5m" && ttl !== "1h");
}

function checkPlaces(spots: readonly Spot[], { demands, claude }: Judged): void {
  if (!demands.caches) return;
  spots.forEach((spot, index) => {
    if (!isCachePoint(spot)) return;
    const before = spots.slice(0, index).findLast((other) => !isCachePoint(other));
    const pointer: Pointer = spot.pointer;
    if (!before) claude(FIRST, pointer);
    else if (isThought(before)) claude(AFTER_REASONING, pointer);
    else if (before.member === "document" && isPlainText(before)) claude(AFTER_DOCUMENT, pointer);
  });
}

/** Claude gets such documents as texts, in another form. */
function isPlainText({ value: { format, source } }: Spot): boolean {
  return format !== "pdf" && isRecord(source) && source["s3Location"] === undefined;
}
