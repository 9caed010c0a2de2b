import { type Column, padCells } from "./table.ts";

/** What GitHub's Markdown would take for markup somewhere in a cell; a backslash before it makes it a character. */
const MARKUP = /[\\`*_[<|&#~$]/g;

/** A text as one cell or paragraph of Markdown; white space of any length becomes a space. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(MARKUP, "\\$&");
}

/** A table as GitHub's Markdown has it, its columns aligned in the text, too. */
export function markdownTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const escaped = rows.map((row) => columns.map((_, index) => escapeMarkdown(row[index] ?? "")));
  const titled = columns.map(({ title, align }) => ({ title: escapeMarkdown(title), align }));
  const { lines, widths } = padCells(titled, escaped, LEAST_WIDTH);
  const [titles = [], ...cells] = lines;
  const rule = columns.map(({ align }, index) => {
    const dashes = "-".repeat((widths[index] ?? LEAST_WIDTH) - 1);
    return align === "left" ? `${dashes}-` : `${dashes}:`;
  });
  return [titles, rule, ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/** Of a column, in letters: the rule under a title has two dashes and a colon at least. */
const LEAST_WIDTH = 3;
