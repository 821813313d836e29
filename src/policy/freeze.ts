/** Freezes plain data and all that it holds; it must have no cycles. */
export function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
