// Errors as people saw them, and what each means. Each is looked up bare and in the wrappings in which it is pasted.
import { describe, expect, test } from "vitest";
import { explainError, type FindingCode, findingCatalog } from "../../src/index.ts";

type Row = readonly [code: FindingCode, text: string, path?: string];

const rows: readonly Row[] = [
  [
    "call-unanswered",
    "messages.22: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    "/messages/22",
  ],
  [
    "result-orphaned",
    "messages.48.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    "/messages/48/content/1",
  ],
  [
    "result-orphaned",
    "unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_01. Each `advisor_tool_result` block must have a corresponding `server_tool_use` block before it.",
  ],
  [
    "result-duplicate",
    "messages.4.content.5: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_01",
    "/messages/4/content/5",
  ],
  ["call-id-duplicate", "messages.1.content.1: `tool_use` ids must be unique", "/messages/1/content/1"],
  [
    "call-id-pattern",
    "messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    "/messages/1/content/1/id",
  ],
  ["call-id-pattern", "server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'"],
  [
    "tool-name",
    "messages.1.content.1.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
    "/messages/1/content/1/name",
  ],
  ["tool-name", "tools.3.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", "/tools/3/name"],
  [
    "arguments-invalid",
    "messages.61.content.0.tool_use.input: Input should be a valid dictionary",
    "/messages/61/content/0/input",
  ],
  ["text-empty", "messages: text content blocks must be non-empty"],
  ["text-blank", "messages: text content blocks must contain non-whitespace text"],
  [
    "cache-empty-text",
    "messages.87.content.1.text: cache_control cannot be set for empty text blocks",
    "/messages/87/content/1",
  ],
  ["cache-markers", "A maximum of 4 blocks with cache_control may be provided. Found 5."],
  ["messages-empty", "messages: at least one message is required"],
  ["content-empty", "Improperly formed request. (reason: None)"],
  [
    "content-empty",
    "messages.3: all messages must have non-empty content except for the optional final assistant message",
    "/messages/3",
  ],
  [
    "roles-alternate",
    'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
  ],
  ["prefill", "This model does not support assistant message prefill. The conversation must end with a user message."],
  ["prefill-whitespace", "messages: final assistant content cannot end with trailing whitespace"],
  ["thinking-signature", "messages.1.content.0: Invalid `signature` in `thinking` block", "/messages/1/content/0"],
  ["thinking-unsigned", "messages.1.content.0.thinking.signature: Field required", "/messages/1/content/0/signature"],
  [
    "thinking-signature",
    "messages.5.content.2: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
    "/messages/5/content/2",
  ],
  [
    "thinking-first",
    "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.",
    "/messages/1/content/0/type",
  ],
  ["reasoning-missing", "The `content[].thinking` in the thinking mode must be passed back to the API."],
  [
    "image-in-error",
    "messages.2.content.0: all content must be type `text` if `is_error` is true",
    "/messages/2/content/0",
  ],
  ["image-label", "Image does not match the provided media type image/png"],
  [
    "image-label",
    "The image was specified using the image/png media type, but the image appears to be a image/jpeg image",
  ],
  [
    "image-format",
    "messages.502.content.0.tool_result.content.1.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    "/messages/502/content/0/content/1/source/media_type",
  ],
  ["image-format", "Image format image/png not supported"],
  ["image-invalid", "Could not process image"],
  ["image-invalid", "messages.0.content.1.image.source.base64: invalid base64 data", "/messages/0/content/1/source"],
  [
    "image-bytes",
    "messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes",
    "/messages/0/content/1/source",
  ],
  [
    "image-side",
    "messages.7.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
    "/messages/7/content/1/source/data",
  ],
  ["image-many", "At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels"],
  ["request-bytes", "413 request_too_large: Request exceeds the maximum size"],
  ["document-bytes", "A maximum of 100 PDF pages may be provided."],
  [
    "content-empty",
    "The content field in the Message object at messages.3 is empty. Add a ContentBlock object to the content field and try again.",
    "/messages/3",
  ],
  [
    "text-blank",
    "The text field in the ContentBlock object at messages.15.content.0 is blank. Add text to the text field, and try again.",
    "/messages/15/content/0",
  ],
  [
    "call-unanswered",
    "Expected toolResult blocks at messages.2.content for the following Ids: tooluse_abc",
    "/messages/2/content",
  ],
  [
    "result-orphaned",
    "The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.",
    "/messages/2/content",
  ],
  [
    "call-id-duplicate",
    "The toolUse blocks at messages.2.content contain duplicate Ids: http_request",
    "/messages/2/content",
  ],
  [
    "result-empty",
    "The content field at messages.2.content.0.toolResult cannot be empty when status value is error.",
    "/messages/2/content/0/toolResult",
  ],
  ["tools-missing", "The toolConfig field must be defined when using toolUse and toolResult content blocks."],
  [
    "bridge-missing",
    "messages.2.content: Conversation blocks and tool result blocks cannot be provided in the same turn.",
    "/messages/2/content",
  ],
  [
    "call-position",
    "messages.7.content: Conversation blocks and tool use blocks cannot be provided in the same turn.",
    "/messages/7/content",
  ],
  [
    "result-duplicate",
    "The toolResult blocks at messages.2.content contain duplicate Ids: tooluse_abc",
    "/messages/2/content",
  ],
  [
    "document-name",
    "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character.",
  ],
  ["document-name", "Messages can't contain duplicate document names. Rename the document and retry your request."],
  ["document-role", "You can only include images and documents if the role is user."],
  ["document-count", "You can't include more than 5 documents in a request."],
  [
    "cache-position",
    "Cache point cannot be inserted after reasoning block. Please remove the invalid cache point and try again.",
  ],
  [
    "cache-markers",
    "You invoked an unsupported model or your request did not allow prompt caching. See the documentation for more information.",
  ],
  [
    "thinking-signature",
    "User messages cannot contain reasoning content. Please remove the reasoning content and try again.",
  ],
  [
    "first-turn",
    "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
  ],
  [
    "prefill",
    "The model that you are using requires the last turn in the conversation to be a user message. Add a user message to the conversation and try again.",
  ],
  [
    "arguments-invalid",
    "The format of the value at messages.1.content.0.toolUse.input is invalid. Provide a json object for the field and try again.",
    "/messages/1/content/0/toolUse/input",
  ],
  [
    "field-form",
    "The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide a json object for the field and try again.",
  ],
  [
    "tool-name",
    "1 validation error detected: Value 'mcp({})' at 'messages.4.member.content.2.member.toolUse.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
    "/messages/3/content/1/toolUse/name",
  ],
  [
    "call-id-pattern",
    "1 validation error detected: Value 'a b' at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+",
    "/messages/1/content/0/toolUse/toolUseId",
  ],
  [
    "call-id-length",
    "Value at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must have length less than or equal to 64",
    "/messages/1/content/0/toolUse/toolUseId",
  ],
  [
    "call-id-missing",
    "Value '' at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must have length greater than or equal to 1",
  ],
  [
    "role-unknown",
    "1 validation error detected: Value 'system' at 'messages.1.member.role' failed to satisfy constraint: Member must satisfy enum value set: [user, assistant]",
    "/messages/0/role",
  ],
  [
    "image-format",
    "1 validation error detected: Value 'bmp' at 'messages.1.member.content.2.member.image.format' failed to satisfy constraint: Member must satisfy enum value set: [png, jpeg, gif, webp]",
    "/messages/0/content/1/image/format",
  ],
  [
    "document-invalid",
    "Value 'rtf' at 'messages.1.member.content.2.member.document.format' failed to satisfy constraint: Member must satisfy enum value set: [pdf, csv, doc, docx, xls, xlsx, html, txt, md]",
  ],
  [
    "image-input",
    "This model doesn't support the image content block that you provided. Update the content block and try again.",
  ],
  ["image-label", "The provided image does not match the specified image format."],
  [
    "field-invalid",
    "1 validation error detected: Value '0' at 'inferenceConfig.maxTokens' failed to satisfy constraint: Member must have value greater than or equal to 1",
  ],
  [
    "field-invalid",
    "Parameter validation failed: Invalid type for parameter messages[0].content, value: hi, type: <class 'str'>, valid types: <class 'list'>, <class 'tuple'>",
    "/messages/0/content",
  ],
  [
    "thinking-disabled",
    "messages.3: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.",
    "/messages/3",
  ],
  ["field-invalid", "tools: Tool names must be unique."],
  ["document-without-text", "A text block must be included when using documents."],
  ["thinking-empty", "reasoning content format incorrect. Either 'text' or 'redactedContent' must be set."],
  [
    "call-unanswered",
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_abc",
  ],
  [
    "result-orphaned",
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
  ],
  [
    "call-id-length",
    "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 83 instead.",
    "/messages/2/tool_calls/0/id",
  ],
  [
    "tool-name",
    "Invalid 'messages[47].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    "/messages/47/tool_calls/0/function/name",
  ],
  [
    "image-format",
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
  ],
  ["reasoning-alone", "Item 'rs_68b1' of type 'reasoning' was provided without its required following item."],
  [
    "item-without-reasoning",
    "Item 'fc_68b1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_68b1'.",
  ],
  [
    "item-not-stored",
    "Item with id 'rs_68b1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
  ],
  [
    "encrypted-content",
    "The encrypted content gAAA...Rg== could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
  ],
  ["result-orphaned", "No tool call found for function call output with call_id call_abc."],
  ["call-unanswered", "No tool output found for function call call_abc."],
  [
    "call-id-length",
    "Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64, but got a string with length 116 instead.",
    "/input/95/call_id",
  ],
  [
    "tool-name",
    "Invalid 'input[222].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    "/input/222/name",
  ],
  [
    "image-invalid",
    "The image data you provided does not represent a valid image. Please check your input and try again with one of the supported image formats: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].",
  ],
  [
    "result-count",
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
  ],
  [
    "call-position",
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  ],
  ["result-orphaned", "Please ensure that function response turn comes immediately after a function call turn."],
  [
    "result-name",
    "GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.",
    "/contents/2/parts/0/name",
  ],
  [
    "tool-name",
    "Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.) or dashes (-), with a maximum length of 64.",
  ],
  [
    "content-empty",
    "* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.",
    "/contents/1/parts",
  ],
  [
    "part-empty",
    "* GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one initialized field",
    "/contents/1/parts/0/data",
  ],
  ["messages-empty", "* GenerateContentRequest.contents: contents is not specified"],
  [
    "thought-signature-missing",
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call `default_api:Bash`, position 2.",
  ],
  [
    "thought-signature-missing",
    "Unable to submit request because function call `xxx` in the 5. content block is missing a `thought_signature`.",
  ],
  [
    "thought-signature",
    "Invalid value at 'contents[6].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for \"msg_1\"",
    "/contents/6/parts/0/thought_signature",
  ],
  ["thought-signature", "Thought signature is not valid"],
  ["thought-signature", "Corrupted thought signature."],
  ["thought-signature", "illegal base64 data at input byte 40"],
  ["image-format", "Unsupported MIME type: image/gif"],
  ["image-format", "MIME type must be image/png, image/jpeg, image/webp, image/heic, or image/heif"],
  ["image-invalid", "Unable to process input image. Please retry or report"],
  ["call-id-pattern", "Tool call id was call_123 but must be a-z, A-Z, 0-9, with a length of 9."],
  ["call-unanswered", "Not the same number of function calls and responses"],
  ["result-orphaned", "More tool responses than tool calls"],
  ["result-duplicate", "Duplicate tool call id abcdefghi in tool results"],
  ["result-orphaned", "Unexpected tool call id abcdefghi in tool results"],
  ["call-id-duplicate", "Duplicate tool call id abcdefghi in assistant message"],
  ["bridge-missing", "Unexpected role 'user' after role 'tool'"],
  ["result-orphaned", "Unexpected role 'tool' after role 'user'"],
  ["prefill", "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant"],
  ["prefill", "Assistant message with prefix True must be last message"],
  ["first-turn", "Conversation must start with a user message or system message, got assistant"],
  ["content-empty", "Assistant message must have either content or tool_calls, but not both."],
  ["messages-empty", "Conversation must have at least one message"],
  ["reasoning-missing", "400 Missing `reasoning_content` field in the assistant message at message index 2."],
  ["reasoning-missing", "The `reasoning_content` in the thinking mode must be passed back to the API."],
  ["call-unanswered", "Messages with role 'assistant' ... (insufficient tool messages following tool_calls message)"],
  [
    "reasoning-missing",
    "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
  ],
  ["content-empty", "the message at position 79 with role 'assistant' must not be empty"],
  ["field-invalid", "1214 The messages parameter is illegal. Please check the documentation."],
  ["field-invalid", "messages 参数非法。请检查文档。"],
  ["field-invalid", "1210 Invalid API parameter"],
  ["content-empty", "messages[2]:content和tool_calls 字段不能同时为空", "/messages/2"],
  ["image-input", "messages.content.type 参数非法，取值范围 ['text']"],
  [
    "arguments-invalid",
    '<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be in JSON format.',
  ],
  ["result-orphaned", "invalid params, tool result's tool id(call_function_abc_1) not found (2013)"],
  ["result-orphaned", "tool call and result not match (2013)"],
  ["call-id-pattern", "tool call id is invalid (2013)"],
  ["arguments-invalid", "invalid params, invalid function arguments json string, tool_call_id: call_1 (2013)"],
  ["system-position", "invalid params, chat content has invalid message role: system (2013)"],
  ["tools-missing", "function parameters is empty (2013)"],
  [
    "roles-alternate",
    "Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.",
  ],
  ["roles-alternate", "Conversation roles must alternate user/assistant/user/assistant/..."],
  ["prefill", "Assistant response prefill is incompatible with enable_thinking."],
  ["prefill", "Cannot have 2 or more assistant messages at the end of the list."],
  ["image-invalid", "illegal base64 data at input byte 4"],
  ["image-in-error", "Only text tool_result blocks are supported when tool_result.content is an array."],
  ["request-bytes", "413 Request Entity Too Large"],
  ["request-bytes", "413 RequestEntityTooLarge: the body has more than 10485760 bytes"],
  ["string-invalid", "The request body is not valid JSON: no low surrogate in string: line 1 column 1234"],
];

