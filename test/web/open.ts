// The Web Worker's answers without a Web Worker: what the page is told of a transcript.

import { createAnswers } from "../../web/analysis/answers.ts";
import { toReplayTarget } from "../../web/presets.ts";
import type { Calls, Preview, Progress, RunResult } from "../../web/protocol.ts";

/** An opened transcript. */
export interface Looked {
  readonly opened: Calls["open"]["output"];
  readonly result: RunResult;
  readonly told: readonly (Progress | Preview)[];
  ask<Kind extends keyof Calls>(kind: Kind, input: Calls[Kind]["input"]): Promise<Calls[Kind]["output"]>;
}

/** Opens a text and runs it for a target. */
export async function look(
  text: string | Blob,
  target: { provider: string; modelApi?: string; modelId?: string },
  more: Partial<Calls["run"]["input"]["opening"]> & { policy?: Calls["run"]["input"]["policy"] } = {},
): Promise<Looked> {
  const told: (Progress | Preview)[] = [];
  const answers = createAnswers({ progress: (one) => told.push(one), preview: (one) => told.push(one) });
  const { policy = {}, ...rest } = more;
  const opening = { key: 1, name: "mine.jsonl", blob: typeof text === "string" ? new Blob([text]) : text, ...rest };
  const opened = await answers.open({ opening });
  const wanted = toReplayTarget({ modelApi: "", modelId: "", ...target });
  const result = await answers.run({ opening, target: wanted, policy });
  const ask: Looked["ask"] = (kind, input) =>
    (answers[kind] as (one: typeof input) => ReturnType<Looked["ask"]>)(input) as never;
  return { opened, result, told, ask };
}

/** The words of the rows' flags. */
export const flagsOf = ({ rows }: RunResult): number[] => [...rows.flags];
