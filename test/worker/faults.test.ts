// What becomes of a session when its storage fails, somebody else writes to it, or its writer is ended. Prints a table.
import { afterAll, beforeAll, expect, test } from "vitest";
import { user } from "./client.ts";
import type { Plan } from "./faults-worker.ts";
import { type StoringWorker, startStoring } from "./miniflare.ts";

const SECRET = "a secret of the storage";
let worker: StoringWorker;

beforeAll(async () => {
  worker = await startStoring({ entry: "test/worker/faults-worker.ts", bindings: { OPEN_SESSIONS: "true" } });
}, 60_000);

afterAll(async () => {
  await worker?.stop();
});

const header = { type: "session", version: 3, id: "s", timestamp: "2026-11-03T09:30:00.000Z", cwd: "/" };
const first = {
  type: "message",
  id: "e1",
  parentId: null,
  timestamp: "2026-11-03T09:30:00.000Z",
  message: user("One"),
};
const intact = `${JSON.stringify(header)}\n${JSON.stringify(first)}\n`;
const damaged = `${intact}{torn\n`;

type Action = "append" | "append to lines" | "put" | "repair" | "delete" | "read" | "history";

const requests: Readonly<Record<Action, [method: string, path: string, body?: unknown]>> = {
  append: ["POST", "/append", { messages: [user("Two")] }],
  "append to lines": ["POST", "/append", { messages: [user("Two")] }],
  put: ["PUT", "", intact.replace("One", "Three")],
  repair: ["POST", "/repair"],
  delete: ["DELETE", ""],
  read: ["GET", ""],
  history: ["GET", "/history"],
};

