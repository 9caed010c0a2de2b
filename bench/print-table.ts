import { formatTable } from "../lib/cli/table.ts";

type Table = Parameters<typeof formatTable>;

/** Prints a table under its title, a blank line before. */
export function printTable(title: string, columns: Table[0], rows: Table[1]): void {
  console.log(`\n${title}`);
  console.log(formatTable(columns, rows));
}
