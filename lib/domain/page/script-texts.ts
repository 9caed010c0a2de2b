import { HtmlTokens, type TokenHandler } from "./html-tokens.ts";
import { ATTRIBUTE, RAW, TagAttributes, tagKindAt } from "./tag-kinds.ts";

/**
 * Returns the texts of the scripts of a page whose `type` has a form, in one pass: its time is linear in the page,
 * whatever the page leaves open.
 */
export function scriptTexts(html: string, type: RegExp): readonly string[] {
  const texts: string[] = [];
  const attributes = new TagAttributes(html);
  let [name, isRaw, isWanted] = ["", false, false];
  const handler: TokenHandler = {
    isForeign: false,
    onOpenName(start, end) {
      const kind = tagKindAt(html, start, end);
      [name, isRaw, isWanted] = [kind.name, (kind.flags & RAW) !== 0, false];
      attributes.clear();
    },
    attributes,
    onOpenEnd() {
      isWanted = name === "script" && type.test(attributes.get(ATTRIBUTE.type) ?? "");
      if (isRaw) tokens.enterText(name);
    },
    onText(start, end) {
      if (isWanted) texts.push(html.slice(start, end));
    },
    onClose() {
      isWanted = false;
    },
  };
  const tokens = new HtmlTokens(html, handler);
  tokens.read();
  return texts;
}
