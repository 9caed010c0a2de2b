import type { PageRecord } from "../domain/fetch/page-record.ts";
import type {
  CompiledStrategy,
  Json,
  Progress,
  Strategy,
  Visit,
} from "../domain/strategy/strategy.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl.ts";

/** Trains on everything fetched so far, keeps the model, and re-scores the links that wait. */
export async function trainModel(
  ports: CrawlPorts,
  { strategy, need }: Pick<CrawlPlan, "strategy" | "need">,
): Promise<TrainedModel> {
  const visits = await visitsOf(ports.records);
  const json = JSON.stringify(strategy.train({ visits }, need));
  const hash = await ports.models.put(json);
  const compiled = compileModel(strategy, json);
  const rescore = compiled.rescoreLink?.bind(compiled);
  const rescored =
    rescore === undefined
      ? 0
      : await ports.frontier.rescore((link) => {
          // Seeds, and what they redirect to, stand above every prediction.
          const score = link.depth === 0 ? undefined : rescore(link);
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
  return { hash, compiled: compileModel(strategy, json), pages };
}

/** What decides is always what was stored: a resumed crawl has the same model to the bit. */
function compileModel(strategy: Strategy, json: string): CompiledStrategy {
  const model: Json = JSON.parse(json);
  return strategy.compile(model);
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
  const { utility, isTarget, type, outlinks = [] } = page;
  return { url, host, depth, parent, snippet, utility, isTarget, type, outlinks };
}
