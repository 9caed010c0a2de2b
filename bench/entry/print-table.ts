import type { Column } from "../../lib/domain/text/table.ts";
import { escapeMarkdown, markdownTable } from "../../peers/commands/tables.ts";

/** What a bench tells the process that started it, where one did. */
export interface PrintedTable {
  readonly benchTable: string;
}

/** How a table is printed. */
interface Look {
  /** Chooses cells in bold by the numbers of their row and column, from 0; none if left out. */
  readonly isBold?: (row: number, column: number) => boolean;
  /** Whether a reader has to unfold it. */
  readonly isFolded?: boolean;
}

/** Prints a table as Markdown under its title, a blank line before; whoever runs all benches keeps it. */
export function printTable(
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { isBold, isFolded = false }: Look = {},
): void {
  const table = markdownTable(columns, rows, isBold);
  const escaped = escapeMarkdown(title);
  const benchTable = isFolded
    ? `<details>\n<summary>${escaped}</summary>\n\n${table}\n\n</details>`
    : `**${escaped}**\n\n${table}`;
  console.log(`\n${benchTable}`);
  const printed: PrintedTable = { benchTable };
  process.send?.(printed);
}
