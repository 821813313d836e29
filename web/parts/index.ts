/** The elements of the app and their names. */
import { App } from "./app.ts";
import { ComparePart } from "./compare.ts";
import { DetailPart } from "./detail.ts";
import { DialogsPart } from "./dialogs.ts";
import { EmptyPart } from "./empty.ts";
import { ExplainPart } from "./explain.ts";
import { FindingsPart } from "./findings.ts";
import { ImagesPart } from "./images.ts";
import { PicturePart } from "./picture.ts";
import { PlainPart } from "./plain.ts";
import { PolicyPart } from "./policy.ts";
import { PreviewPart } from "./preview.ts";
import { ProvidersPart } from "./providers.ts";
import { RawPart } from "./raw.ts";
import { SearchPart } from "./search.ts";
import { StatusPart } from "./status.ts";
import { ToolbarPart } from "./toolbar.ts";
import { TranscriptPart } from "./transcript.ts";
import { TreePart } from "./tree.ts";
import { TroublePart } from "./trouble.ts";
import { TurnFindingsPart } from "./turn-findings.ts";
import { VerdictPart } from "./verdict.ts";
import { VirtualList } from "./virtual-list.ts";

export { App } from "./app.ts";

const elements: Readonly<Record<string, CustomElementConstructor>> = {
  "rs-compare": ComparePart,
  "rs-detail": DetailPart,
  "rs-dialogs": DialogsPart,
  "rs-empty": EmptyPart,
  "rs-explain": ExplainPart,
  "rs-findings": FindingsPart,
  "rs-images": ImagesPart,
  "rs-picture": PicturePart,
  "rs-plain": PlainPart,
  "rs-policy": PolicyPart,
  "rs-preview": PreviewPart,
  "rs-providers": ProvidersPart,
  "rs-raw": RawPart,
  "rs-rows": VirtualList,
  "rs-search": SearchPart,
  "rs-status": StatusPart,
  "rs-toolbar": ToolbarPart,
  "rs-transcript": TranscriptPart,
  "rs-tree": TreePart,
  "rs-trouble": TroublePart,
  "rs-turn-findings": TurnFindingsPart,
  "rs-verdict": VerdictPart,
  "transcript-inspector": App,
};

/** Makes the elements known to the browser, once. */
export function defineParts(): void {
  for (const [name, element] of Object.entries(elements))
    if (!customElements.get(name)) customElements.define(name, element);
}
