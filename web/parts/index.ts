/** The elements of the page and their names. */
import { App } from "./app.ts";
import { ChangesPart } from "./changes.ts";
import { FilePart } from "./file.ts";
import { GroupPart } from "./group.ts";
import { ImagesPart } from "./images.ts";
import { MessagePart } from "./message.ts";
import { MessagesPart } from "./messages.ts";
import { OutcomePart } from "./outcome.ts";
import { PolicyPart } from "./policy.ts";
import { SourcePart } from "./source.ts";
import { TargetPart } from "./target.ts";
import { VerdictPart } from "./verdict.ts";

const elements: Readonly<Record<string, CustomElementConstructor>> = {
  "rs-app": App,
  "rs-changes": ChangesPart,
  "rs-file": FilePart,
  "rs-group": GroupPart,
  "rs-images": ImagesPart,
  "rs-message": MessagePart,
  "rs-messages": MessagesPart,
  "rs-outcome": OutcomePart,
  "rs-policy": PolicyPart,
  "rs-source": SourcePart,
  "rs-target": TargetPart,
  "rs-verdict": VerdictPart,
};

/** Makes the elements known to the browser. Called once, so that importing a part has no side effect. */
export function defineParts(): void {
  for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
}
