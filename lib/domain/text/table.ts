/** The title and alignment of a column. */
export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

/** Makes a column of figures. */
export function figures(title: string): Column {
  return { title, align: "right" };
}

/** Formats a plain table for a terminal: columns two spaces apart, a rule under the titles. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const { lines, widths } = padCells(columns, rows);
  const [titles = "", ...others] = lines.map((cells) => cells.join("  ").trimEnd());
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [titles, rule, ...others].join("\n");
}

/**
 * Pads each cell of titles and rows to the width of its column, which is at least `least` letters.
 */
export function padCells(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  least = 0,
): { readonly lines: readonly (readonly string[])[]; readonly widths: readonly number[] } {
  // No Math.max(...lengths): each argument takes room on the call stack.
  const widths = columns.map(({ title }, index) =>
    rows.reduce(
      (widest, row) => Math.max(widest, row[index]?.length ?? 0),
      Math.max(least, title.length),
    ),
  );
  const pad = (cells: readonly string[]) =>
    columns.map(({ align }, index) => {
      const [cell, width] = [cells[index] ?? "", widths[index] ?? 0];
      return align === "left" ? cell.padEnd(width) : cell.padStart(width);
    });
  return { lines: [columns.map(({ title }) => title), ...rows].map(pad), widths };
}
