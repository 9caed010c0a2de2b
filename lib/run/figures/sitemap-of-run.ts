import { join } from "node:path";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { createSqliteModelStore } from "../../adapters/sqlite/sqlite-model-store.ts";
import type { TrainedModel } from "../../crawl/crawl-plan.ts";
import { lastModel } from "../../crawl/train-model.ts";
import type { Sitemap } from "../../domain/methods/sitemap.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import { fail } from "../../errors.ts";
import { RUN_FILES, readRunDatabase } from "../folder/run-database.ts";
import { loadRunProject } from "../folder/run-project.ts";
import { moduleOfRun, type StrategyReading, strategyOfRun } from "../folder/strategy-of-run.ts";

/** The page types that a run has found on its site. */
export type RunSitemap =
  | {
      readonly kind: "known";
      readonly sitemap: Sitemap;
      readonly model: string;
      /** Tells the type of a page that an earlier model judged. */
      readonly compiled: Pick<TrainedModel["compiled"], "assessPage">;
    }
  /**
   * They are not learned yet; `from` is the number of pages at which they will be, if the model
   * says.
   */
  | { readonly kind: "learning"; readonly from: number | undefined }
  /** Its strategy finds no page types. */
  | { readonly kind: "none"; readonly strategy: string };

/**
 * Reads the page types from the last model of a run, without changing the run; a crawl may be
 * running in it.
 * @throws DowserError `strategy-module-not-named`
 */
export async function sitemapOfRun(
  directory: string,
  reading: StrategyReading = {},
): Promise<RunSitemap> {
  const project = loadRunProject(directory) ?? {};
  const strategy = await strategyOfRun(project, reading);
  const module = moduleOfRun(project);
  if (strategy === undefined && module !== undefined)
    throw fail("strategy-module-not-named", { directory, module });
  // A run that has just begun may have a database, and no project yet.
  if (strategy === undefined) return { kind: "learning", from: undefined };
  const model = await readLastModel(directory, strategy);
  if (model === undefined) return { kind: "learning", from: undefined };
  const { pageTypes } = model.compiled;
  if (pageTypes === undefined) return { kind: "none", strategy: strategy.name };
  return pageTypes.kind === "known"
    ? { ...pageTypes, model: model.hash, compiled: model.compiled }
    : pageTypes;
}

async function readLastModel(
  directory: string,
  strategy: Strategy,
): Promise<TrainedModel | undefined> {
  const log = { list: () => readFileRunLog(join(directory, RUN_FILES.log)) };
  const database = readRunDatabase(directory);
  try {
    return await lastModel({ models: createSqliteModelStore(database), log }, { strategy });
  } finally {
    database.close();
  }
}
