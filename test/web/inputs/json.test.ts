// Where a text stops being JSON is said in the same words in every browser.
import { expect, test } from "vitest";
import { parseJson } from "../../../web/inputs/json.ts";

test.each([
  ['{"a":[1,2,]}', 'line 1, column 11, where "]" cannot stand'],
  ['{"a":[}', "column 7"],
  ['{"a" 1}', 'column 6, where "1" cannot stand'],
  ['{"a":1,}', "column 8"],
  ["{a:1}", "column 2"],
  ['{"a":01}', "column 7"],
  ['{\n "a": "é",\n "b": [,]\n}', 'line 3, column 8, where "," cannot stand'],
  ['["a\nb"]', 'column 4, where "\\n" cannot stand'],
  ['["\\x"]', "column 4"],
  ["[1] 2", 'column 5, where "2" cannot stand'],
  ["[1,2}", "column 5"],
  ["]", "column 1"],
  ["", "at its end, line 1, column 1"],
  ['{"a":[1,2', "at its end, line 1, column 10"],
  ['{"a":"b', "at its end"],
  ['{"a":"b\\', "at its end"],
  [`["${"x".repeat(5_000_000)}`, "at its end, line 1, column 5000003"],
])("what is no JSON is said to break off where it does (%#)", (text, words) => {
  expect(() => parseJson(text)).toThrow(
    expect.objectContaining({ code: "bad-json", message: expect.stringContaining(words) }),
  );
});
