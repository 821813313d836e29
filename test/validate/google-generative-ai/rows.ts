// Bodies that break one demand of Gemini's generateContent each.
import * as calls from "../../../src/validate/google-generative-ai/calls.ts";
import * as images from "../../../src/validate/google-generative-ai/images.ts";
import * as body from "../../../src/validate/google-generative-ai/index.ts";
import * as parts from "../../../src/validate/google-generative-ai/parts.ts";
import * as request from "../../../src/validate/google-generative-ai/request.ts";
import * as signatures from "../../../src/validate/google-generative-ai/signatures.ts";
import * as turns from "../../../src/validate/google-generative-ai/turns.ts";
import type { ValidateTarget } from "../../../src/validate/types.ts";
import {
  ask,
  call,
  image,
  model,
  PNG,
  response,
  SKIP,
  say,
  signed,
  text,
  user,
} from "../../wire/fixtures/google-parts.ts";
import { PICTURES } from "../../wire/valid/anthropic-messages.ts";
import type { Row } from "../anthropic-messages/row.ts";

export const GEMINI: ValidateTarget = { provider: "google", modelId: "gemini-3-pro-preview", baseUrl: "" };
export const NEWER: ValidateTarget = { ...GEMINI, modelId: "gemini-3.8-flash" };
export const OLDER: ValidateTarget = { ...GEMINI, modelId: "gemini-2.5-flash" };
export const NOBODY: ValidateTarget = { ...GEMINI, modelId: "" };
export const VERTEX: ValidateTarget = { ...GEMINI, provider: "google-vertex" };
const CODE_ASSIST: ValidateTarget = { ...GEMINI, provider: "google-gemini-cli" };

/** A call that is answered, behind what the user said. */
export const called = (more: object = {}, ...behind: unknown[]): object =>
  say([ask, model(signed("read")), user({ ...response("read"), ...more }), ...behind]);
const answered = (...contents: unknown[]): object => say([ask, model(signed("read"), call("exec")), ...contents]);
const declare = (name: unknown): object => ({ functionDeclarations: [{ name }] });

const bodyRows: Readonly<Record<string, Row>> = {
  "a body that is no object": { demand: body.UNREADABLE, body: [], at: "" },
  "contents that are text": { demand: body.CONTENTS_INVALID, body: say("hi"), at: "/contents" },
  "no contents": { demand: body.NO_CONTENTS, body: say([], { systemInstruction: user(text("s")) }), at: "/contents" },
  "half a surrogate pair": {
    demand: body.SURROGATE,
    body: say([user(text("\ud83d"))]),
    at: "/contents/0/parts/0/text",
  },
  NUL: { demand: body.NUL, body: say([user(text("a\0"))]), at: "/contents/0/parts/0/text" },
};

