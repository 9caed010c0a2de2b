import type { PageRecord } from "../domain/fetch/page-record.ts";
import type { Json, Progress, Visit } from "../domain/strategy/strategy.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl.ts";

/** Trains on everything fetched so far, keeps the model, and re-scores the links that wait. */
export async function trainModel(
  ports: CrawlPorts,
  { strategy, need }: Pick<CrawlPlan, "strategy" | "need">,
): Promise<TrainedModel> {
  const visits = await visitsOf(ports.records);
  const model = strategy.train({ visits }, need);
  const hash = await ports.models.put(strategy.name, JSON.stringify(model));
  const compiled = strategy.compile(model);
  const rescore = compiled.rescoreLink?.bind(compiled);
  const rescored =
    rescore === undefined
      ? 0
      : await ports.frontier.rescore((link) => {
          const score = rescore(link);
          return score === undefined ? undefined : { ...score, model: hash };
        });
  await ports.log.append({
    at: ports.clock.now(),
    kind: "trained",
    detail: { strategy: strategy.name, model: hash, pages: visits.length, rescored },
  });
  return { hash, compiled, pages: visits.length };
}

/**
 * The model that an earlier run of this crawl ended with, `undefined` where there was none.
 * A training that a crash cut short has no log entry, and is done again on the same evidence.
 */
export async function lastModel(
  ports: Pick<CrawlPorts, "models" | "log">,
  { strategy }: Pick<CrawlPlan, "strategy">,
): Promise<TrainedModel | undefined> {
  const trainings = (await ports.log.list()).filter(({ kind }) => kind === "trained");
  const { model: hash, pages } = trainings.at(-1)?.detail ?? {};
  if (typeof hash !== "string" || typeof pages !== "number") return undefined;
  const json = await ports.models.get(hash);
  if (json === undefined) return undefined;
  const model: Json = JSON.parse(json);
  return { hash, compiled: strategy.compile(model), pages };
}

/** True when the strategy wants a new model. */
export function isStale(
  { strategy }: Pick<CrawlPlan, "strategy">,
  model: TrainedModel,
  pages: number,
): boolean {
  const progress: Progress = { pages, pagesAtTraining: model.pages };
  return strategy.isStale(progress);
}

async function visitsOf(records: RecordStore): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const record of records.list()) {
    if (record.page !== undefined) visits.push(visitOf(record, record.page));
  }
  return visits;
}

function visitOf(record: PageRecord, page: NonNullable<PageRecord["page"]>): Visit {
  const { url, host, depth, parent, snippet } = record;
  const { utility, isTarget, type } = page;
  return { url, host, depth, parent, snippet, utility, isTarget, type };
}
