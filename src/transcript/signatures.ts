/** Signatures: what ties reasoning to the provider that produced it. */
import { type Block, isFilled, isRecord } from "./message.ts";

/** The fields in which a thinking signature may stand, the preferred one first. */
export const THINKING_SIGNATURE_KEYS = ["thinkingSignature", "signature", "thought_signature"] as const;

/** Can the thinking block be replayed to a provider that verifies it? It needs a signature, or data when redacted. */
export function isSigned(block: Block): boolean {
  if (block.type === "redacted_thinking" && isFilled(block["data"])) return true;
  return THINKING_SIGNATURE_KEYS.some((key) => isFilled(block[key]));
}

/**
 * Is it a reasoning item of the Responses API that can be sent back? Its signature is the item itself, as JSON text or
 * as an object, with an `rs_` id.
 */
export function isReasoningItem(block: unknown): boolean {
  if (!isRecord(block) || block["type"] !== "thinking") return false;
  const signature = block["thinkingSignature"];
  if (typeof signature === "string" && !signature.includes("rs_")) return false;
  const item = typeof signature === "string" ? parseObject(signature) : signature;
  if (!isRecord(item)) return false;
  const { id, type } = item;
  return (
    typeof id === "string" &&
    id.startsWith("rs_") &&
    typeof type === "string" &&
    (type === "reasoning" || type.startsWith("reasoning."))
  );
}

/** The JSON object that a text holds, or undefined. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) return undefined;
  try {
    const value: unknown = JSON.parse(trimmed);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Is it base64 or base64url that stands for at least one byte, with or without padding? White space is ignored. The
 * unused bits of the last digit must be zero, as an encoder writes them.
 */
export function isBase64(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const compact = /\s/.test(value) ? value.replace(/\s+/g, "") : value;
  if (!BASE64.test(compact)) return false;
  const url = compact.includes("-") || compact.includes("_");
  if (url && (compact.includes("+") || compact.includes("/"))) return false;
  const digits = compact.replace(/=+$/, "");
  const rest = digits.length % 4;
  if (digits.length === 0 || rest === 1) return false;
  const unused = rest === 2 ? 16 : rest === 3 ? 4 : 1;
  return digitOf(digits.charCodeAt(digits.length - 1)) % unused === 0;
}

/** The value of a base64 or base64url digit, given its character code. */
function digitOf(code: number): number {
  if (code >= 97) return code - 71;
  if (code === 95) return 63;
  if (code >= 65) return code - 65;
  if (code >= 48 && code <= 57) return code + 4;
  return code === 43 || code === 45 ? 62 : 63;
}
