import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { harvestWithin } from "./harvest.ts";
import type { Crawled } from "./jobs.ts";
import { bySite, type Run } from "./run.ts";

/** A figure of several crawls. */
export interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly greatest: number;
}

/** A figure of each crawl, summed up. */
export function spreadOf(runs: readonly Run[], of: (crawled: Crawled) => number): Spread {
  const values = runs.map(({ crawled }) => of(crawled));
  return { mean: mean(values), least: Math.min(...values), greatest: Math.max(...values) };
}

/** Mean harvest within so many pages, by the title of the site. */
export function harvests(runs: readonly Run[], pages: number): ReadonlyMap<string, number> {
  const of = (runs: readonly Run[]) => spreadOf(runs, (crawled) => harvestWithin(crawled, pages));
  return new Map([...bySite(runs)].map(([site, runs]) => [site, of(runs).mean]));
}

/** Mean over sites of the share of a rival's harvest, each a mean over seeds; sites where it has none are left out. */
export function shareOf(runs: readonly Run[], rivals: readonly Run[], pages: number): number {
  const theirs = harvests(rivals, pages);
  const shares = [...harvests(runs, pages)].flatMap(([site, harvest]) => {
    const most = theirs.get(site) ?? 0;
    return most > 0 ? [harvest / most] : [];
  });
  return mean(shares);
}
