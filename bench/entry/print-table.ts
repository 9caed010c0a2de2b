import { escapeMarkdown, markdownTable } from "../../lib/cli/print/markdown-table.ts";
import type { Column } from "../../lib/cli/print/table.ts";

/** What a bench tells the process that started it, where one did. */
export interface PrintedTable {
  readonly benchTable: string;
}

/** Prints a table as Markdown under its title, a blank line before; whoever runs all benches keeps it. */
export function printTable(
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void {
  const benchTable = `**${escapeMarkdown(title)}**\n\n${markdownTable(columns, rows)}`;
  console.log(`\n${benchTable}`);
  const printed: PrintedTable = { benchTable };
  process.send?.(printed);
}