const turnRows: Readonly<Record<string, Row>> = {
  "an entry that is no content": { demand: turns.NO_CONTENT, body: say([ask, null]), at: "/contents/1" },
  "a role that nobody knows": {
    demand: turns.ROLE_UNKNOWN,
    body: say([{ role: "narrator", parts: [text("x")] }, ask]),
    at: "/contents/0/role",
  },
  "a system message among the contents": {
    demand: turns.ROLE_SYSTEM,
    body: say([{ role: "system", parts: [text("s")] }, ask]),
    at: "/contents/0/role",
  },
  "the role `assistant`": {
    demand: turns.ROLE_OTHER,
    body: say([ask, { role: "assistant", parts: [text("a")] }, ask]),
    at: "/contents/1/role",
  },
  "no role on Vertex AI": {
    demand: turns.ROLE_MISSING,
    body: say([{ parts: [text("a")] }]),
    at: "/contents/0",
    target: VERTEX,
  },
  "the role `function`": {
    demand: turns.ROLE_FUNCTION,
    body: say([ask, model(signed("read")), { role: "function", parts: [response("read")] }]),
    at: "/contents/2/role",
  },
  "no parts": { demand: turns.PARTS_EMPTY, body: say([ask, model(), ask]), at: "/contents/1" },
  "parts that are a text": {
    demand: turns.PARTS_TEXT,
    body: say([{ role: "user", parts: "hi" }]),
    at: "/contents/0/parts",
  },
  "parts that are a number": {
    demand: turns.PARTS_INVALID,
    body: say([{ role: "user", parts: 3 }]),
    at: "/contents/0/parts",
  },
  "a call before the user spoke": {
    demand: turns.CALL_FIRST,
    body: say([model(signed("read")), user(response("read"))]),
    at: "/contents/0",
  },
  "the model first": { demand: turns.MODEL_FIRST, body: say([model(text("a")), ask]), at: "/contents/0" },
  "a call behind another content of the model": {
    demand: turns.CALL_POSITION,
    body: say([ask, model(text("a")), model(signed("read")), user(response("read"))]),
    at: "/contents/2",
  },
  "two contents of the user in a row": { demand: turns.ALTERNATE, body: say([ask, ask]), at: "/contents/1" },
  "the model last": {
    demand: turns.MODEL_LAST,
    body: say([ask, model(text("a"))]),
    at: "/contents/1",
    target: NEWER,
  },
  "the model last, of a model that may take it": {
    demand: turns.MODEL_LAST_PERHAPS,
    body: say([ask, model(text("a"))]),
    at: "/contents/1",
  },
  "the model alone": { demand: turns.MODEL_ALONE, body: say([model(text("a"))]), at: "/contents/0", target: OLDER },
  "text behind the last responses": {
    demand: turns.BEHIND_RESPONSES,
    body: say([ask, model(signed("read")), user(response("read"), text("and"))]),
    at: "/contents/2/parts/1",
    target: NEWER,
  },
  "text behind the last responses, of a model that may take it": {
    demand: turns.BEHIND_RESPONSES_PERHAPS,
    body: say([ask, model(signed("read")), user(response("read"), text("and"))]),
    at: "/contents/2/parts/1",
  },
};

const partRows: Readonly<Record<string, Row>> = {
  "an item that is no part": { demand: parts.NO_PART, body: say([user("x", text("a"))]), at: "/contents/0/parts/0" },
  "a part with nothing in it": { demand: parts.EMPTY, body: say([user({}, text("a"))]), at: "/contents/0/parts/0" },
  "an empty text": { demand: parts.TEXT_EMPTY, body: say([user(text(""), text("a"))]), at: "/contents/0/parts/0/text" },
  "an empty thought": {
    demand: parts.THOUGHT_EMPTY,
    body: say([ask, model({ text: "", thought: true }, text("a")), ask]),
    at: "/contents/1/parts/0/text",
  },
  "a signature alone": {
    demand: parts.SIGNATURE_ALONE,
    body: say([ask, model({ thoughtSignature: "QUJD" }, text("a")), ask]),
    at: "/contents/1/parts/0",
  },
  "several kinds of data": {
    demand: parts.SEVERAL,
    body: say([user({ ...text("a"), ...image() })]),
    at: "/contents/0/parts/0",
  },
  "a field that nobody knows": {
    demand: parts.FIELD_UNKNOWN,
    body: say([user(text("a", { cache_control: {} }))]),
    at: "/contents/0/parts/0",
  },
  "a call of the user": { demand: parts.CALL_OF_USER, body: say([user(call("read"))]), at: "/contents/0/parts/0" },
  "a response of the model": {
    demand: parts.RESPONSE_OF_MODEL,
    body: say([ask, model(response("read")), ask]),
    at: "/contents/1/parts/0",
  },
};

