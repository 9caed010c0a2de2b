/** How a column is set. */
export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

/** A column of figures. */
export function figures(title: string): Column {
  return { title, align: "right" };
}

/** A plain table for a terminal: columns two spaces apart, a rule under the titles. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  // No Math.max(...lengths): each argument takes room on the call stack.
  const widths = columns.map(({ title }, index) =>
    rows.reduce((widest, row) => Math.max(widest, row[index]?.length ?? 0), title.length),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, index) => {
        const [cell, width] = [cells[index] ?? "", widths[index] ?? 0];
        return align === "left" ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [line(titles), rule, ...rows.map(line)].join("\n");
}
