import type { Column } from "./table.ts";

/** Letters that LaTeX takes for commands, or that its default fonts set as others. */
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

/** A text as LaTeX sets it letter by letter; white space of any length becomes a space. */
export function escapeLatex(text: string): string {
  const letters = text.replaceAll(/\s+/g, " ").replaceAll(/[\\{}$&#%_^~<>|]/g, (letter) => {
    return ESCAPES.get(letter) ?? letter;
  });
  // Two hyphens in a row would become a dash.
  return letters.replaceAll(/-(?=-)/g, "-{}");
}

/**
 * A table as LaTeX's own `tabular` environment, shrunk to the width of the text where it is wider: that takes
 * the package graphicx.
 */
export function latexTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => {
    const text = columns.map((_, index) => escapeLatex(cells[index] ?? "")).join(" & ");
    // After the end of a line a bracket or a star would be taken for an argument of it.
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
