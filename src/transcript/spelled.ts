/** Fields that are spelled in camel case by an SDK and in snake case on the wire, or the other way round. */

/** How names of several words are spelled. */
export type Spelling = "camel" | "snake";

/** A field, as it is spelled where it stands. */
export interface Spelled {
  readonly key: string;
  readonly value: unknown;
}

/** A field under whichever of its names it has; under the one of `otherwise` when it has none. */
export function spelled(raw: Readonly<Record<string, unknown>>, camel: string, otherwise: Spelling = "camel"): Spelled {
  const names = [camel, snakeOf(camel)];
  for (const key of names) {
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    if (value !== undefined) return { key, value };
  }
  return { key: otherwise === "camel" ? camel : snakeOf(camel), value: undefined };
}

/** The same name in snake case. */
export function snakeOf(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
