import { addUsage, type Usage } from "../../lib/domain/cost/cost.ts";

/** The parts that cause cost. */
export const PARTS = ["plan", "harvest", "train", "mapping", "oversight"] as const;
export type Part = (typeof PARTS)[number];

/** The progress of a crawl, and its usage by part. */
export interface Reading {
  readonly pages: number;
  readonly atMs: number;
  readonly parts: Readonly<Record<Part, Usage>>;
}

/** What happened between two readings. */
interface ReadingDifference extends Pick<Reading, "pages" | "parts"> {
  readonly ms: number;
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
  };
}

function negativeOf(usage: Usage): Partial<Usage> {
  return Object.fromEntries(Object.entries(usage).map(([unit, count]) => [unit, -count]));
}
