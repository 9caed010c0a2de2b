/** When models are trained and kept, by the labels and at times by a sample of the crawl's own pages. */
import type { FrontierLink } from "../domain/frontier/link.ts";
import type { Json } from "../domain/json.ts";
import { type SeenPage, sampleSeen } from "../domain/methods/sample-seen.ts";
import type { LinkScore, Progress, Strategy } from "../domain/methods/strategy.ts";
import type { PageView, TextView } from "../domain/page/page-view.ts";
import { settledView, textViewOf } from "../domain/page/view-parts.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Rescore, Rescored, Rescoring } from "../ports/frontier.ts";
import type { ModelStore } from "../ports/model-store.ts";
import type { RunEvent, RunLog } from "../ports/run-log.ts";
import { CrawlEvidence } from "./crawl-evidence.ts";
import type { CrawlPlan, DecidingPorts, TrainedModel } from "./crawl-plan.ts";
import { intentNumber, rankAgain, rankNumbered } from "./form-links.ts";
import { viewPage, viewReading } from "./judge-page.ts";
import { UNRANKED_GROUPS } from "./link-tally.ts";
import { readAhead } from "./read-ahead.ts";

/** Trains on everything fetched so far, keeps the model, and re-scores the queued links. */
export async function trainModel(
  ports: Pick<DecidingPorts, "frontier" | "records" | "models" | "log" | "clock">,
  plan: Pick<CrawlPlan, "strategy" | "need">,
  previous: Pick<TrainedModel, "model"> | undefined,
  evidence?: CrawlEvidence,
): Promise<TrainedModel> {
  const trained = await fitModel(ports, plan, previous, evidence);
  await adoptModel(ports, plan, trained);
  return trained;
}

/** Re-scores the queued links by a model, which decides from now on. */
export async function adoptModel(
  ports: Pick<DecidingPorts, "frontier" | "log" | "clock">,
  plan: Pick<CrawlPlan, "strategy">,
  { hash, compiled, pages }: TrainedModel,
): Promise<void> {
  const rescoring = rescoringBy(plan, { hash, compiled });
  const rescored = rescoring === undefined ? 0 : await rescoreAll(ports, rescoring);
  const phase = compiled.phase === undefined ? {} : { phase: compiled.phase };
  const { labelNotes = [] } = compiled;
  const notes = labelNotes.length === 0 ? {} : { labelNotes };
  await ports.log.append({
    at: ports.clock.now(),
    kind: "trained",
    detail: { strategy: plan.strategy.name, ...phase, ...notes, model: hash, pages, rescored },
  });
}

/** Lets the model of an earlier process score the queued links that it left for later. */
export async function resumeModel(
  { frontier }: Pick<DecidingPorts, "frontier">,
  plan: Pick<CrawlPlan, "strategy">,
  model: Pick<TrainedModel, "hash" | "compiled">,
): Promise<void> {
  const rescoring = rescoringBy(plan, model);
  if (rescoring !== undefined) await frontier.resumeRescoring(rescoring);
}

/** Scores all queued links again, in steps, before each of which other work is done. */
async function rescoreAll(
  { frontier, clock }: Pick<DecidingPorts, "frontier" | "clock">,
  rescoring: Rescoring,
): Promise<number> {
  let scored = 0;
  for (let next: number | undefined = 0; next !== undefined; ) {
    await letOthersRun(clock);
    const step: Rescored = await frontier.rescore(rescoring, next);
    scored += step.scored;
    next = step.next;
  }
  return scored;
}

/** Ends a step of the event loop, so that a training does not hold up the fetches under way. */
function letOthersRun(clock: DecidingPorts["clock"]): Promise<void> {
  return clock.waitUntil(clock.now());
}

/** Trains on everything fetched so far and keeps the model: it does not decide anything yet. */
export async function fitModel(
  ports: Pick<DecidingPorts, "records" | "models" | "clock">,
  { strategy, need }: Pick<CrawlPlan, "strategy" | "need">,
  previous: Pick<TrainedModel, "model"> | undefined,
  evidence = new CrawlEvidence(ports, strategy),
): Promise<TrainedModel> {
  await letOthersRun(ports.clock);
  const { model, pages } = await evidence.train(need, previous?.model);
  await letOthersRun(ports.clock);
  const json = JSON.stringify(model);
  const hash = await ports.models.put(json);
  return compiledModel(strategy, { hash, json, pages });
}

