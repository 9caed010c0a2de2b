import type { SiteEnd, SiteFigures } from "./site-figures.ts";

/** What a report says of the seeds of a run and their sites. */
export interface SeedAnswers {
  /** Seeds given, those left out before the crawl included. */
  readonly given: number;
  /** `state:reason`, or the state alone → number of seeds. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly sites: number;
  /** Number of sites by why they ended; without those that are 0. */
  readonly ends: Readonly<Partial<Record<SiteEnd, number>>>;
  /** The sites with the most pages. */
  readonly most: readonly SiteFigures[];
}

/** Most sites that a report names; `dowser export --sites` has all. */
const MOST_NAMED = 10;

/** Sums up the outcomes of seeds and the figures of their sites, in the order of these. */
export function seedAnswers(
  outcomes: ReadonlyMap<string, number>,
  sites: readonly SiteFigures[],
): SeedAnswers {
  const ends: Partial<Record<SiteEnd, number>> = {};
  for (const { end } of sites) ends[end] = (ends[end] ?? 0) + 1;
  return {
    given: [...outcomes.values()].reduce((sum, seeds) => sum + seeds, 0),
    outcomes: Object.fromEntries([...outcomes].toSorted(([, a], [, b]) => b - a)),
    sites: sites.length,
    ends,
    most: sites.slice(0, MOST_NAMED),
  };
}

const ENDS: Readonly<Record<SiteEnd, string>> = {
  budget: "page budget of a site spent",
  queued: "URLs queued",
  quota: "site quota used",
  exhausted: "no URL left",
  "no-page": "no page",
};

/** Says why a site ended, with the reason of one that gave no page. */
export function siteEndInWords({ end, reason }: Pick<SiteFigures, "end" | "reason">): string {
  return end === "no-page" && reason !== undefined
    ? `${ENDS[end]} (${reason.replace(":", ": ")})`
    : ENDS[end];
}

/** Says how many sites ended why: `3 URLs queued, 1 no page`. */
export function endsInWords(ends: SeedAnswers["ends"]): string {
  const counts = Object.entries(ENDS).flatMap(([end, words]) => {
    const sites = Object.entries(ends).find(([name]) => name === end)?.[1];
    return sites === undefined ? [] : [`${words} ${sites.toLocaleString("en")}`];
  });
  return counts.join(", ");
}
