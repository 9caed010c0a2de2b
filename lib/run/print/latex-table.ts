import type { Column } from "../../domain/text/table.ts";

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