/**
 * Returns the model that an earlier run of this crawl ended with, `undefined` when there is none. A
 * training that a crash cut short has no log entry, and is done again on the same evidence.
 */
export async function lastModel(
  ports: { readonly models: Pick<ModelStore, "get">; readonly log: Pick<RunLog, "list"> },
  { strategy }: Pick<CrawlPlan, "strategy">,
): Promise<TrainedModel | undefined> {
  const trainings = (await ports.log.list()).filter(({ kind }) => kind === "trained");
  return storedModel(ports.models, strategy, trainings.at(-1)?.detail);
}

/** Returns the model that the detail of an event names, `undefined` when there is none. */
export async function storedModel(
  models: Pick<ModelStore, "get">,
  strategy: Strategy,
  detail: RunEvent["detail"] | undefined,
): Promise<TrainedModel | undefined> {
  const { model: hash, pages } = detail ?? {};
  if (typeof hash !== "string" || typeof pages !== "number") return undefined;
  const json = await models.get(hash);
  return json === undefined ? undefined : compiledModel(strategy, { hash, json, pages });
}

/** Compiles a model from its stored form alone: a resumed crawl has the same model to the bit. */
function compiledModel(
  strategy: Strategy,
  { hash, json, pages }: { readonly hash: string; readonly json: string; readonly pages: number },
): TrainedModel {
  const model: Json = JSON.parse(json);
  return { hash, model, compiled: strategy.compile(model), pages };
}

/** Returns true when the strategy wants a new model. */
export function isStale(
  { strategy }: Pick<CrawlPlan, "strategy">,
  model: TrainedModel,
  progress: Omit<Progress, "pagesAtTraining">,
): boolean {
  return strategy.isStale({ ...progress, pagesAtTraining: model.pages }, model.model);
}

/** The part of a plan by which queued links are scored and ranked again. */
type RankingPlan = Pick<CrawlPlan, "strategy" | "askedForms"> & Partial<Pick<CrawlPlan, "files">>;

/** Returns how a model scores queued links again; `undefined` when it leaves them as they are. */
export function rescoringBy(
  plan: RankingPlan,
  { hash, compiled }: Pick<TrainedModel, "hash" | "compiled">,
): Rescoring | undefined {
  const rescore = compiled.rescoreLink?.bind(compiled);
  if (rescore === undefined) return undefined;
  // Seeds and their redirects rank above every prediction, and so do visits of known pages; a feed has
  // the rank of the page that named it. A training that a crash cut short is done again: its scores
  // would be taken for scores of the model before it.
  const isDone = ({ depth, model, group }: Pick<FrontierLink, "depth" | "model" | "group">) =>
    depth === 0 || model === hash || UNRANKED_GROUPS.has(group);
  const signed = (score: LinkScore): Rescore => ({ ...score, model: hash });
  const pack = packerOf(plan);
  const rescorePacked = compiled.rescorePacked?.bind(compiled);
  return {
    score: (link) => {
      const score = isDone(link) ? undefined : rescore(link);
      return score && signed(rankAgain(plan, score, link));
    },
    ...(pack !== undefined &&
      rescorePacked !== undefined && {
        packed: {
          pack,
          score: (packed, link, says) => {
            if (isDone(link)) return undefined;
            return signed(
              rankNumbered(rescorePacked(packed, 1, says, link.group, link.depth), packed[0] ?? 0),
            );
          },
        },
      }),
  };
}

const packers = new WeakMap<Strategy, (link: FrontierLink) => Uint8Array | undefined>();

/** Returns the function that packs the links of a strategy, always the same one: what they are for comes first. */
function packerOf(plan: RankingPlan): ((link: FrontierLink) => Uint8Array | undefined) | undefined {
  const { strategy } = plan;
  const known = packers.get(strategy);
  const packLink = strategy.packLink?.bind(strategy);
  if (known !== undefined || packLink === undefined) return known;
  const pack = (link: FrontierLink) => {
    const packed = packLink(link);
    if (packed === undefined) return undefined;
    const bytes = new Uint8Array(1 + packed.length);
    bytes[0] = intentNumber(plan, link);
    bytes.set(packed, 1);
    return bytes;
  };
  packers.set(strategy, pack);
  return pack;
}

