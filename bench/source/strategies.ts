import type { Accounting } from "./accounting.ts";
import type { Task } from "./task.ts";

/** A strategy as these benches run it. */
export interface NamedStrategy {
  readonly label: string;
  /** As on the command line. */
  readonly strategy: (sampleSize: number, accounting: Accounting) => string;
  /** Whether it samples pages to learn from; what does not, depends on no chance and no example. */
  readonly learns: boolean;
  /** Whether it draws lots; what does not, differs by the example only. */
  readonly isRandom: boolean;
}

export const BREADTH_FIRST: NamedStrategy = {
  label: "breadth-first",
  strategy: () => "breadth-first",
  learns: false,
  isRandom: false,
};

/** A strategy that learns from a sample, with its settings as on the command line. */
export function learner(label: string, settings: string): NamedStrategy {
  const glue = settings.includes(":") ? "," : ":";
  const strategy = (sampleSize: number) => `${settings}${glue}sampleSize=${sampleSize}`;
  return { label, strategy, learns: true, isRandom: true };
}

/**
 * The default variant: it samples as few pages as it wants where they count, and as many as the others
 * where they do not.
 */
export function ours(label: string, settings: string, apart: string): NamedStrategy {
  const strategy = (sampleSize: number, accounting: Accounting) =>
    accounting === "counted" ? settings : `${settings},sampleSize=${sampleSize}${apart}`;
  return { label, strategy, learns: true, isRandom: false };
}

/** What the greedy order that knows the truth is called in tables. */
export const ORACLE = "(oracle)";

/** A strategy with other pages to learn from than the task's own number. */
export type SampleSize = (task: Task) => number;
