import { expect, test } from "vitest";
import type { Change } from "../../src/transcript/changes.ts";
import { checkReport } from "./difference.ts";
import { checkKept, checkSignedThinking } from "./kept.ts";

type Message = Record<string, unknown>;

const user = (content: unknown, more: Message = {}): Message => ({ role: "user", content, ...more });
const assistant = (...content: unknown[]): Message => ({ role: "assistant", content });
const said = (text: string): Message => ({ type: "text", text });

/** A change with what the cases below do not care about filled in. */
function change(action: Change["action"], fields: Partial<Change>): Change {
  return { rule: "r", stage: "history", action, from: [], message: "because", lossy: false, ...fields };
}

const [a, b, c] = [user("a"), assistant(said("b"), said("c")), user("d")];

interface Case {
  readonly name: string;
  readonly input: readonly unknown[];
  readonly output: readonly unknown[];
  readonly changes: readonly Change[];
}

const truthful: Case[] = [
  { name: "nothing", input: [a, b, c], output: [a, b, c], changes: [] },
  { name: "a dropped message", input: [a, b, c], output: [a, c], changes: [change("drop", { from: ["/1"] })] },
  { name: "a dropped entry", input: [a, null], output: [a], changes: [change("drop", { from: ["/1"] })] },
  {
    name: "a dropped block",
    input: [a, b],
    output: [a, assistant(said("c"))],
    changes: [change("drop", { from: ["/1/content/0"] })],
  },
  {
    name: "a rewritten block",
    input: [a, b],
    output: [a, assistant(said("b"), said("x"))],
    changes: [change("rewrite", { from: ["/1/content/1/text"], to: "/1/content/1/text" })],
  },
  {
    name: "a field that was added, behind a message that is gone",
    input: [b, a],
    output: [user("a", { timestamp: 1 })],
    changes: [change("drop", { from: ["/0"] }), change("rewrite", { from: ["/1"], to: "/0/timestamp" })],
  },
  {
    name: "a field that was removed",
    input: [user("a", { details: 1 })],
    output: [a],
    changes: [change("rewrite", { from: ["/0/details"], to: "/0" })],
  },
  {
    name: "a block replaced by another kind",
    input: [assistant({ type: "image", data: "" })],
    output: [assistant(said("no image"))],
    changes: [change("rewrite", { from: ["/0/content/0/type"], to: "/0/content/0/type" })],
  },
  {
    name: "a string that became a list",
    input: [a],
    output: [user([said("a")])],
    changes: [change("rewrite", { from: ["/0/content"], to: "/0/content" })],
  },
  {
    name: "an insertion between",
    input: [a, b],
    output: [a, user("new"), b],
    changes: [change("insert", { anchor: "/0", to: "/1" })],
  },
  {
    name: "an inserted block",
    input: [a, b],
    output: [a, assistant(said("b"), said("new"), said("c"))],
    changes: [change("insert", { anchor: "/1", to: "/1/content/1" })],
  },
  {
    name: "a moved message",
    input: [a, b, c],
    output: [b, c, a],
    changes: [change("move", { from: ["/0"], to: "/2" })],
  },
  {
    name: "blocks in another order",
    input: [b],
    output: [assistant(said("c"), said("b"))],
    changes: [change("move", { from: ["/0/content/1", "/0/content/0"], to: "/0" })],
  },
  {
    name: "two users merged into the later",
    input: [b, user("a", { t: 1 }), user([said("d")], { t: 2 })],
    output: [b, user([said("a"), said("d")], { t: 2 })],
    changes: [change("merge", { from: ["/1"], to: "/1" })],
  },
  {
    name: "a message of the host that became a user turn and was merged",
    input: [{ role: "custom", content: "a" }, user([said("d")])],
    output: [user([said("a"), said("d")])],
    changes: [change("rewrite", { from: ["/0"], to: "/0" }), change("merge", { from: ["/0"], to: "/0" })],
  },
  {
    name: "a string that became a list and was merged",
    input: [{ role: "assistant", content: "a" }, b],
    output: [assistant(said("a"), said("b"), said("c"))],
    changes: [
      change("rewrite", { from: ["/0/content"], to: "/0/content" }),
      change("merge", { from: ["/1"], to: "/0" }),
    ],
  },
  {
    name: "a made turn merged into one of the input",
    input: [b, a],
    output: [b, user([said("new"), said("a")])],
    changes: [
      change("insert", { anchor: "/0", to: "/1" }),
      change("rewrite", { from: ["/1/content"], to: "/1/content" }),
    ],
  },
  {
    name: "a rewrite that a later drop undid",
    input: [a, b],
    output: [b],
    changes: [change("rewrite", { from: ["/0/content"], undoneBy: 1 }), change("drop", { from: ["/0"] })],
  },
  {
    name: "an insertion that a later drop undid",
    input: [a],
    output: [a],
    changes: [change("insert", { anchor: "/0", undoneBy: 1 }), change("drop", {})],
  },
];

test.each(truthful)("a true report: $name", ({ input, output, changes }) => {
  expect(checkReport(input, output, changes)).toEqual([]);
});

