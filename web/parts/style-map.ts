/** Styles set one by one: a style attribute would be refused by the content security policy. */
import { type ElementPart, nothing, noChange } from "lit";
import { Directive, directive, type DirectiveParameters, type DirectiveResult, type PartInfo, PartType } from "lit/directive.js";

class StyleMap extends Directive {
  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ATTRIBUTE) throw new Error("belongs on the style attribute");
  }

  render(_styles: Readonly<Record<string, string>>): typeof nothing {
    return nothing;
  }

  override update(part: { readonly element: Element } & Partial<ElementPart>, [styles]: DirectiveParameters<this>) {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(styles)) if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
    return noChange;
  }
}

/** Properties of CSS by name. */
export const styleMap: (styles: Readonly<Record<string, string>>) => DirectiveResult = directive(StyleMap);