const callRows: Readonly<Record<string, Row>> = {
  "a call without a response": {
    demand: calls.UNANSWERED,
    body: answered(user(response("read"))),
    at: "/contents/1/parts/1",
  },
  "an orphan": {
    demand: calls.ORPHANED,
    body: say([ask, model(text("a")), user(response("read"))]),
    at: "/contents/2/parts/0",
  },
  "a second response": {
    demand: calls.TOO_MANY,
    body: say([ask, model(signed("read")), user(response("read"), response("read"))]),
    at: "/contents/2/parts/1",
  },
  "responses over two contents": {
    demand: calls.SPLIT,
    body: answered(user(response("read")), user(response("exec"))),
    at: "/contents/3/parts/0",
  },
  "text between call and responses": {
    demand: calls.UNANSWERED,
    body: say([ask, model(signed("read")), user(text("wait")), user(response("read"))]),
    at: "/contents/1/parts/0",
  },
  "a response without a name": {
    demand: calls.RESPONSE_NAME,
    body: say([ask, model(signed("read")), user({ functionResponse: { response: {} } })]),
    at: "/contents/2/parts/0/functionResponse",
  },
  "a response of another name": {
    demand: calls.RESPONSE_OTHER_NAME,
    body: say([ask, model(signed("read")), user(response("other"))]),
    at: "/contents/2/parts/0/functionResponse/name",
  },
  "a response of another id": {
    demand: calls.ID_OTHER,
    body: say([ask, model(signed("read", { id: "a" })), user(response("read", { id: "b" }))]),
    at: "/contents/2/parts/0/functionResponse/id",
  },
  "a response of another id, for a model that nobody named": {
    demand: calls.ID_OTHER_PERHAPS,
    body: say([ask, model(signed("read", { id: "a" })), user(response("read", { id: "b" }))]),
    at: "/contents/2/parts/0/functionResponse/id",
    target: NOBODY,
  },
  "a response without the id of its call": {
    demand: calls.ID_NOT_ECHOED,
    body: say([ask, model(signed("read", { id: "a" })), user(response("read"))]),
    at: "/contents/2/parts/0/functionResponse",
  },
  "an id that stands twice": {
    demand: calls.ID_TWICE,
    body: say([
      ask,
      model(signed("read", { id: "a" }), call("read", { id: "a" })),
      user(response("read", { id: "a" }), response("read", { id: "a" })),
    ]),
    at: "/contents/1/parts/1/functionCall/id",
  },
  "ids for an older model": {
    demand: calls.ID_OLD,
    body: say([ask, model(call("read", { id: "a" })), user(response("read", { id: "a" }))]),
    at: "/contents/1/parts/0/functionCall/id",
    target: OLDER,
  },
  "a call without a name": {
    demand: calls.CALL_NAME,
    body: say([ask, model(signed("")), user(response("read"))]),
    at: "/contents/1/parts/0/functionCall/name",
  },
  "arguments that are a text": {
    demand: calls.ARGUMENTS,
    body: say([ask, model(signed("read", { args: "{}" })), user(response("read"))]),
    at: "/contents/1/parts/0/functionCall/args",
  },
  "a response that is a text": {
    demand: calls.RESPONSE_FORM,
    body: say([ask, model(signed("read")), user(response("read", { response: "text" }))]),
    at: "/contents/2/parts/0/functionResponse/response",
  },
  "a response that says nothing": {
    demand: calls.RESPONSE_MISSING,
    body: say([ask, model(signed("read")), user({ functionResponse: { name: "read" } })]),
    at: "/contents/2/parts/0/functionResponse",
  },
};

const unsigned = say([ask, model(call("read"), call("exec")), user(response("read"), response("exec"))]);
const sentinel = (value: string): object =>
  say([ask, model({ ...call("read"), thoughtSignature: value }), user(response("read"))]);

const signatureRows: Readonly<Record<string, Row>> = {
  "a signature that was cut": {
    demand: signatures.NOT_BASE64,
    body: say([ask, model({ text: "a", thoughtSignature: "CiQB0e2Kb7I\u2026" }), ask]),
    at: "/contents/1/parts/0/thoughtSignature",
  },
  "two signatures in one": {
    demand: signatures.NOT_BASE64,
    body: say([ask, model({ text: "a", thought_signature: "dTBoZ0I=RXBzRkNr" }), ask]),
    at: "/contents/1/parts/0/thought_signature",
  },
  "the URL-safe alphabet at Code Assist": {
    demand: signatures.URL_SAFE,
    body: say([ask, model({ text: "a", thoughtSignature: "QUJD_UJD" }), ask]),
    at: "/contents/1/parts/0/thoughtSignature",
    target: CODE_ASSIST,
  },
  "no signature on the first call of a step": { demand: signatures.MISSING, body: unsigned, at: "/contents/1/parts/0" },
  "no signature, for a model that nobody named": {
    demand: signatures.MISSING_PERHAPS,
    body: unsigned,
    at: "/contents/1/parts/0",
    target: NOBODY,
  },
  "another sentinel on Vertex AI": {
    demand: signatures.SENTINEL_UNKNOWN,
    body: sentinel("context_engineering_is_the_way_to_go"),
    at: "/contents/1/parts/0/thoughtSignature",
    target: VERTEX,
  },
  "the sentinel": { demand: signatures.SKIPPED, body: sentinel(SKIP), at: "/contents/1/parts/0/thoughtSignature" },
};

