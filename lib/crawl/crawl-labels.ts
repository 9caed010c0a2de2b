import type { PageRecord } from "../domain/fetch/page-record.ts";
import type { PageLabel } from "../ports/label-store.ts";
import type { RunEvent } from "../ports/run-log.ts";
import type { CrawlPlan, DecidingPorts, TrainedModel } from "./crawl-plan.ts";
import { judgePage } from "./judge-page.ts";
import { labelledNeed } from "./labelled-need.ts";
import { type AppliedLabels, labelsApplied } from "./labels-applied.ts";
import { fitModel, storedModel, trainModel } from "./train-model.ts";
import { viewPage } from "./view-page.ts";

/**
 * Shortest time between two looks for new labels, in ms: soon for a person, negligible for a disk.
 */
const LOOK_EVERY_MS = 1_000;

/** A crawl whose need knows its labels, and the model that it goes on with. */
interface LabelledCrawl {
  readonly plan: CrawlPlan;
  readonly model: TrainedModel;
}

/**
 * The labels of a crawl, applied while it runs. The model is trained on a need that knows them, and
 * judges every stored page again. It is then trained on the new utilities, and scores the queued
 * links. Between the two trainings the log says `labelled`, with the number of labels and the model
 * that judges. Work that a crash cuts short after that is done again by the same model, with the
 * same result.
 */
export class CrawlLabels {
  readonly #ports: DecidingPorts;
  /** The plan without labels. */
  readonly #asked: CrawlPlan;
  /** Number of labels, counted in their order, that the need knows. */
  #applied: number;
  /** An application of labels that no training followed. */
  #begun: RunEvent | undefined;
  #lookAt = Number.NEGATIVE_INFINITY;
  #sizeSeen = 0;
  #given: readonly PageLabel[] = [];

  /** Opens the labels of a crawl, as far as its log says that they were applied. */
  static async of(ports: DecidingPorts, plan: CrawlPlan): Promise<CrawlLabels> {
    return new CrawlLabels(ports, plan, await labelsApplied(ports.log));
  }

  private constructor(ports: DecidingPorts, asked: CrawlPlan, { applied, begun }: AppliedLabels) {
    this.#ports = ports;
    this.#asked = asked;
    this.#applied = applied;
    this.#begun = begun;
  }

  /** Number of labels, counted in their order, that the need knows. */
  get applied(): number {
    return this.#applied;
  }

  /** Returns the plan with a need that knows the labels applied so far. */
  async plan(): Promise<CrawlPlan> {
    return planWithLabels(this.#ports, this.#asked, this.#applied);
  }

  /**
   * Returns whether there are labels that the need does not know; looks once in a while, or
   * `atOnce`.
   */
  async areNew(atOnce: boolean): Promise<boolean> {
    const now = this.#ports.clock.now();
    if (atOnce || now >= this.#lookAt) {
      this.#lookAt = now + LOOK_EVERY_MS;
      const size = await this.#ports.labels.size();
      if (size !== this.#sizeSeen) this.#given = await this.#ports.labels.list();
      this.#sizeSeen = size;
    }
    return this.#given.length > this.#applied;
  }

  /**
   * Applies new labels. Nothing may be in flight: a page judged by the model before would keep its
   * verdict. Returns `undefined` when `signal` aborted it; a later run completes it then.
   */
  async apply(
    previous: TrainedModel,
    signal: AbortSignal | undefined,
  ): Promise<LabelledCrawl | undefined> {
    this.#applied = this.#given.length;
    const plan = await this.plan();
    const judge = await fitModel(this.#ports, plan, previous);
    const detail = { labels: this.#applied, model: judge.hash, pages: judge.pages };
    const event: RunEvent = { at: this.#ports.clock.now(), kind: "labelled", detail };
    await this.#ports.log.append(event);
    this.#begun = event;
    return this.#end(plan, judge, signal);
  }

  /**
   * Completes an application that an earlier run had begun. Returns `undefined` when there is
   * nothing to complete, or when `signal` aborted it.
   */
  async resume(
    plan: CrawlPlan,
    previous: TrainedModel,
    signal: AbortSignal | undefined,
  ): Promise<TrainedModel | undefined> {
    if (this.#begun === undefined) return undefined;
    const { models } = this.#ports;
    const stored = await storedModel(models, plan.strategy, this.#begun.detail);
    const judge = stored ?? (await fitModel(this.#ports, plan, previous));
    return (await this.#end(plan, judge, signal))?.model;
  }

  async #end(
    plan: CrawlPlan,
    judge: TrainedModel,
    signal: AbortSignal | undefined,
  ): Promise<LabelledCrawl | undefined> {
    if (!(await rejudgePages(this.#ports, plan, judge, signal))) return undefined;
    const model = await trainModel(this.#ports, plan, judge);
    this.#begun = undefined;
    return { plan, model };
  }
}

/** Returns a plan whose need knows the first `applied` labels of its crawl. */
export async function planWithLabels(
  ports: Pick<DecidingPorts, "labels" | "pages" | "clock">,
  asked: CrawlPlan,
  applied: number,
): Promise<CrawlPlan> {
  if (applied === 0) return asked;
  const labels = (await ports.labels.list()).slice(0, applied);
  const need = await labelledNeed(ports, asked, labels);
  return { ...asked, need, labels: new Map(labels.map(({ url, label }) => [url, label])) };
}

/** Pages judged before the process yields to a signal or a timer: some tens of ms of work. */
const PAGES_PER_SLICE = 10;

/**
 * Judges every stored page by a model, and puts its record again with the new verdict, all else as
 * it was. Fetches nothing; doing it twice has the same result. Returns false when `signal` aborted
 * it half-way.
 */
async function rejudgePages(
  ports: Pick<DecidingPorts, "records" | "pages" | "clock">,
  plan: CrawlPlan,
  model: TrainedModel,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let judged = 0;
  for await (const record of ports.records.list()) {
    if (signal?.aborted === true) return false;
    if (record.page === undefined) continue;
    await rejudge(ports, plan, model, record, record.page);
    judged += 1;
    if (judged % PAGES_PER_SLICE === 0) await ports.clock.waitUntil(ports.clock.now());
  }
  return true;
}

async function rejudge(
  { records, pages, clock }: Pick<DecidingPorts, "records" | "pages" | "clock">,
  plan: CrawlPlan,
  model: TrainedModel,
  { sequence: _sequence, ...record }: PageRecord,
  { noindex: _noindex, ...page }: NonNullable<PageRecord["page"]>,
): Promise<void> {
  const fetched = await pages.get(record.url);
  // A power loss may have destroyed the page; then its verdict stays.
  if (fetched === undefined) return;
  const viewed = viewPage(fetched, plan.canonical, plan.limits, clock);
  const { assessment, noindex, fields } = judgePage(plan, model, viewed, record);
  const { utility, isTarget, type, why } = assessment;
  // A structure that the strategy asked for once may remain evidence.
  const structure = assessment.structure ?? page.structure;
  const judged = { utility, isTarget, type, structure, why, fields, model: model.hash };
  const verdict = { ...page, ...judged, ...(noindex ? { noindex } : {}) };
  await records.put({ ...record, page: verdict });
}
