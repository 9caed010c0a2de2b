/** Trains the models of a run again, from what is left of it: those that knew forgotten pages are gone. */
import { join } from "node:path";
import { openFileRunLog } from "../../adapters/files/file-run-log.ts";
import { createSqliteFrontier } from "../../adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../adapters/sqlite/open-database.ts";
import { createSqliteRecordStore } from "../../adapters/sqlite/sqlite-record-store.ts";
import { createSqliteModelStore } from "../../adapters/sqlite/sqlite-stores.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { updatesOf } from "../../crawl/need-state.ts";
import { updatedPlan } from "../../crawl/need-updates.ts";
import { joinedPages, readablePages } from "../../crawl/run-rules.ts";
import { lastModel, trainModel } from "../../crawl/train-model.ts";
import { frontierPolicy, openPlan } from "../../project/plan-crawl.ts";
import { hasPaths } from "../../run/crawl/gather-paths.ts";
import { beganInYear } from "../../run/folder/open-run.ts";
import { readRun } from "../../run/folder/read-run.ts";
import { migrationOf, RUN_FILES } from "../../run/folder/run-database.ts";
import { loadFoundSeeds, loadNeed } from "../../run/folder/run-inputs.ts";
import { loadRunProject, type RunProject, strategyOfRun } from "../../run/folder/run-project.ts";
import { earlierRuns } from "./forget-run.ts";

/**
 * Trains a run's model again from the pages, labels and examples that are left, scores the queued links by it,
 * and logs it. Verdicts on pages stay. Does nothing in a run that has its last model, and leaves it to
 * the next start of the crawl in one whose strategy is not there or that learns from click paths.
 */
export async function trainAgain(directory: string): Promise<void> {
  const { project, strategy } = await choiceOf(directory);
  const need = loadNeed(join(directory, RUN_FILES.need));
  if (need === undefined || strategy === undefined || hasPaths(project)) return;
  const web = { isLive: project.web === "live" };
  const foundSeeds = loadFoundSeeds(join(directory, RUN_FILES.seeds));
  const inputs = { need, foundSeeds, year: await beganInYear(directory) };
  const asked = { ...(await openPlan(project, web, inputs)), strategy };
  const policy = frontierPolicy(project, strategy, web);
  const database = openDatabase(join(directory, RUN_FILES.database), migrationOf(directory));
  const run = readRun(directory);
  const [before] = earlierRuns(directory);
  const earlier = before === undefined ? undefined : readRun(before);
  try {
    const log = await openFileRunLog(join(directory, RUN_FILES.log));
    const events = await log.list();
    const [models, records] = [createSqliteModelStore(database), createSqliteRecordStore(database)];
    if (!events.some(({ kind }) => kind === "trained")) return;
    if ((await lastModel({ models, log }, asked)) !== undefined) return;
    const frontier = createSqliteFrontier(database, policy, systemClock.now());
    const pages = readablePages(
      joinedPages(run.pages, earlier ? [earlier.pages] : []),
      asked.rules.fetch,
    );
    const ports = { frontier, records, models, log, labels: run.labels, pages, clock: systemClock };
    const plan = await updatedPlan(ports, asked, updatesOf(events).state);
    await trainModel(ports, plan, undefined);
  } finally {
    await earlier?.close();
    await run.close();
    database.close();
  }
}

async function choiceOf(directory: string) {
  // A file that `saveRunProject` wrote is complete; an early run may have none.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const project = (loadRunProject(directory) ?? {}) as RunProject;
  return { project, strategy: await strategyOfRun(project) };
}