async function send(method: string, path: string, body?: unknown) {
  const isText = typeof body === "string";
  const response = await fetch(`${worker.origin}${path}`, {
    method,
    headers: { "content-type": isText ? "application/jsonl" : "application/json" },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text().catch(() => "broken off");
  const isJson = /json;|problem/.test(response.headers.get("content-type") ?? "") && text.startsWith("{");
  return { status: response.status, text, code: isJson ? ((JSON.parse(text) as { code?: string }).code ?? "") : "" };
}

const arm = async (plan: Plan | object): Promise<number> =>
  (JSON.parse((await send("POST", "/faults", plan)).text) as { fired: number }).fired;

interface Row {
  readonly action: Action;
  readonly call: Plan["call"];
  readonly fault: Plan["fault"];
  readonly times: number;
  readonly answer: string;
  readonly stored: string;
}

let count = 0;

async function run(action: Action, plan: Plan): Promise<Row> {
  const id = `fault-${count++}`;
  const before =
    action === "repair" ? damaged : action === "append to lines" ? `${JSON.stringify(user("One"))}\n` : intact;
  const key = `anybody/${id}.jsonl`;
  await worker.store(key, before);
  await arm(plan);
  const [method, path, body] = requests[action];
  const { status, code, text } = await send(method, `/v1/sessions/${id}${path}`, body);
  expect(text).not.toContain(SECRET);
  const { call, fault, times } = plan;
  expect(await arm({})).toBeGreaterThan(0);
  const after = (await worker.stored()).get(key);
  const answer = text === "broken off" ? `${status} broken off` : `${status} ${code}`.trim();
  return { action, call, fault, times, answer, stored: storedAs(before, after, action) };
}

/** What is stored now, in words. Every line must be whole, and every line of before and of others must be there. */
function storedAs(before: string, after: string | undefined, action: Action): string {
  if (after === undefined) return action === "delete" ? "gone" : "LOST";
  const lines = after.trimEnd().split("\n");
  const others = lines.filter((line) => line.includes('"customType":"other"')).length;
  const own = lines.filter((line) => !line.includes('"customType":"other"'));
  const suffix = others > 0 ? `, others' ${others} too` : "";
  const kept = before.trimEnd().split("\n");
  if (own.join() === kept.join()) return `as it was${suffix}`;
  if (action === "repair" && own.join() === intact.trimEnd().split("\n").join()) return `repaired${suffix}`;
  if (action === "put" && own.join().includes("Three")) return `new${suffix}`;
  const added = own.filter((line) => line.includes("Two"));
  const isAppended = added.length === 1 && own.slice(0, kept.length).join() === kept.join() && added.every(isJson);
  return isAppended ? `appended once${suffix}` : `WRONG: ${added.length} added${suffix}`;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

test("R2 faults: nothing is lost, and the answer is true", async () => {
  const rows: Row[] = [];
  const always = 100;
  const plans: [Action, Plan["call"], Plan["fault"], number][] = [
    ["append", "get", "fails", 1],
    ["append", "get", "fails", always],
    ["append", "get", "breaks off", 1],
    ["append", "get", "breaks off", always],
    ["append", "put", "fails", 1],
    ["append", "put", "fails", always],
    ["append", "put", "fails after", 1],
    ["append", "put", "fails after", always],
    ["append", "put", "conflict", 1],
    ["append", "put", "conflict", 3],
    ["append", "put", "conflict", always],
    ["append", "put", "writer ends", 1],
    ["append", "put", "writer ends after", 1],
    ["append to lines", "put", "fails after", 1],
    ["append to lines", "put", "writer ends after", 1],
    ["put", "put", "fails", 1],
    ["put", "put", "fails", always],
    ["put", "put", "fails after", 1],
    ["put", "put", "conflict", 1],
    ["put", "head", "fails", 1],
    ["repair", "get", "fails", always],
    ["repair", "get", "breaks off", always],
    ["repair", "put", "fails", always],
    ["repair", "put", "fails after", 2],
    ["repair", "put", "conflict", 2],
    ["repair", "put", "conflict", always],
    ["delete", "delete", "fails", 1],
    ["delete", "delete", "fails", always],
    ["delete", "delete", "fails after", 1],
    ["read", "head", "fails", 1],
    ["read", "get", "fails", 1],
    ["read", "get", "fails", always],
    ["read", "get", "breaks off", 1],
    ["history", "head", "fails", 1],
    ["history", "get", "fails", 1],
    ["history", "get", "breaks off", 1],
  ];
  for (const [action, call, fault, times] of plans) rows.push(await run(action, { call, fault, times }));
  console.log(table(rows));
  for (const { action, fault, times, answer, stored } of rows) {
    expect(stored).not.toMatch(/LOST|WRONG/);
    if (answer.startsWith("20") && action.startsWith("append")) expect(stored).toMatch(/^appended once/);
    if (answer === "200" && action === "repair") expect(stored).toMatch(/^repaired/);
    if (action === "append" && times <= 3) expect(answer).toBe("200");
    if (times === always && fault !== "fails after") expect([503, 409]).toContain(Number(answer.slice(0, 3)));
    if (fault === "conflict" && action === "put") expect(answer).toBe("409 conflict");
    if (answer === "200" && action === "put") expect(stored).toBe("new");
    if (action === "read" && fault === "breaks off") expect(answer).toContain("broken off");
  }
}, 120_000);

function table(rows: readonly Row[]): string {
  const cells = rows.map(({ action, call, fault, times, answer, stored }) => [
    action,
    `${call} ${fault}${times === 1 ? "" : times === 100 ? ", always" : `, ${times} times`}`,
    answer,
    stored,
  ]);
  const all = [["request", "fault", "answer", "stored"], ...cells];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((cell) => cell[column]?.length ?? 0)));
  return all
    .map((cell) =>
      cell
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

test("a worker that is ended during appends loses nothing it has answered for", async () => {
  const lines: string[] = [];
  for (const wait of [5, 40, 120]) {
    const id = `crash-${wait}`;
    const acknowledged: string[] = [];
    const sent = Array.from({ length: 40 }, async (_, n) => {
      const text = `message ${n}.`;
      const { status } = await send("POST", `/v1/sessions/${id}/append`, { messages: [user(text)] });
      if (status === 200 || status === 201) acknowledged.push(text);
    });
    const settled = Promise.allSettled(sent);
    await new Promise((resolve) => setTimeout(resolve, wait));
    worker = await worker.crash();
    await settled;
    const text = (await worker.stored()).get(`anybody/${id}.jsonl`) ?? "";
    const whole = text.split("\n").filter((line) => line !== "");
    expect(whole.every(isJson)).toBe(true);
    expect(acknowledged.filter((one) => !text.includes(`"${one}"`))).toEqual([]);
    expect(text === "" || text.endsWith("\n")).toBe(true);
    // The new one goes on where the other was.
    const { status } = await send("POST", `/v1/sessions/${id}/append`, { messages: [user("after")] });
    expect([200, 201]).toContain(status);
    const stored = whole.filter((line) => line.includes('"message "'.slice(0, 9))).length;
    lines.push(`ended after ${wait} ms: 40 sent, ${acknowledged.length} acknowledged, ${stored} stored, 0 lost`);
  }
  console.log(lines.join("\n"));
}, 120_000);
