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

// Tables.

/** A column of a table; figures are aligned to the right. */
interface TableColumn {
  readonly title: string;
  readonly isFigure?: true;
}

/** Makes a column of figures. */
export function figures(title: string): TableColumn {
  return { title, isFigure: true };
}

/** Makes a table with a caption for screen readers; the first cell of a row is its heading. */
export function htmlTable(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly Content[])[],
): Markup {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(headingOf)}</tr></thead>
<tbody>${rows.map((cells) => rowOf(columns, cells))}</tbody>
</table></div>
`;
}

/** Makes a table that its reader unfolds; its caption says what is in it. */
export function foldedTable(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly Content[])[],
): Markup {
  return html`<details><summary>${caption}</summary>${htmlTable(caption, columns, rows)}</details>
`;
}

/** Draws a share in [0,1] as a bar, next to its figure. */
export function bar(of: number): Markup {
  const width = (100 * Math.min(1, Math.max(0, of))).toFixed(1);
  return html`<span class="bar" aria-hidden="true"><span style="width:${width}%"></span></span>`;
}

function headingOf({ title, isFigure }: TableColumn): Markup {
  return html`<th scope="col"${classOf(isFigure)}>${title}</th>`;
}

function rowOf(columns: readonly TableColumn[], cells: readonly Content[]): Markup {
  return html`<tr>${columns.map(({ isFigure }, index) =>
    index === 0
      ? html`<th scope="row"${classOf(isFigure)}>${cells[index]}</th>`
      : html`<td${classOf(isFigure)}>${cells[index]}</td>`,
  )}</tr>
`;
}

function classOf(isFigure: true | undefined): Markup | undefined {
  return isFigure === true ? html` class="figure"` : undefined;
}
