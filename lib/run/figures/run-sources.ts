import { basename, join } from "node:path";
import { quotedWord } from "../../domain/text/safe-text.ts";
import type { ReportSources } from "../../evaluation/report/report-sources.ts";
import { continueCommand, handedOnWord, pathFrom } from "../folder/project-files.ts";
import { readCost } from "../folder/read-cost.ts";
import { type ReadableRun, storedViews } from "../folder/read-run.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import { loadFoundSeeds, loadNeed } from "../folder/run-inputs.ts";
import {
  loadRunProject,
  namedCrawl,
  type StrategyReading,
  strategyOfRun,
} from "../folder/run-project.ts";
import { seedsOfRun } from "../folder/run-seeds.ts";
import { judgedOfRun } from "../judge/assessed-run.ts";

/** How the commands of a report name things. */
interface ReportPlaces {
  readonly shownAs: string;
  readonly folder: string;
  /** Whether they are in a page that others get. */
  readonly isHandedOn: boolean;
}

/**
 * Reads what the report of a run in a directory is made from. Commands in the report name the run by
 * `shownAs`, as they are given in `folder`.
 * @throws DowserError `bad-sample`, `run-damaged`
 */
export async function runSources(
  directory: string,
  run: ReadableRun,
  {
    folder = process.cwd(),
    isHandedOn = false,
    shownAs = pathFrom(folder, directory),
    ...reading
  }: StrategyReading & Partial<ReportPlaces> = {},
): Promise<ReportSources> {
  const project = loadRunProject(directory) ?? {};
  const name = basename(directory);
  const crawl = namedCrawl(project, { name, out: shownAs, web: "live" });
  const wordOf = isHandedOn ? handedOnWord(crawl, folder) : quotedWord;
  const cost = readCost(directory);
  return {
    ...run,
    directory,
    shownAs: wordOf(shownAs),
    project,
    need: loadNeed(join(directory, RUN_FILES.need)),
    foundSeeds: loadFoundSeeds(join(directory, RUN_FILES.seeds)),
    seeds: seedsOfRun(directory),
    cost,
    resume: cost === undefined ? continueCommand(folder, crawl, wordOf) : undefined,
    ...(await judgedOfRun(directory, run)),
    strategy: await strategyOfRun(project, reading),
    viewOf: storedViews(run.pages, project),
  };
}
