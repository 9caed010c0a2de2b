import type { LinkDistanceSettings } from "../../domain/strategy/link-distance/options.ts";
import { loadPeers } from "../../domain/strategy/load-peers.ts";
import type { MarkedPaths } from "../../domain/strategy/marked-paths.ts";

/** Mean absolute errors on a marked site that was not learned from, in units of relevance, in [0,1]. */
export interface LeftOutErrors {
  /** Registrable domains, each left out once. */
  readonly sites: readonly string[];
  /** Means over the sites, on their marked pages and the links to those; `null` where there is nothing to predict. */
  readonly pages: number | null;
  readonly links: number | null;
}

/** No round of self-training: it takes minutes, and the figures would be of other labels than the user's. */
const ROUNDS = 1;

/**
 * How far the paper's regressors are off on a site that they were not taught on, learned from the marked
 * pages alone; `null` of our variant, which predicts no relevances, and where only one site is marked.
 */
export async function leftOutErrors(
  { variant }: LinkDistanceSettings,
  marked: MarkedPaths,
  seed: number,
): Promise<LeftOutErrors | null> {
  if (variant !== "paper") return null;
  const pathErrors = await loadPeers.pathErrors();
  const errors = pathErrors(marked, { seed, mostRounds: ROUNDS });
  if (errors.length === 0) return null;
  const first = errors.flatMap(({ rounds }) => rounds.slice(0, ROUNDS));
  return {
    sites: errors.map(({ site }) => site),
    pages: meanOf(first.map(({ pages }) => pages)),
    links: meanOf(first.map(({ links }) => links)),
  };
}

/** The errors for a terminal. */
export function formatLeftOut({ sites, pages, links }: LeftOutErrors): string {
  const figure = (error: number | null) => error?.toFixed(3) ?? "–";
  return (
    `mean absolute error on each of ${sites.length} sites left out: ` +
    `pages ${figure(pages)}, links ${figure(links)} (marked ones, before self-training)`
  );
}

/** Errors on marked pages or links, where there are any. */
interface MarkedErrors {
  readonly marked?: number | undefined;
}

function meanOf(errors: readonly MarkedErrors[]): number | null {
  const known = errors.flatMap(({ marked = [] }) => marked);
  return known.length === 0 ? null : known.reduce((sum, error) => sum + error, 0) / known.length;
}
