import type { PageRecord } from "../domain/fetch/page-record.ts";
import type {
  CompiledStrategy,
  Evidence,
  Json,
  Miss,
  Progress,
  Strategy,
  Visit,
} from "../domain/strategy/strategy.ts";
import type { Url } from "../domain/url/url.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { CrawlPlan, CrawlPorts, TrainedModel } from "./crawl.ts";

/** Trains on everything fetched so far, keeps the model, and re-scores the links that wait. */
export async function trainModel(
  ports: CrawlPorts,
  { strategy, need }: Pick<CrawlPlan, "strategy" | "need">,
): Promise<TrainedModel> {
  const evidence = await evidenceOf(ports.records);
  const json = JSON.stringify(strategy.train(evidence, need));
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
    detail: { strategy: strategy.name, model: hash, pages: evidence.visits.length, rescored },
  });
  return { hash, compiled, pages: evidence.visits.length };
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
  progress: Omit<Progress, "pagesAtTraining">,
): boolean {
  return strategy.isStale({ ...progress, pagesAtTraining: model.pages });
}

async function evidenceOf(records: RecordStore): Promise<Evidence> {
  const visits: Visit[] = [];
  const misses: Miss[] = [];
  const urls = new Map<Url, Url>();
  for await (const record of records.list()) {
    const { url, layer, location, page } = record;
    if (page === undefined) misses.push({ url, layer, location });
    else visits.push(visitOf(record, page, urls));
  }
  return { visits, misses };
}

function visitOf(
  record: PageRecord,
  page: NonNullable<PageRecord["page"]>,
  urls: Map<Url, Url>,
): Visit {
  const { url, host, depth, layer, parent, snippet } = record;
  const { utility, isTarget, type } = page;
  const outlinks = page.outlinks?.map((outlink) => one(outlink, urls)) ?? [];
  return { url, host, depth, layer, parent, snippet, utility, isTarget, type, outlinks };
}

/** The one copy of a URL that is kept: the links that pages repeat would else be most of the evidence. */
function one(url: Url, urls: Map<Url, Url>): Url {
  const known = urls.get(url);
  if (known !== undefined) return known;
  urls.set(url, url);
  return url;
}
