/** Pointers in reports: shown without what only the transcript says, and as lines of a text. */

/** Keys of request bodies and sessions. Any other may be of a tool's arguments, and is the person's own. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    "messages contents input system systemInstruction system_instruction tools toolConfig tool_config tool_choice config request " +
    "content parts role type text thinking signature redacted_thinking data source media_type mimeType mime_type id call_id " +
    "tool_call_id tool_use_id toolUseId toolCallId tool_calls function function_call functionCall functionResponse custom " +
    "name arguments args input_schema parameters parametersJsonSchema response output summary encrypted_content status " +
    "toolUse toolResult reasoningContent reasoningText image image_url url inlineData inline_data fileData document bytes " +
    "format cachePoint cache_control citations refusal reasoning_content reasoning reasoning_details thoughtSignature " +
    "thought_signature thought textSignature thinkingSignature isError is_error toolName stopReason max_tokens model " +
    "generationConfig inferenceConfig additionalModelRequestFields functionDeclarations function_declarations previous_response_id"
  ).split(" "),
);

/** Is it a key of an API or a session format, and not one of a tool or a person? */
export function isKnownKey(key: string): boolean {
  return KNOWN.has(key);
}

/** What stands for a key that is not shown. */
const HIDDEN = "…";

/** The pointer with keys hidden that no API and no session format has. */
export function redactedPointer(pointer: string): string {
  return pointer
    .split("/")
    .map((key) => (key === "" || /^\d{1,9}$/.test(key) || KNOWN.has(key) ? key : HIDDEN))
    .join("/");
}

/** A stretch of a text: lines and columns counted from 1, in UTF-16 code units. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Where the values of pointers stand in the text of a JSON document. Pointers that lead nowhere are absent. */
export function regionsIn(text: string, pointers: Iterable<string>): ReadonlyMap<string, Region> {
  const wanted = new Set(pointers);
  const spots = new Map<string, readonly [number, number]>();
  walk(text, wanted, (pointer, from, to) => spots.set(pointer, [from, to]));
  const starts = lineStarts(text);
  const regions = new Map<string, Region>();
  for (const [pointer, [from, to]] of spots) {
    const [start, end] = [lineAt(starts, from), lineAt(starts, to)];
    regions.set(pointer, {
      startLine: start + 1,
      startColumn: from - (starts[start] ?? 0) + 1,
      endLine: end + 1,
      endColumn: to - (starts[end] ?? 0) + 1,
    });
  }
  return regions;
}

interface Level {
  readonly pointer: string;
  readonly from: number;
  readonly isList: boolean;
  index: number;
  key: string;
  /** Does a string now name a key? */
  atKey: boolean;
}

/** Goes through the tokens of a document that is known to be JSON. */
function walk(
  text: string,
  wanted: ReadonlySet<string>,
  found: (pointer: string, from: number, to: number) => void,
): void {
  const levels: Level[] = [];
  const token = /[[\]{}:,]|"(?:[^"\\]|\\.)*"|[^\s[\]{}:,"]+/g;
  const pointer = (): string => {
    const level = levels.at(-1);
    if (!level) return "";
    return `${level.pointer}/${level.isList ? level.index : level.key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  };
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [word] = match;
    const level = levels.at(-1);
    if (word === "{" || word === "[") {
      levels.push({
        pointer: pointer(),
        from: match.index,
        isList: word === "[",
        index: 0,
        key: "",
        atKey: word === "{",
      });
    } else if (word === "}" || word === "]") {
      const closed = levels.pop();
      if (closed && wanted.has(closed.pointer)) found(closed.pointer, closed.from, token.lastIndex);
    } else if (word === ",") {
      if (level?.isList) level.index++;
      else if (level) level.atKey = true;
    } else if (word !== ":") {
      if (level?.atKey) {
        level.key = keyOf(word);
        level.atKey = false;
      } else if (wanted.has(pointer())) found(pointer(), match.index, token.lastIndex);
    }
  }
}

function keyOf(word: string): string {
  try {
    return String(JSON.parse(word));
  } catch {
    return word;
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The line of an offset, counted from 0. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
