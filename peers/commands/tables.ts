/** Tables as Markdown and as LaTeX. */
import { type Column, padCells } from "../../lib/domain/text/table.ts";

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

/** Letters that LaTeX reads as commands, or that its default fonts print as others. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\", "\\textbackslash{}"],
  ["{", "\\{"],
  ["}", "\\}"],
  ["$", "\\$"],
  ["&", "\\&"],
  ["#", "\\#"],
  ["%", "\\%"],
  ["_", "\\_"],
  ["^", "\\textasciicircum{}"],
  ["~", "\\textasciitilde{}"],
  ["<", "\\textless{}"],
  [">", "\\textgreater{}"],
  ["|", "\\textbar{}"],
]);

/**
 * Escapes a text so that LaTeX sets it letter by letter; white space of any length becomes a space.
 */
export function escapeLatex(text: string): string {
  const letters = text.replaceAll(/\s+/g, " ").replaceAll(/[\\{}$&#%_^~<>|]/g, (letter) => {
    return ESCAPES.get(letter) ?? letter;
  });
  // Two hyphens in a row would become a dash.
  return letters.replaceAll(/-(?=-)/g, "-{}");
}

/**
 * Formats a table as LaTeX's own `tabular` environment, shrunk to the width of the text when it is
 * wider: that takes the package graphicx.
 */
export function latexTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => {
    const text = columns.map((_, index) => escapeLatex(cells[index] ?? "")).join(" & ");
    // After the end of a line, LaTeX would read a bracket or a star as its argument.
    return `${/^[[*]/.test(text) ? "{}" : ""}${text} \\\\`;
  };
  return [
    "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%",
    `\\begin{tabular}{${columns.map(({ align }) => (align === "left" ? "l" : "r")).join("")}}`,
    "\\hline",
    line(columns.map(({ title }) => title)),
    "\\hline",
    ...rows.map(line),
    "\\hline",
    "\\end{tabular}}",
  ].join("\n");
}
