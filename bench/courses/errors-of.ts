import type { MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { pathErrors } from "../../peers/link-distance/path-errors.ts";
import { relevances } from "../../peers/link-distance/training-set.ts";
import { UNIVERSITIES } from "../known-web/site.ts";
import { trueRelevances } from "./draw-paths.ts";
import type { Errors, ErrorsJob } from "./jobs.ts";
import { joinPaths, markSite, siteOf } from "./target-site.ts";
import { PATHS } from "./trial.ts";

/** The errors of regressors that learned from paths on all sites but one, on that. */
export async function errorsOf({ seed }: ErrorsJob): Promise<Errors> {
  const sites = await Promise.all(UNIVERSITIES.map(siteOf));
  const marked = await Promise.all(sites.map((site) => markSite(site, { paths: PATHS, seed })));
  const truth = new Map(sites.flatMap((site) => [...trueRelevances(site)]));
  const curves = pathErrors(joinPaths(marked), { seed, truth }).map(({ rounds }) => rounds);
  return { curves, ofZero: marked.map((of) => errorsOfZero(of, truth)) };
}

/** The errors on a site of who takes every page for one of relevance 0: the means of what is true. */
function errorsOfZero({ paths, pages }: MarkedPaths, truth: ReadonlyMap<Url, number>) {
  const known = relevances(paths);
  const beside = pages.filter(({ url }) => !known.has(url));
  return {
    marked: mean([...known.values()]),
    neighbours: mean(beside.map(({ url }) => truth.get(url) ?? 0)),
  };
}
