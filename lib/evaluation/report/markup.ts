import { escapeUTF8 } from "entities";

/** HTML that is safe in a page as it is. Only this file and the plots make it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Contents of a template: text is escaped, markup is not, lists are joined, and `undefined` is left
 * out.
 */
export type Content = Markup | string | number | undefined | readonly Content[];

/** Controls that HTML does not allow, and unpaired surrogates. */
const FORBIDDEN = /[\p{Cc}\p{Cs}]/gu;

/**
 * Fills a template of HTML with escaped values: for content and for attributes in quotation marks.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(
    strings.reduce((text, string, index) => `${text}${markupOf(values[index - 1])}${string}`),
  );
}

/** Isolates text from strangers from the text around it: its direction does not spread. */
export function foreign(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

function markupOf(value: Content): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(markupOf).join("");
  return escapeUTF8(String(value).replaceAll(FORBIDDEN, harmless));
}

function harmless(character: string): string {
  return character === "\n" || character === "\t" ? character : "\ufffd";
}
