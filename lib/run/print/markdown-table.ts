import { type Column, padCells } from "../../domain/text/table.ts";

/**
 * Characters that GitHub's Markdown may read as markup in a cell; a backslash before them prevents
 * it.
 */
const MARKUP = /[\\`*_[<|&#~$]/g;

/**
 * Escapes a text as one cell or paragraph of Markdown; white space of any length becomes a space.
 */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(MARKUP, "\\$&");
}

/**
 * Formats a table in GitHub's Markdown, its columns aligned in the text, too. `isBold` chooses cells
 * by the numbers of their row and column, from 0.
 */
export function markdownTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  isBold: (row: number, column: number) => boolean = () => false,
): string {
  const escaped = rows.map((row, at) =>
    columns.map((_, index) => {
      const cell = escapeMarkdown(row[index] ?? "");
      return isBold(at, index) ? `**${cell}**` : cell;
    }),
  );
  const titled = columns.map(({ title, align }) => ({ title: escapeMarkdown(title), align }));
  const { lines, widths } = padCells(titled, escaped, LEAST_WIDTH);
  const [titles = [], ...cells] = lines;
  const rule = columns.map(({ align }, index) => {
    const dashes = "-".repeat((widths[index] ?? LEAST_WIDTH) - 1);
    return align === "left" ? `${dashes}-` : `${dashes}:`;
  });
  return [titles, rule, ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/**
 * Least width of a column, in letters: the rule under a title has two dashes and a colon at least.
 */
const LEAST_WIDTH = 3;
