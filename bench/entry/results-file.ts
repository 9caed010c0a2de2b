/** Where and when figures were measured. */
export interface Measured {
  /** What the machine is: processor, cores, Node's version. */
  readonly machine: string;
  readonly at: Date;
}

/** The block of a bench on its results page: the command, the machine and the day, then its tables. */
export function resultsBlock(
  name: string,
  tables: readonly string[],
  { machine, at }: Measured,
): string {
  const day = at.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return [`\`npm run bench -- ${name}\`: ${machine}, ${day}.`, ...tables].join("\n\n");
}

/**
 * A results page with another block between the markers of a bench, `<!-- bench:NAME -->` and
 * `<!-- /bench:NAME -->`; all else stays. `undefined` where it has no such markers.
 */
export function withBlock(text: string, name: string, block: string): string | undefined {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) return undefined;
  return `${text.slice(0, from + begin.length)}\n\n${block}\n\n${text.slice(to)}`;
}
