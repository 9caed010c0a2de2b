/** Errors of a path model on a site left out, as `dowser paths train` reports them. */
import type { MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import type { LeftOutErrors } from "../../lib/domain/methods/strategy-module.ts";
import { pathErrors } from "./path-errors.ts";

/**
 * Self-training is left out: it takes minutes, and the figures would be of other labels than the
 * user's.
 */
const ROUNDS = 1;

/**
 * Computes the errors of the regressors on a site left out of training, from the marked pages
 * alone; `null` when only one site is marked.
 */
export function leftOutErrors(marked: MarkedPaths, seed: number): LeftOutErrors | null {
  const errors = pathErrors(marked, { seed, mostRounds: ROUNDS });
  if (errors.length === 0) return null;
  const first = errors.flatMap(({ rounds }) => rounds.slice(0, ROUNDS));
  return {
    sites: errors.map(({ site }) => site),
    pages: meanOf(first.map(({ pages }) => pages)),
    links: meanOf(first.map(({ links }) => links)),
  };
}

/** Errors on marked pages or links, if there are any. */
interface MarkedErrors {
  readonly marked?: number | undefined;
}

function meanOf(errors: readonly MarkedErrors[]): number | null {
  const known = errors.flatMap(({ marked = [] }) => marked);
  return known.length === 0 ? null : known.reduce((sum, error) => sum + error, 0) / known.length;
}
