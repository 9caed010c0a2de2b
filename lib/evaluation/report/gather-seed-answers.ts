import { registrableDomain } from "../../domain/web/url/host-rule.ts";
import { type SeedAnswers, seedAnswers } from "../seed-answers.ts";
import { countOutcomes, seedOutcomes } from "../seed-outcomes.ts";
import { siteFigures } from "../site-figures.ts";
import type { ReportSources } from "./report-sources.ts";

/**
 * Gathers what became of the seeds of a crawl and of their sites; `undefined` where the project names
 * seeds on one site only, since the other figures are that site's.
 */
export async function gatherSeedAnswers(sources: ReportSources): Promise<SeedAnswers | undefined> {
  const { seeds, budget } = sources.project;
  if (seeds === undefined || (seeds.file === undefined && !hasSeveralSites(seeds.urls)))
    return undefined;
  const given = sources.seeds;
  const outcomes = seedOutcomes(sources, given.list(), given.count);
  const sites = await siteFigures(sources, given.list(), budget?.pagesPerSite);
  return seedAnswers(await countOutcomes(outcomes), sites);
}

function hasSeveralSites(urls: readonly string[]): boolean {
  return new Set(urls.map((url) => registrableDomain(new URL(url).host))).size > 1;
}
