import { type Content, html, type Markup } from "./markup.ts";

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
