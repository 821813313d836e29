/** What can be wrong with a request, by code. The catalog, validators, remedies and the error explainer share these. */

/** Every code and what it says, in a sentence for people. */
export const findingCodes = {
  // ---- the body as a whole
  "body-unreadable": "The body is not of a known shape.",
  "field-invalid": "A field has a type or value that the API does not take.",
  "field-form": "A field says something clear in a form that the API does not take.",
  "param-refused": "A parameter, or its value, is one that the server does not take.",
  "messages-empty": "The request has no message.",
  "request-bytes": "The request is larger than the target takes.",
  "string-invalid": "A text holds a lone surrogate or NUL, which is no valid Unicode text.",
  "foreign-message": "A message is of a provider's body where one of the session model is expected.",
  // ---- turns
  "role-unknown": "A message has a role that the API does not know.",
  "first-turn": "The first message is not the user's.",
  "roles-alternate": "Two neighboring messages have the same role.",
  prefill: "The request ends with an assistant turn, which the model does not continue.",
  "prefill-whitespace": "The assistant turn at the end ends in white space.",
  "system-position": "A system message stands where none may stand.",
  "bridge-missing": "A user turn follows a tool result directly.",
  // ---- content
  "content-empty": "A message has no content.",
  "text-empty": "A text is empty.",
  "text-blank": "A text has nothing but white space.",
  "cache-empty-text": "A cache marker stands on an empty text.",
  "cache-markers": "There are more cache markers than the target takes, or one that it does not take.",
  "cache-position": "A cache marker stands where none may stand.",
  "document-without-text": "A message with a document has no text.",
  "part-empty": "A part holds nothing.",
  // ---- tool calls and results
  "call-unanswered": "A tool call has no result where the API looks for it.",
  "result-orphaned": "A tool result has no call where the API looks for it.",
  "result-duplicate": "A tool call has more than one result.",
  "result-after-text": "A tool result stands behind text of its message.",
  "text-after-result": "Something else stands behind the tool results of the last message.",
  "result-empty": "A tool result that reports an error has no content.",
  "result-count": "The number of function responses is not that of the calls.",
  "result-name": "A function response does not have the name of its call.",
  "result-id": "A function response does not have the id of its call.",
  "call-position": "A call stands where none may stand.",
  "call-id-missing": "A call or result has no id.",
  "call-id-pattern": "The id of a call has characters or a form that the API does not take.",
  "call-id-length": "The id of a call is too long.",
  "call-id-duplicate": "Two calls have the same id.",
  "tool-name": "A tool's name has characters or a length that the API does not take.",
  "arguments-invalid": "The arguments of a call are no JSON object.",
  "tools-missing": "The transcript has tool calls, and the request offers no tools.",
  // ---- reasoning
  "thinking-unsigned": "Thinking has no signature.",
  "thinking-signature": "The signature of thinking is not one that the API made.",
  "thinking-last": "An assistant turn ends in thinking.",
  "thinking-first": "The open tool turn does not begin with thinking, though thinking is on.",
  "thinking-disabled": "The assistant turn at the end holds thinking, though thinking is off.",
  "thinking-empty": "Thinking has neither text nor signature.",
  "reasoning-missing": "The reasoning of a tool turn was not sent back.",
  "reasoning-alone": "A reasoning item has no item behind it.",
  "item-without-reasoning": "An item has an id that belongs to a reasoning item which is not there.",
  "item-id": "The id of an item has a form that the API does not take, or another item has it.",
  "item-not-stored": "An item is referred to that the provider did not store.",
  "encrypted-content": "Encrypted reasoning could not be read.",
  "thought-signature-missing": "The first call of a step has no thought signature.",
  "thought-signature": "A thought signature is not base64.",
  // ---- images and documents
  "image-invalid": "The data of an image is no image.",
  "image-format": "The image is of a format that the target does not read.",
  "image-label": "The media type of an image is not that of its bytes.",
  "image-bytes": "The image is larger than the target takes.",
  "image-side": "A side of the image is longer than the target takes.",
  "image-many": "The request has many images, and one is longer than is then allowed.",
  "image-count": "The request has more images than the target takes.",
  "image-in-error": "The result of a failed tool holds an image.",
  "image-role": "An image stands in a message of a role that may have none.",
  "image-not-fitted": "An image could not be made smaller and stays, since the target takes it.",
  "image-input": "The model reads no images.",
  "document-bytes": "A document is larger than the target takes.",
  "document-count": "There are more documents than the target takes.",
  "document-invalid": "A document is of a format that the API does not read, or has nothing in it.",
  "document-name": "A document's name has characters or a length that the API does not take, or another has it.",
  "document-role": "A document stands in a message of a role that may have none.",
} as const;

/** What is wrong, for programs. */
export type FindingCode = keyof typeof findingCodes;

/** Where a fact about a provider comes from. */
export interface Source {
  /** Where it was found. */
  readonly url: string;
  /** When it was last looked at, ISO date. */
  readonly checked: string;
}

/**
 * How well a fact about a provider is known: read from its schema or documentation, seen in an error message, measured,
 * read in code that handles the error, or inferred.
 */
export type Evidence = "schema" | "documented" | "observed" | "measured" | "code" | "inferred";
