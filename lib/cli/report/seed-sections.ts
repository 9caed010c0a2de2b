import { registrableDomain } from "../../domain/url/host-rule.ts";
import {
  endsInWords,
  type SeedAnswers,
  seedAnswers,
  siteEndInWords,
} from "../../evaluation/seed-answers.ts";
import { countOutcomes, seedOutcomes } from "../../evaluation/seed-outcomes.ts";
import { siteFigures } from "../../evaluation/site-figures.ts";
import { percent } from "../../evaluation/verdict-words.ts";
import { safeText } from "../print/safe-text.ts";
import { figures, formatTable } from "../print/table.ts";
import type { ReadableRun } from "../run/read-run.ts";
import { loadRunProject } from "../run/run-project.ts";
import { seedsOfRun } from "../run/run-seeds.ts";

/**
 * Gathers what became of the seeds of a run and of their sites; `undefined` where the project names
 * seeds on one site only, since the other figures are that site's.
 */
export async function gatherSeedAnswers(
  directory: string,
  run: ReadableRun,
): Promise<SeedAnswers | undefined> {
  const { seeds, budget } = loadRunProject(directory) ?? {};
  if (seeds === undefined || (seeds.file === undefined && !hasSeveralSites(seeds.urls)))
    return undefined;
  const given = seedsOfRun(directory);
  const outcomes = seedOutcomes(run, given.list(), given.count);
  const sites = await siteFigures(run, given.list(), budget?.pagesPerSite);
  return seedAnswers(await countOutcomes(outcomes), sites);
}

function hasSeveralSites(urls: readonly string[]): boolean {
  return new Set(urls.map((url) => registrableDomain(new URL(url).host))).size > 1;
}

/** Formats the outcomes of seeds, and the sites with the most pages, for a terminal. */
export function formatSeedAnswers(directory: string, answers: SeedAnswers): readonly string[] {
  const { given, outcomes, sites, ends, most } = answers;
  const seedRows = Object.entries(outcomes).map(([outcome, seeds]) => [
    outcome.replace(":", ": "),
    seeds.toLocaleString("en"),
  ]);
  const total = ["seeds given", given.toLocaleString("en")];
  const siteRows = most.map((site) => [
    safeText(site.site),
    ...[site.seeds, site.pages, site.targets].map((figure) => figure.toLocaleString("en")),
    percent(site.pages === 0 ? undefined : site.targets / site.pages),
    safeText(siteEndInWords(site)),
  ]);
  const left = sites > most.length ? `the ${most.length} with the most pages; ` : "";
  return [
    formatTable([{ title: "seeds", align: "left" }, figures("")], [total, ...seedRows]),
    [
      formatTable(SITE_COLUMNS, siteRows),
      `${sites.toLocaleString("en")} sites: ${endsInWords(ends)}`,
      `${left}all with: dowser export ${directory} --sites; each seed with: --seeds`,
    ].join("\n"),
  ];
}

const SITE_COLUMNS = [
  { title: "site", align: "left" } as const,
  ...["seeds", "pages", "predicted targets", "predicted harvest"].map(figures),
  { title: "why it ended", align: "left" } as const,
];