const imageRows: Readonly<Record<string, Row>> = {
  "what is no image": {
    demand: images.INVALID,
    body: say([user(image("AAAA"))]),
    at: "/contents/0/parts/0/inlineData",
  },
  "a GIF": {
    demand: images.FORMAT,
    body: say([user(image(PICTURES["image/gif"], "image/gif"))]),
    at: "/contents/0/parts/0/inlineData",
  },
  "a media type without a family": {
    demand: images.LABEL_UNKNOWN,
    body: say([user({ inline_data: { mime_type: "png", data: PNG } })]),
    at: "/contents/0/parts/0/inline_data/mime_type",
  },
  "a media type of another kind": {
    demand: images.LABEL,
    body: say([user(image(PNG, "image/webp"))]),
    at: "/contents/0/parts/0/inlineData/mimeType",
  },
  "more images than Vertex AI takes": {
    demand: images.TOO_MANY,
    body: say([user(...Array.from({ length: 3001 }, () => image()))]),
    at: "/contents/0/parts/3000",
    target: VERTEX,
  },
  "a picture in a response, for an older model": {
    demand: images.IN_RESPONSE,
    body: say([ask, model(call("read")), user(response("read", { parts: [image()] }))]),
    at: "/contents/2/parts/0/functionResponse/parts/0",
    target: OLDER,
  },
};

const requestRows: Readonly<Record<string, Row>> = {
  "a system prompt that is a text": {
    demand: request.SYSTEM_TEXT,
    body: say([ask], { system_instruction: "s" }),
    at: "/system_instruction",
  },
  "a system prompt that is a list": {
    demand: request.SYSTEM_INVALID,
    body: say([ask], { systemInstruction: ["s"] }),
    at: "/systemInstruction",
  },
  "a system prompt with an empty text": {
    demand: parts.TEXT_EMPTY,
    body: say([ask], { systemInstruction: user(text("")) }),
    at: "/systemInstruction/parts/0",
  },
  "a name with a space": {
    demand: request.TOOL_NAME,
    body: say([ask], { tools: [{ googleSearch: {} }, declare("read file")] }),
    at: "/tools/1/functionDeclarations/0/name",
  },
  "a long name": {
    demand: request.TOOL_NAME_LONG,
    body: say([ask], { tools: [declare("a".repeat(65))] }),
    at: "/tools/0/functionDeclarations/0/name",
  },
  "two functions of one name": {
    demand: request.TOOL_TWICE,
    body: say([ask], { tools: [declare("read"), declare("read")] }),
    at: "/tools/1/functionDeclarations/0/name",
  },
  "too many functions": {
    demand: request.TOO_MANY_FUNCTIONS,
    body: say([ask], {
      tools: [{ functionDeclarations: Array.from({ length: 513 }, (_, at) => ({ name: `f${at}` })) }],
    }),
    at: "/tools",
  },
  "more than 100 MB": { demand: request.TOO_LARGE, body: say([user(text("a".repeat(100_000_001)))]), at: "" },
};

export const rows: Readonly<Record<string, Row>> = {
  ...bodyRows,
  ...turnRows,
  ...partRows,
  ...callRows,
  ...signatureRows,
  ...imageRows,
  ...requestRows,
};

export const modules: readonly object[] = [body, turns, parts, calls, signatures, images, request];
