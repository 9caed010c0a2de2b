import { decodeHTML } from "entities";

const TAG = /<\/?[a-z][^<>]*>/gi;
/** Control characters, too: what an engine sends is shown on terminals. */
const WHITE_SPACE = /[\s\p{Cc}]+/gu;

/** The words of a line of HTML: tags dropped, character references decoded, white space folded. */
export function plainText(html: string): string {
  return foldSpace(decodeHTML(html.replace(TAG, "")));
}

/** A text on one line. */
export function foldSpace(text: string): string {
  return text.replace(WHITE_SPACE, " ").trim();
}
