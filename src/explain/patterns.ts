/**
 * The words by which providers refuse requests, and what each means. One line a refusal; the first that matches a text
 * wins, so the more telling ones stand first. Patterns are short and without repetition over repetition: the text comes
 * from strangers.
 */
import type { FindingCode } from "../transcript/findings.ts";
import type { WireFormat } from "../transcript/request.ts";

/** A refusal. */
export interface Pattern {
  readonly code: FindingCode;
  readonly words: RegExp;
  /** Where it is said; absent: by several. */
  readonly format?: WireFormat;
}

const on =
  (format: WireFormat) =>
  (code: FindingCode, words: RegExp): Pattern => ({ code, words, format });
const any = (code: FindingCode, words: RegExp): Pattern => ({ code, words });
const anthropic = on("anthropic-messages");
const bedrock = on("bedrock-converse");
const chat = on("openai-completions");
const responses = on("openai-responses");
const google = on("google-generative-ai");
const mistral = on("mistral-conversations");

/** In the order in which they are tried. */
export const patterns: readonly Pattern[] = [
  // ---- Responses
  responses("reasoning-alone", /of type 'reasoning' was provided without its required following item/i),
  responses("item-without-reasoning", /was provided without its required 'reasoning' item/i),
  responses("item-not-stored", /items are not persisted when `?store`? is set to false/i),
  responses("item-not-stored", /\bitem with id '(?:rs|fc|msg)_[^']{1,200}' not found/i),
  responses("encrypted-content", /encrypted content .{0,400}could not be (?:verified|decrypted)/i),
  responses("encrypted-content", /invalid_encrypted_content/i),
  responses("result-orphaned", /no tool call found for (?:function call|custom tool call|local shell call)? ?output/i),
  responses("call-unanswered", /no tool output found for (?:function|tool|custom tool) call/i),
  responses("call-id-length", /invalid 'input\[\d+\]\.call_id': string too long/i),
  responses("tool-name", /invalid 'input\[\d+\]\.name': string does not match pattern/i),
  responses("image-invalid", /image data you provided does not represent a valid image/i),
  // ---- Bedrock
  bedrock("content-empty", /content field in the message object at .{1,60} is empty/i),
  bedrock("text-blank", /text field in the contentblock object(?: at .{1,80})? is blank/i),
  bedrock("call-unanswered", /expected toolresult blocks(?: at .{1,80})? for the following ids/i),
  bedrock("result-orphaned", /number of toolresult blocks(?: at .{1,80})? exceeds the number of tooluse blocks/i),
  bedrock("call-id-duplicate", /tooluse blocks(?: at .{1,80})? contain duplicate ids/i),
  bedrock("result-duplicate", /toolresult blocks(?: at .{1,80})? contain duplicate ids/i),
  bedrock("bridge-missing", /conversation blocks and tool result blocks cannot be provided in the same turn/i),
  bedrock("call-position", /conversation blocks and tool use blocks cannot be provided in the same turn/i),
  bedrock("result-empty", /toolresult cannot be empty when status value is error/i),
  bedrock("tools-missing", /toolconfig field must be defined when using tooluse and toolresult/i),
  bedrock("document-without-text", /text block must be included when using documents/i),
  bedrock("document-name", /document file name can only contain|can't contain duplicate document names/i),
  bedrock("document-role", /only include images and documents if the role is user/i),
  bedrock("document-count", /can't include more than \d+ documents in a request/i),
  bedrock("cache-position", /cache point cannot be inserted after|there is nothing available to cache/i),
  bedrock("cache-markers", /your request did not allow prompt caching/i),
  bedrock("thinking-empty", /reasoning content format incorrect/i),
  bedrock("thinking-signature", /user messages cannot contain reasoning content/i),
  bedrock("first-turn", /conversation must start with a user message\. try again/i),
  bedrock("prefill", /requires the last turn in the conversation to be a user message/i),
  bedrock("arguments-invalid", /format of the value at \S{0,100}tooluse\.input is invalid/i),
  bedrock("field-form", /format of the value at \S{0,100}toolresult\.\S{0,40}json is invalid/i),
  bedrock("tool-name", /\btool(?:use|spec)\.name' failed to satisfy constraint/i),
  bedrock("call-id-length", /\btooluseid' failed to satisfy constraint: member must have length less/i),
  bedrock("call-id-missing", /\btooluseid' failed to satisfy constraint: member must have length greater/i),
  bedrock("call-id-pattern", /\btooluseid' failed to satisfy constraint: member must satisfy regular/i),
  bedrock("image-format", /\bimage\.format' failed to satisfy constraint/i),
  bedrock("document-invalid", /\bdocument\.format' failed to satisfy constraint/i),
  bedrock("role-unknown", /\bmember\.role' failed to satisfy constraint/i),
  bedrock("image-input", /doesn't support the image (?:field|content block)/i),
  bedrock("image-role", /'image' blocks are not permitted within assistant turns/i),
  bedrock("image-label", /image does not match the specified image format/i),
  bedrock("image-count", /too many images: image_count > \d/i),
  bedrock(
    "field-invalid",
    /at '(?:inferenceconfig\.\w{1,30}|modelid|toolconfig\.tools)' failed to satisfy constraint/i,
  ),
  bedrock("field-invalid", /parameter validation failed:/i),
  bedrock("field-invalid", /invalid number of parameters set for tagged union structure/i),
  // ---- Gemini
  google("result-count", /number of function response parts is equal to the number of function call parts/i),
  google("call-position", /function call turn comes immediately after a user turn/i),
  google("result-orphaned", /function response turn comes immediately after a function call turn/i),
  google("result-name", /function_response\.name: name cannot be empty/i),
  google("tool-name", /invalid function name\. must start with a letter or an underscore/i),
  google("content-empty", /contents?\.parts must not be empty/i),
  google("part-empty", /required oneof field 'data' must have one initialized field/i),
  google("messages-empty", /contents is not specified/i),
  google("thought-signature-missing", /missing a `?thought_signature`?/i),
  google("thought-signature", /base64 decoding failed|thought signature is not valid|corrupted thought signature/i),
  google("thought-signature", /thought_signature'? \(type_bytes\)/i),
  google("image-format", /unsupported mime type: image\//i),
  google("image-format", /mime type must be image\/png, image\/jpeg/i),
  google("image-invalid", /unable to process input image/i),
  google("prefill", /prefilling model turns is no longer supported/i),
  // ---- Mistral
  mistral("call-id-pattern", /must be a-z, a-z, 0-9, with a length of 9/i),
  mistral("result-orphaned", /more tool responses than tool calls|unexpected tool call id .{1,80} in tool results/i),
  mistral("call-unanswered", /not the same number of function calls and responses/i),
  mistral("result-duplicate", /duplicate tool call id .{1,80} in tool results/i),
  mistral("call-id-duplicate", /duplicate tool call id .{1,80} in assistant message/i),
  mistral("bridge-missing", /unexpected role '?user'? after role '?tool'?/i),
  mistral("result-orphaned", /unexpected role '?tool'? after role '?(?:user|system)'?/i),
  mistral("prefill", /expected last role user or tool/i),
  mistral("prefill", /assistant message with prefix true must be last message/i),
  mistral("first-turn", /conversation must start with a user message or system message/i),
  mistral("content-empty", /assistant message must have either content or tool_calls/i),
  mistral("content-empty", /system prompt must have content/i),
  mistral("messages-empty", /conversation must have at least one message/i),
  // ---- Chat Completions and compatible servers
  chat("call-unanswered", /must be followed by tool messages responding to each/i),
  chat("call-unanswered", /did not have response messages|insufficient tool messages following/i),
  chat("result-orphaned", /role '?tool'? must be a response to a prec?ee?ding message with/i),
  chat("call-id-length", /tool_calls\[\d+\]\.id': string too long/i),
  chat("tool-name", /tool_calls\[\d+\]\.function\.name': string does not match pattern/i),
  chat("reasoning-missing", /reasoning_content`? .{0,40}(?:must be passed back|is missing)/i),
  chat("reasoning-missing", /missing `?reasoning_content`? field in the assistant message/i),
  chat("content-empty", /the message at position \d+ with role 'assistant' must not be empty/i),
  chat("content-empty", /content\S{0,10}tool_calls \S{1,30}不能同时为空/),
  chat("field-invalid", /\b1214\b.{0,200}(?:messages parameter is illegal|messages 参数非法)|messages 参数非法/i),
  chat("field-invalid", /\b1210\b.{0,80}invalid api parameter/i),
  chat("image-input", /messages\.content\.type 参数非法/),
  chat("arguments-invalid", /function\.arguments"? parameter of the code model must be in json format/i),
  chat("arguments-invalid", /invalid function arguments json string/i),
  chat("result-orphaned", /tool result's tool id\(.{0,120}\) not found|tool call and result not match/i),
  chat("call-id-pattern", /tool call id is invalid/i),
  chat("system-position", /invalid message role: system/i),
  chat("tools-missing", /function parameters is empty/i),
  chat("roles-alternate", /conversation roles must alternate/i),
  chat("prefill", /assistant response prefill is incompatible with enable_thinking/i),
  chat("prefill", /cannot have 2 or more assistant messages at the end/i),
  chat("image-invalid", /illegal base64 data at input byte 4\b/i),
  google("thought-signature", /illegal base64 data at input byte/i),
  chat("image-in-error", /only text tool_result blocks are supported/i),
  chat("image-format", /you uploaded an unsupported image/i),
  chat("image-input", /no endpoints found that support image input|image_url is only supported by/i),
  // ---- Anthropic, also behind clouds and gateways
  anthropic("call-unanswered", /tool_use` ids were found without `?tool_result`? blocks immediately after/i),
  anthropic("call-unanswered", /must have a corresponding `?tool_result`? block in the next message/i),
  anthropic("result-orphaned", /unexpected `?tool_use_id`? found in `?\w{1,40}`? blocks/i),
  anthropic("result-duplicate", /each tool_use must have a single result/i),
  anthropic("call-id-duplicate", /tool_use`? ids must be unique/i),
  anthropic("call-id-pattern", /(?:tool_use|server_tool_use)\.id: string should match pattern/i),
  anthropic("tool-name", /(?:tool_use|custom)\.name: string should match pattern/i),
  anthropic("arguments-invalid", /tool_use\.input: input should be a valid dictionary/i),
  anthropic("cache-empty-text", /cache_control cannot be set for empty text blocks/i),
  anthropic("cache-markers", /maximum of 4 blocks with cache_control may be provided/i),
  anthropic("text-empty", /text content blocks must be non-empty/i),
  anthropic("text-blank", /text content blocks must contain non-whitespace text/i),
  anthropic("messages-empty", /at least one message is required/i),
  anthropic("content-empty", /all messages must have non-empty content/i),
  anthropic("content-empty", /improperly formed request\. \(reason: none\)/i),
  anthropic("roles-alternate", /roles must alternate between "?user"? and "?assistant"?/i),
  anthropic("prefill", /does not support assistant message prefill|conversation must end with a user message/i),
  anthropic("prefill-whitespace", /final assistant content cannot end with trailing whitespace/i),
  anthropic("thinking-signature", /invalid `?signature`? in `?thinking`? block/i),
  anthropic("thinking-unsigned", /thinking\.signature: field required/i),
  anthropic("thinking-signature", /thinking`? or `?redacted_thinking`? blocks .{0,80}cannot be modified/i),
  anthropic("thinking-first", /expected `?thinking`? or `?redacted_thinking`?, but found/i),
  anthropic("thinking-last", /final block in an assistant message cannot be `?thinking/i),
  anthropic("thinking-empty", /thinking`? block.{0,60}(?:must contain|each) .{0,20}thinking/i),
  anthropic("thinking-disabled", /when thinking is disabled, an `?assistant`? message in the final position/i),
  anthropic("field-invalid", /max_tokens`? must be greater than `?thinking\.budget_tokens|tool names must be unique/i),
  anthropic("reasoning-missing", /content\[\]\.thinking`? in the thinking mode must be passed back/i),
  anthropic("image-in-error", /all content must be type `?text`? if `?is_error`? is true/i),
  anthropic("image-label", /image does not match the provided media type/i),
  anthropic("image-label", /specified using the image\/\w{1,10} media type, but the image appears to be/i),
  anthropic("image-format", /media_type: input should be 'image\/jpeg'/i),
  anthropic("image-format", /image format image\/\w{1,10} not supported/i),
  anthropic("image-bytes", /image exceeds \d+(?:\.\d+)? mb maximum/i),
  anthropic("image-many", /max allowed size for many-image requests/i),
  anthropic("image-side", /image dimensions exceed max allowed size|image_dimensions_too_large/i),
  anthropic("image-invalid", /could not process image|image cannot be empty|invalid base64 data/i),
  anthropic("document-bytes", /maximum of \d+ pdf pages may be provided/i),
  // ---- said by many
  any("string-invalid", /no low surrogate in string|lone surrogate|surrogates not allowed|invalid unicode/i),
  any(
    "request-bytes",
    /request_too_large|request exceeds the maximum size|request entity too large|requestentitytoolarge/i,
  ),
  any("call-id-length", /string too long\. expected a string with maximum length/i),
  any("tool-name", /string does not match pattern\. expected a string that matches the pattern/i),
  any("arguments-invalid", /invalid .{0,20}arguments/i),
  any("roles-alternate", /must alternate/i),
];