/**
 * Pages fetched at which a need gets a sample of them. The first is the least that shows what a site
 * repeats. Each step has four times as many pages, so all steps together judge pages again 4/3 × as
 * often as the last one. Beyond it, a sample of the same size would change little.
 */
export const SEEN_STEPS = [32, 128, 512, 2_048];

/** Returns the last step that a crawl of so many pages has reached; 0 before the first. */
export function seenStep(pages: number): number {
  let last = 0;
  for (const step of SEEN_STEPS) if (step <= pages) last = step;
  return last;
}

/** Pages viewed before the process yields to a timer: some tens of ms of work. */
const PAGES_PER_SLICE = 10;

/** The stores that a sample of pages is read from. */
type SamplePorts = Pick<DecidingPorts, "records" | "pages" | "clock">;

type SamplingPlan = Pick<
  CrawlPlan,
  "canonical" | "limits" | "seed" | "languageReading" | "politeness"
>;

/** Chooses pages of all that there are. */
type ChoosePages = (pages: readonly SeenPage[], seed: number) => readonly Url[];

/**
 * Returns the texts of a sample of the first `pages` pages of a crawl, as those of an `earlier` sample and the store have
 * them: nothing is fetched, a few are read at a time, and a page is viewed only where they were not kept. It leaves out files, and a
 * page that the store has lost.
 */
export async function seenPages(
  ports: SamplePorts,
  plan: SamplingPlan,
  pages: number,
  earlier: readonly TextView[] = [],
  sample: ChoosePages = sampleSeen,
): Promise<TextView[]> {
  const known = new Map(earlier.map((texts) => [texts.url, texts]));
  const read = async (url: Url) => {
    const texts = known.get(url) ?? (await ports.pages.texts?.(url));
    if (texts !== undefined) return texts;
    const view = await storedView(ports, plan, url);
    return view && textViewOf(view);
  };
  return sampledPages(ports, plan, pages, { sample, read });
}

/** Returns the views of a sample of the first `pages` pages of a crawl as {@link seenPages} does the texts. */
export async function seenViews(
  ports: SamplePorts,
  plan: SamplingPlan,
  pages: number,
  sample: ChoosePages,
): Promise<PageView[]> {
  const read = async (url: Url) => {
    const view = await storedView(ports, plan, url);
    return view && settledView(view);
  };
  return sampledPages(ports, plan, pages, { sample, read });
}

async function sampledPages<Page>(
  { records, clock }: SamplePorts,
  { seed }: SamplingPlan,
  pages: number,
  {
    sample,
    read,
  }: { readonly sample: ChoosePages; readonly read: (url: Url) => Promise<Page | undefined> },
): Promise<Page[]> {
  const found: Page[] = [];
  let seen = 0;
  for await (const [, page] of readAhead(sample(await firstPages(records, pages), seed), read)) {
    if (page !== undefined) found.push(page);
    seen += 1;
    if (seen % PAGES_PER_SLICE === 0) await clock.waitUntil(clock.now());
  }
  return found;
}

/** Returns the view of a page as it was stored; `undefined` of one that the store has lost. */
async function storedView(
  { pages, clock }: SamplePorts,
  plan: SamplingPlan,
  url: Url,
): Promise<PageView | undefined> {
  const page = await pages.get(url);
  return page && viewPage(page, plan.canonical, plan.limits, clock, viewReading(plan)).view;
}

async function firstPages(
  records: DecidingPorts["records"],
  most: number,
): Promise<readonly SeenPage[]> {
  const pages: SeenPage[] = [];
  let count = 0;
  for await (const { url, host, page } of records.list()) {
    if (page === undefined) continue;
    if (count === most) break;
    count += 1;
    if (page.file !== undefined) continue;
    pages.push({ url, host, digest: page.ref?.digest });
  }
  return pages;
}
