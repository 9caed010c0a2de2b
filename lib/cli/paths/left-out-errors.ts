import type { LinkDistanceSettings } from "../../domain/strategy/link-distance/options.ts";
import { loadPeers } from "../../domain/strategy/load-peers.ts";
import type { MarkedPaths } from "../../domain/strategy/marked-paths.ts";

/**
 * Mean absolute errors on a marked site that was left out of training, in units of relevance, in
 * [0,1].
 */
export interface LeftOutErrors {
  /** Registrable domains, each left out once. */
  readonly sites: readonly string[];
  /**
   * Means over the sites, on their marked pages and the links to those; `null` when there is
   * nothing to predict.
   */
  readonly pages: number | null;
  readonly links: number | null;
}

/**
 * Self-training is left out: it takes minutes, and the figures would be of other labels than the
 * user's.
 */
const ROUNDS = 1;

/**
 * Computes the errors of the paper's regressors on a site left out of training, from the marked
 * pages alone. Returns `null` for our variant, which predicts no relevance, and when only one site
 * is marked.
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

/** Formats the errors for a terminal. */
export function formatLeftOut({ sites, pages, links }: LeftOutErrors): string {
  const figure = (error: number | null) => error?.toFixed(3) ?? "–";
  return (
    `mean absolute error on each of ${sites.length} sites left out: ` +
    `pages ${figure(pages)}, links ${figure(links)} (marked ones, before self-training)`
  );
}

/** Errors on marked pages or links, if there are any. */
interface MarkedErrors {
  readonly marked?: number | undefined;
}

function meanOf(errors: readonly MarkedErrors[]): number | null {
  const known = errors.flatMap(({ marked = [] }) => marked);
  return known.length === 0 ? null : known.reduce((sum, error) => sum + error, 0) / known.length;
}
