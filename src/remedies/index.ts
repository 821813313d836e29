/** The remedies, in the order in which those of one cost are tried. */
import type { Remedy } from "../contract/remedy.ts";
import { addText } from "./add-text.ts";
import { askOn } from "./ask-on.ts";
import { bridgeToolTurn } from "./bridge-tool-turn.ts";
import { callsLast } from "./calls-last.ts";
import { closeCalls } from "./close-calls.ts";
import { dropBlankText } from "./drop-blank-text.ts";
import { dropCacheMarker } from "./drop-cache-marker.ts";
import { dropEntry } from "./drop-entry.ts";
import { dropOpaque } from "./drop-opaque.ts";
import { dropReasoningItem } from "./drop-reasoning-item.ts";
import { dropThinkingBlock } from "./drop-thinking-block.ts";
import { dropThoughtSignature } from "./drop-thought-signature.ts";
import { fillResult } from "./fill-result.ts";
import { fitParams } from "./fit-params.ts";
import { gatherCalls } from "./gather-calls.ts";
import { hoistResults } from "./hoist-results.ts";
import { holdTurn } from "./hold-turn.ts";
import { joinTurns } from "./join-turns.ts";
import { liftImages } from "./lift-images.ts";
import { moveCacheMarker } from "./move-cache-marker.ts";
import { moveResult } from "./move-result.ts";
import { nameResult } from "./name-result.ts";
import { offerTools } from "./offer-tools.ts";
import { omitDocument } from "./omit-document.ts";
import { omitImage } from "./omit-image.ts";
import { orderThinking } from "./order-thinking.ts";
import { parseArguments } from "./parse-arguments.ts";
import { partResults } from "./part-results.ts";
import { pauseThinking } from "./pause-thinking.ts";
import { renameCall } from "./rename-call.ts";
import { renameDocument } from "./rename-document.ts";
import { renameTool } from "./rename-tool.ts";
import { replaceBrokenText } from "./replace-broken-text.ts";
import { replaceMedia } from "./replace-media.ts";
import { restate } from "./restate.ts";
import { restoreReasoning } from "./restore-reasoning.ts";
import { sentinelSignature } from "./sentinel-signature.ts";
import { settleEmptyTurn } from "./settle-empty-turn.ts";
import { splitCalls } from "./split-calls.ts";
import { synthesizeResult } from "./synthesize-result.ts";
import { systemAsUser } from "./system-as-user.ts";
import { trimPrefill } from "./trim-prefill.ts";
import { trimSystem } from "./trim-system.ts";
import { unpairItem } from "./unpair-item.ts";
import { userFirst } from "./user-first.ts";

/** All remedies. Order counts within one cost only. */
export const remedies: readonly Remedy[] = [
  hoistResults,
  joinTurns,
  moveResult,
  closeCalls,
  gatherCalls,
  callsLast,
  renameCall,
  renameTool,
  renameDocument,
  nameResult,
  unpairItem,
  moveCacheMarker,
  dropCacheMarker,
  dropBlankText,
  fillResult,
  holdTurn,
  trimSystem,
  partResults,
  settleEmptyTurn,
  addText,
  restate,
  fitParams,
  orderThinking,
  pauseThinking,
  parseArguments,
  replaceBrokenText,
  synthesizeResult,
  offerTools,
  bridgeToolTurn,
  splitCalls,
  systemAsUser,
  liftImages,
  userFirst,
  trimPrefill,
  dropThoughtSignature,
  sentinelSignature,
  askOn,
  restoreReasoning,
  dropReasoningItem,
  dropThinkingBlock,
  dropOpaque,
  replaceMedia,
  omitDocument,
  omitImage,
  dropEntry,
];
