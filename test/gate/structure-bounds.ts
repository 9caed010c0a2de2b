/** The bounds of the structure, a table in docs/decisions: what is above them, and what they can be lowered to. */

/** A figure of the structure and how coarsely it is bounded. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** The bound is the next multiple of this. */
  readonly step: number;
}

/** Shares of a bound by which a figure must have fallen for the check to say so. */
const WORTH_LOWERING = 0.03;

/** A row of the table: name, bound, lowest bound so far, reason. */
const ROW = /^\| (?<name>[^|]+) \| (?<bound>\d+) \| (?<lowest>\d+) \|(?<reason>[^|]*)\|$/;

interface Bound {
  readonly bound: number;
  readonly lowest: number;
  readonly reason: string;
}

/** Says what is wrong, and what could be better, of these figures by the page with their bounds. */
export function judgeFigures(
  page: string,
  figures: readonly Figure[],
): { readonly faults: readonly string[]; readonly advice: readonly string[] } {
  const bounds = boundsIn(page);
  const faults = figures.flatMap(({ name, value }) => {
    const bounded = bounds.get(name);
    if (bounded === undefined) return [`${name}: docs/decisions/structure.md has no bound for it`];
    const { bound, lowest, reason } = bounded;
    if (value > bound)
      return [
        `${name} rose from ${bound} to ${value}: fold, move or take away until it is back, or raise its bound in docs/decisions/structure.md with the reason in its row`,
      ];
    if (bound > lowest && reason === "")
      return [
        `the bound of ${name} rose from ${lowest} to ${bound} without a reason: write one in its row of docs/decisions/structure.md`,
      ];
    return [];
  });
  const advice = figures.flatMap(({ name, value }) => {
    const bound = bounds.get(name)?.bound ?? 0;
    if (bound - value <= WORTH_LOWERING * bound) return [];
    return [`${name} fell from ${bound} to ${value}: \`npm run bounds\` keeps that`];
  });
  return { faults, advice };
}

/** The page with the bound of each figure that is lower now; all else stays. */
export function lowerBounds(page: string, figures: readonly Figure[]): string {
  const values = new Map(
    figures.map(({ name, value, step }) => [name, step * Math.ceil(value / step)]),
  );
  return page
    .split("\n")
    .map((line) => {
      const row = readRow(line);
      const value = values.get(row?.name ?? "");
      if (row === undefined || value === undefined || value >= row.bound) return line;
      const { name, lowest, reason } = row;
      return value > lowest
        ? `| ${name} | ${value} | ${lowest} | ${reason} |`
        : `| ${name} | ${value} | ${value} | |`;
    })
    .join("\n");
}

function boundsIn(page: string): Map<string, Bound> {
  return new Map(
    page.split("\n").flatMap((line): [string, Bound][] => {
      const row = readRow(line);
      return row === undefined ? [] : [[row.name, row]];
    }),
  );
}

function readRow(line: string): (Bound & { readonly name: string }) | undefined {
  const found = ROW.exec(line)?.groups;
  if (found === undefined) return undefined;
  const { name = "", bound, lowest, reason = "" } = found;
  return { name, bound: Number(bound), lowest: Number(lowest), reason: reason.trim() };
}
