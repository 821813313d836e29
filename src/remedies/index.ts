/** The remedies, in the order in which those of one cost are tried. */
import type { Remedy } from "../contract/remedy.ts";
import { addText } from "./add-text.ts";
import { bridgeToolTurn } from "./bridge-tool-turn.ts";
import { dropBlankText } from "./drop-blank-text.ts";
import { dropCacheMarker } from "./drop-cache-marker.ts";
import { dropEntry } from "./drop-entry.ts";
import { dropThinkingBlock } from "./drop-thinking-block.ts";
import { fillResult } from "./fill-result.ts";
import { hoistResults } from "./hoist-results.ts";
import { joinTurns } from "./join-turns.ts";
import { moveCacheMarker } from "./move-cache-marker.ts";
import { moveResult } from "./move-result.ts";
import { nameResult } from "./name-result.ts";
import { offerTools } from "./offer-tools.ts";
import { orderThinking } from "./order-thinking.ts";
import { parseArguments } from "./parse-arguments.ts";
import { renameCall } from "./rename-call.ts";
import { renameTool } from "./rename-tool.ts";
import { replaceBrokenText } from "./replace-broken-text.ts";
import { restoreReasoning } from "./restore-reasoning.ts";
import { sentinelSignature } from "./sentinel-signature.ts";
import { synthesizeResult } from "./synthesize-result.ts";
import { systemAsUser } from "./system-as-user.ts";
import { trimPrefill } from "./trim-prefill.ts";
import { unpairItem } from "./unpair-item.ts";

/** All remedies. Order counts within one cost only. */
export const remedies: readonly Remedy[] = [
  hoistResults,
  joinTurns,
  moveResult,
  renameCall,
  renameTool,
  nameResult,
  unpairItem,
  moveCacheMarker,
  dropCacheMarker,
  dropBlankText,
  fillResult,
  addText,
  orderThinking,
  parseArguments,
  replaceBrokenText,
  synthesizeResult,
  offerTools,
  bridgeToolTurn,
  systemAsUser,
  trimPrefill,
  sentinelSignature,
  restoreReasoning,
  dropThinkingBlock,
  dropEntry,
];