const lies: (Case & { kind: string })[] = [
  { kind: "report-messages", name: "a silent drop", input: [a, b, c], output: [a, c], changes: [] },
  { kind: "report-messages", name: "a silent insertion", input: [a], output: [a, b], changes: [] },
  {
    kind: "report-messages",
    name: "a drop that never was",
    input: [a, b],
    output: [a, b],
    changes: [change("drop", { from: ["/1"] })],
  },
  { kind: "report-silent", name: "a silent move", input: [a, b, c], output: [c, b, a], changes: [] },
  { kind: "report-silent", name: "a silent field", input: [a], output: [user("a", { x: 1 })], changes: [] },
  { kind: "report-silent", name: "a silent text", input: [b], output: [assistant(said("b"), said("x"))], changes: [] },
  { kind: "report-blocks", name: "a silently dropped block", input: [b], output: [assistant(said("b"))], changes: [] },
  {
    kind: "report-silent",
    name: "a change at another block",
    input: [b],
    output: [assistant(said("b"), said("x"))],
    changes: [change("rewrite", { from: ["/0/content/0/text"], to: "/0/content/0/text" })],
  },
  {
    kind: "report-idle",
    name: "a rewrite of nothing",
    input: [b],
    output: [b],
    changes: [change("rewrite", { from: ["/0/content/0/text"], to: "/0/content/0/text" })],
  },
  {
    kind: "report-silent",
    name: "a merge that also alters",
    input: [a, user([said("d")])],
    output: [user([said("a"), said("x")])],
    changes: [change("merge", { from: ["/0"], to: "/0" })],
  },
  {
    kind: "report-from",
    name: "a place that is not there",
    input: [a],
    output: [],
    changes: [change("drop", { from: ["/0"] }), change("drop", { from: ["/5"] })],
  },
  {
    kind: "report-to",
    name: "a target that is not there",
    input: [a],
    output: [a],
    changes: [change("insert", { to: "/4" })],
  },
  {
    kind: "report-anchor",
    name: "an anchor that is not there",
    input: [a],
    output: [a, b],
    changes: [change("insert", { anchor: "/4", to: "/1" })],
  },
  {
    kind: "report-drop",
    name: "a drop with a target",
    input: [a, b],
    output: [a],
    changes: [change("drop", { from: ["/1"], to: "/0" })],
  },
  { kind: "report-drop", name: "a drop of nothing", input: [a], output: [a], changes: [change("drop", {})] },
  {
    kind: "report-insert",
    name: "an insertion of what was there",
    input: [a],
    output: [a, b],
    changes: [change("insert", { from: ["/0"], to: "/1" })],
  },
  {
    kind: "report-undone",
    name: "a rewrite that is nowhere",
    input: [a, b],
    output: [b],
    changes: [change("rewrite", { from: ["/0/content"] }), change("drop", { from: ["/0"] })],
  },
  {
    kind: "report-undone",
    name: "undone by an earlier change",
    input: [a, b],
    output: [b],
    changes: [change("drop", { from: ["/0"] }), change("rewrite", { from: ["/0/content"], undoneBy: 0 })],
  },
  {
    kind: "report-json",
    name: "a field that JSON loses",
    input: [a, b],
    output: [a],
    changes: [{ ...change("drop", { from: ["/1"] }), preview: undefined } as unknown as Change],
  },
  {
    kind: "report-message",
    name: "no reason",
    input: [a, b],
    output: [a],
    changes: [change("drop", { from: ["/1"], message: " " })],
  },
];

test.each(lies)("a false report is seen: $name", ({ kind, input, output, changes }) => {
  expect(checkReport(input, output, changes).map((found) => found.kind)).toContain(kind);
});

test("a marked text may vanish only with a lossy change over its place", () => {
  const input = [user("said-1"), assistant(said("said-2"), said("plain")), user("said-3")];
  const output = [user("about said-1"), user("said-3")];
  const drop = (lossy: boolean): Change => change("drop", { from: ["/1"], lossy });
  expect(checkKept(input, output, [drop(true)])).toEqual([]);
  expect(checkKept(input, output, [drop(false)]).map(({ path }) => path)).toEqual(["/1/content/0"]);
  expect(checkKept(input, output, []).map(({ kind }) => kind)).toEqual(["text-lost"]);
});

test("signed thinking stays byte for byte or is reported, and none is invented", () => {
  const block = { type: "thinking", thinking: "hm", thinkingSignature: "s" };
  const input = [assistant(block, said("x"))];
  const altered = [assistant({ ...block, thinking: "hm " }, said("x"))];
  const resigned = [assistant({ ...block, thinkingSignature: "t" }, said("x"))];
  expect(checkSignedThinking(input, input, [])).toEqual([]);
  expect(checkSignedThinking(input, altered, []).map(({ kind }) => kind)).toEqual([
    "thinking-altered",
    "thinking-invented",
  ]);
  expect(checkSignedThinking(input, resigned, []).map(({ kind }) => kind)).toEqual(["thinking-altered"]);
  expect(checkSignedThinking(input, [assistant(said("x"))], [change("drop", { from: ["/0/content/0"] })])).toEqual([]);
});
