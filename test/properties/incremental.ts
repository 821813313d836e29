// A sanitizer that keeps work between runs must give what a fresh one gives, however the transcript grew.
import { createReplaySanitizer, sanitizeSessionHistory, validateReplayTurns } from "../../src/index.ts";
import { deepFreeze, sameJson, show, type Violation } from "../oracles/values.ts";
import { type Family, type Messages, optionsFor } from "./families.ts";
import type { Scenario } from "./generate.ts";
import { createRandom } from "./random.ts";

/** Grows the transcript by one to three messages at a time and compares every run with a fresh one. */
export async function checkIncremental(family: Family, scenario: Scenario, seed: number): Promise<Violation[]> {
  const options = optionsFor(family, scenario);
  const random = createRandom(seed ^ 0x9e3779b9);
  const growing = createReplaySanitizer(options);
  const parsedAgain = random.chance(0.3);
  let previous: readonly unknown[] = [];
  for (let length = 1; length <= scenario.messages.length; length += 1 + random.below(3)) {
    const part = scenario.messages.slice(0, length);
    const messages = deepFreeze(parsedAgain ? JSON.parse(JSON.stringify(part)) : part) as Messages;
    const kept = await growing.run(messages);
    const fresh = await createReplaySanitizer(options).run(messages);
    const say = (text: string): Violation[] => [{ kind: "incremental", path: `/${length - 1}`, text }];
    if (!sameJson(kept.messages, fresh.messages)) {
      const index = fresh.messages.findIndex((message, at) => !sameJson(message, kept.messages[at]));
      return say(`after ${length} messages: ${show(kept.messages[index])} instead of ${show(fresh.messages[index])}`);
    }
    if (!sameJson(kept.changes, fresh.changes)) {
      const index = fresh.changes.findIndex((change, at) => !sameJson(change, kept.changes[at]));
      return say(
        `after ${length} messages the report says ${show(kept.changes[index])}, not ${show(fresh.changes[index])}`,
      );
    }
    const history = await sanitizeSessionHistory(messages, options);
    const both = validateReplayTurns(history.messages, options);
    if (!sameJson(both.messages, fresh.messages)) return say(`after ${length} messages it differs from the two stages`);
    if (kept.stablePrefix !== undefined && kept.stablePrefix !== equalPrefix(previous, kept.messages)) {
      return say(`stablePrefix is ${kept.stablePrefix}, not ${equalPrefix(previous, kept.messages)}`);
    }
    previous = kept.messages;
  }
  return [];
}

function equalPrefix(previous: readonly unknown[], now: readonly unknown[]): number {
  const index = now.findIndex((message, at) => at >= previous.length || !sameJson(message, previous[at]));
  return index < 0 ? now.length : index;
}
