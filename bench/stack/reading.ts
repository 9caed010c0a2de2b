import { addUsage, NO_USAGE, type Usage } from "../../lib/domain/cost/cost.ts";

/** The parts that cause cost. */
export const PARTS = ["plan", "harvest", "train", "mapping", "oversight"] as const;
export type Part = (typeof PARTS)[number];

/** The progress of a crawl, and its usage by part. */
export interface Reading {
  readonly pages: number;
  readonly atMs: number;
  readonly parts: Readonly<Record<Part, Usage>>;
  /** Of it the list of pages, and what it would be in the other form. */
  readonly listed: Readonly<Record<"own" | "other", Usage>>;
}

/** What happened between two readings. */
interface ReadingDifference extends Pick<Reading, "pages" | "parts" | "listed"> {
  readonly ms: number;
}

/** Returns the usage of all parts, with the list of pages in the crawl's own form or in the other one. */
export function allOf(
  { parts, listed }: Pick<Reading, "parts" | "listed">,
  isOther = false,
): Usage {
  const all = PARTS.reduce((sum, part) => addUsage(sum, parts[part]), NO_USAGE);
  return isOther ? addUsage(addUsage(all, negativeOf(listed.own)), listed.other) : all;
}

export function differenceOf(end: Reading, half: Reading): ReadingDifference {
  const part = (name: Part) => addUsage(end.parts[name], negativeOf(half.parts[name]));
  return {
    pages: end.pages - half.pages,
    ms: end.atMs - half.atMs,
    parts: {
      plan: part("plan"),
      harvest: part("harvest"),
      train: part("train"),
      mapping: part("mapping"),
      oversight: part("oversight"),
    },
    listed: {
      own: addUsage(end.listed.own, negativeOf(half.listed.own)),
      other: addUsage(end.listed.other, negativeOf(half.listed.other)),
    },
  };
}

function negativeOf(usage: Usage): Partial<Usage> {
  return Object.fromEntries(Object.entries(usage).map(([unit, count]) => [unit, -count]));
}
