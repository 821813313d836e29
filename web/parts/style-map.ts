/** Styles set one by one: a style attribute would be refused by the content security policy. */
import { type AttributePart, noChange } from "lit";
import { Directive, type DirectiveResult, directive } from "lit/directive.js";

type Styles = Readonly<Record<string, string>>;

class StyleMap extends Directive {
  render(_styles: Styles): typeof noChange {
    return noChange;
  }

  override update({ element }: AttributePart, [styles]: [Styles]): typeof noChange {
    const { style } = element;
    for (const [name, value] of Object.entries(styles)) {
      if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
    }
    return noChange;
  }
}

/** Properties of CSS by name; belongs on the `style` attribute. */
export const styleMap: (styles: Styles) => DirectiveResult = directive(StyleMap);