/** How an error arrives: as the provider says it, and as those between pass it on. */
const wrappings: Readonly<Record<string, (text: string) => string>> = {
  bare: (text) => text,
  "an API's envelope": (text) =>
    JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: text } }),
  "a gateway's envelope": (text) =>
    JSON.stringify({
      error: {
        message: "Provider returned error",
        code: 400,
        metadata: { raw: JSON.stringify({ error: { message: text } }) },
      },
    }),
  "an exception of Python": (text) =>
    `openai.BadRequestError: Error code: 400 - {'error': {'message': ${JSON.stringify(text)}, 'type': 'invalid_request_error'}}`,
  "a cloud's prefix": (text) => `ValidationException: The model returned the following errors: ${text}`,
  "typographic quotes": (text) => text.replaceAll("'", "\u2019").replaceAll('"', "\u201d"),
};

describe.each(Object.entries(wrappings))("%s", (_, wrap) => {
  test.each(rows.map(([code, text, path]) => ({ code, text, path })))("$code: $text", ({ code, text, path }) => {
    const [first] = explainError(wrap(text));
    expect(first?.code).toBe(code);
    if (path !== undefined) expect(first?.path).toBe(path);
  });
});

test("every code that is explained is in the catalog, with its cause in words", () => {
  const known = new Map(findingCatalog.map(({ code, summary }) => [code, summary]));
  for (const [code, text] of rows) expect(explainError(text)[0]?.cause).toBe(known.get(code));
});

test("words that nobody knows are not guessed at", () => {
  expect(explainError("The server is overloaded. Try again later.")).toEqual([]);
  expect(explainError("")).toEqual([]);
});

test("with the body, the place is where the words or the ids point, and the body's own check is told", () => {
  const body = {
    model: "claude-sonnet-4-5",
    max_tokens: 10,
    messages: [
      { role: "user", content: "a" },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_01", name: "r", input: {} }] },
      { role: "user", content: "b" },
    ],
  };
  const text = "`tool_use` ids were found without `tool_result` blocks immediately after: toolu_01.";
  const [found] = explainError(text, { body });
  expect(found).toMatchObject({ code: "call-unanswered", format: "anthropic-messages", path: "/messages/1/content/0" });
  expect(found?.remedies).toContain("synthesize-result");
});

test("hostile texts cost little", () => {
  const start = performance.now();
  for (const piece of ["\\\\", "encrypted content ", "messages.1.content.", "'rs_", "&quot;", "[0][0]", "\u2019 "]) {
    explainError(piece.repeat(200_000));
  }
  expect(performance.now() - start).toBeLessThan(10_000);
});
