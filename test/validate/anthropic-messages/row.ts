// What a row of the table says.
import type { FindingCode } from "../../../src/transcript/changes.ts";
import type { Demand, ValidateTarget } from "../../../src/validate/types.ts";

export interface Row {
  readonly demand: Demand;
  readonly body: unknown;
  /** The pointer of the finding. */
  readonly at: string;
  /** Whom it is judged for; Anthropic itself unless said otherwise. */
  readonly target?: ValidateTarget;
  /** Further errors that the body cannot be without. */
  readonly also?: readonly FindingCode[];
}
