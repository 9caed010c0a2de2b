import type { FollowedLink, Need } from "../domain/methods/strategy.ts";
import type { PageRecord, PageVerdict } from "../domain/page/page-record.ts";
import type { TextView } from "../domain/page/page-view.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { LabelEntry, PageLabel } from "../ports/label-store.ts";
import type { RunEvent } from "../ports/run-log.ts";
import type { CrawlPlan, DecidingPorts, TrainedModel } from "./crawl-plan.ts";
import { type JudgedPage, judgedAgain, judgeKept, type KeptTexts } from "./judge-page.ts";
import { currentLabels, heldBack, labelledNeed, ofPeople, taughtNeed } from "./labels.ts";
import { type LoggedUpdates, loggedUpdates, type NeedState } from "./need-state.ts";
import { judgeAgain, type PageReader } from "./read-page.ts";
import { fitModel, seenPages, seenStep, storedModel, trainModel } from "./train-model.ts";

/**
 * Shortest time between two looks for new labels, in ms, where a plan names none: soon for a person,
 * negligible for a disk.
 */
const LOOK_EVERY_MS = 1_000;

/**
 * New labels are learnt so many at a time, or fewer once none has come for a while: a training judges all pages
 * again and orders all queued links, and who judges by keys gives a label a second.
 */
const BATCH = 10;
const PAUSE_MS = 5_000;

/** An update is followed by at least so many times its length for fetching. */
const FETCHING = 4;

/** A crawl whose need was updated, and the model that it goes on with. */
export interface UpdatedCrawl {
  readonly plan: CrawlPlan;
  readonly model: TrainedModel;
}

/**
 * The updates of a need while its crawl runs: labels that people give, and samples of the pages that
 * the crawl has seen. The model is trained on the updated need, and judges every stored page again.
 * It is then trained on the new utilities, and scores the queued links. Between the two trainings
 * the log says `labelled` or `sampled`, with what the need knows and the model that judges. Work
 * that a crash cuts short after that is done again by the same model, with the same result.
 */
export class NeedUpdates {
  readonly #ports: DecidingPorts;
  readonly #judge: Judge;
  /** The plan as it was asked for. */
  readonly #asked: CrawlPlan;
  #state: NeedState;
  /** An update that no training followed. */
  #begun: RunEvent | undefined;
  /** The plan that knows the sample but no labels. */
  #sampled: CrawlPlan;
  readonly #lookEveryMs: number;
  #lookAt = Number.NEGATIVE_INFINITY;
  #sizeSeen = 0;
  /** When labels were last seen to come: those that were there before the crawl went on wait for no others. */
  #cameAt = Number.NEGATIVE_INFINITY;
  #given: readonly LabelEntry[] = [];

  /**
   * Opens the updates of a crawl's need, as far as its log says that they were made. Pages are judged
   * by `reader`; absent when this thread does.
   */
  static async of(
    ports: DecidingPorts,
    asked: CrawlPlan,
    reader?: Pick<PageReader, "judge">,
  ): Promise<NeedUpdates> {
    const logged = await loggedUpdates(ports);
    const judge: Judge = reader
      ? (task) => reader.judge(task)
      : async (task) => judgeAgain(ports, task);
    const sampled = await planWithSeen(ports, asked, logged.state);
    return new NeedUpdates(ports, judge, { asked, sampled }, logged);
  }

  private constructor(
    ports: DecidingPorts,
    judge: Judge,
    { asked, sampled }: OpenedUpdates,
    { state, begun }: LoggedUpdates,
  ) {
    this.#ports = ports;
    this.#judge = judge;
    this.#asked = asked;
    this.#lookEveryMs = asked.lookEveryMs ?? LOOK_EVERY_MS;
    this.#sampled = sampled;
    this.#state = state;
    this.#begun = begun;
  }

  /** The amount that the need knows of its crawl. */
  get state(): NeedState {
    return this.#state;
  }

  /** Returns the plan with a need that knows the updates made so far. */
  async plan(): Promise<CrawlPlan> {
    return planWithLabels(this.#ports, this.#sampled, this.#state);
  }

  /**
   * Returns whether there is a batch of labels that the need does not know, or enough pages for another
   * sample. Looks for labels once in a while, or `atOnce`, when any label counts.
   */
  async areDue(atOnce: boolean): Promise<boolean> {
    const now = this.#ports.clock.now();
    if (atOnce || now >= this.#lookAt) {
      const isFirst = this.#lookAt === Number.NEGATIVE_INFINITY;
      this.#lookAt = now + this.#lookEveryMs;
      const size = await this.#ports.labels.size();
      if (size !== this.#sizeSeen) {
        this.#given = await this.#ports.labels.list();
        if (!isFirst) this.#cameAt = now;
      }
      this.#sizeSeen = size;
    }
    const more = this.#given.length - this.#state.labels;
    // A replay gives labels when they were learnt.
    const isOver = now - this.#cameAt >= PAUSE_MS || this.#lookEveryMs === 0;
    const isBatch = more >= BATCH || (more > 0 && (isOver || atOnce));
    return isBatch || (await this.#seen()) > this.#state.seen;
  }

  /**
   * Makes the updates that are due. Nothing may be in flight: a page judged by the model before
   * would keep its verdict. Returns `undefined` when `signal` aborted it; a later run completes it
   * then.
   */
  async apply(
    previous: TrainedModel,
    signal: AbortSignal | undefined,
  ): Promise<UpdatedCrawl | undefined> {
    const startedAt = this.#ports.clock.now();
    const before = this.#state;
    const labels = Math.max(this.#given.length, before.labels);
    this.#state = { ...before, labels, seen: await this.#seen() };
    if (this.#state.seen > before.seen) {
      const earlier = this.#sampled.need.seen;
      this.#sampled = await planWithSeen(this.#ports, this.#asked, this.#state, earlier);
    }
    if (labels > before.labels)
      this.#state = await heldState(this.#ports, this.#asked, this.#state);
    const plan = await this.plan();
    const judge = await fitModel(this.#ports, plan, previous);
    const learned = { ...this.#state, model: judge.hash, pages: judge.pages };
    const kind = labels > before.labels ? "labelled" : "sampled";
    // When people label depends on nothing that a crawl knows: a replay gives it the labels then.
    const { records } = await this.#ports.records.totals();
    const detail = kind === "labelled" ? { ...learned, records } : learned;
    const event: RunEvent = { at: this.#ports.clock.now(), kind, detail };
    await this.#ports.log.append(event);
    this.#begun = event;
    const updated = await this.#end(plan, judge, signal);
    this.#lookLater(startedAt);
    return updated;
  }

  /**
   * Puts the next look off for several times as long as an update took: who labels without a pause must not
   * keep the crawl from fetching. A replay looks before each draw, whatever the time.
   */
  #lookLater(startedAt: number): void {
    const now = this.#ports.clock.now();
    if (this.#lookEveryMs > 0)
      this.#lookAt = now + Math.max(this.#lookEveryMs, FETCHING * (now - startedAt));
  }

  /**
   * Completes an update that an earlier run had begun. Returns `undefined` when there is nothing to
   * complete, or when `signal` aborted it.
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
  ): Promise<UpdatedCrawl | undefined> {
    const read = new Map(plan.need.seen.map((texts) => [texts.url, texts]));
    const texts = { read, pages: this.#ports.pages };
    const rejudging = { ports: this.#ports, judge: this.#judge, plan, model: judge, texts };
    if (!(await rejudgePages(rejudging, signal))) return undefined;
    const model = await trainModel(this.#ports, plan, judge);
    this.#begun = undefined;
    return { plan, model };
  }

  /** Returns the number of pages of which the need may know a sample now. */
  async #seen(): Promise<number> {
    const { strategy, need } = this.#asked;
    if (strategy.learnsFromSeen?.(need) !== true) return this.#state.seen;
    const { pages } = await this.#ports.records.totals();
    // Pages that a power loss destroyed do not count any more.
    return Math.max(seenStep(pages), this.#state.seen);
  }
}

/** The plans of updates that are opened. */
interface OpenedUpdates {
  readonly asked: CrawlPlan;
  readonly sampled: CrawlPlan;
}

/** Returns the state with the labels that are held back among those that it knows; views each labelled page. */
export async function heldState(
  ports: Pick<DecidingPorts, "labels" | "pages" | "clock">,
  asked: CrawlPlan,
  { labels, seen }: NeedState,
): Promise<NeedState> {
  const entries = (await ports.labels.list()).slice(0, labels);
  const held = heldBack(await labelledNeed(ports, asked, entries), entries);
  return { labels, seen, held };
}

/** Returns a plan whose need knows its crawl as far as `state` says. */
export async function updatedPlan(
  ports: Pick<DecidingPorts, "labels" | "pages" | "records" | "clock">,
  asked: CrawlPlan,
  state: NeedState,
): Promise<CrawlPlan> {
  return planWithLabels(ports, await planWithSeen(ports, asked, state), state);
}

async function planWithSeen(
  ports: Pick<DecidingPorts, "pages" | "records" | "clock">,
  asked: CrawlPlan,
  { seen }: NeedState,
  earlier: readonly TextView[] = [],
): Promise<CrawlPlan> {
  if (seen === 0) return asked;
  const pages = await seenPages(ports, asked, seen, earlier);
  return { ...asked, need: { ...asked.need, seen: pages } };
}

async function planWithLabels(
  ports: Pick<DecidingPorts, "labels" | "pages" | "records" | "clock">,
  plan: CrawlPlan,
  state: NeedState,
): Promise<CrawlPlan> {
  if (state.labels === 0) return plan;
  const entries = (await ports.labels.list()).slice(0, state.labels);
  const current = currentLabels(entries);
  const taught = taughtNeed(await labelledNeed(ports, plan, entries), current, state.held);
  const need = { ...taught, links: await followedLinks(ports, taught) };
  const labels = [...current.values()];
  const byUrl = (some: readonly PageLabel[]) => new Map(some.map(({ url, label }) => [url, label]));
  return { ...plan, need, labels: byUrl(labels), verdicts: byUrl(ofPeople(labels)) };
}

/** Returns the links by which the crawl came to the pages of a need. */
async function followedLinks(
  { records }: Pick<DecidingPorts, "records">,
  { good, bad, seen }: Need,
): Promise<Map<Url, FollowedLink>> {
  const links = new Map<Url, FollowedLink>();
  for (const { url } of [...good, ...bad, ...seen]) {
    const record = await records.get(url);
    if (record !== undefined) links.set(url, { parent: record.parent, snippet: record.snippet });
  }
  return links;
}

/**
 * Pages judged side by side, before the process yields to a signal or a timer: some tens of ms of
 * work.
 */
const PAGES_PER_SLICE = 10;

type Judge = PageReader["judge"];

/** The pages to judge again, and what by. */
interface Rejudging {
  readonly ports: Pick<DecidingPorts, "records" | "pages" | "clock">;
  readonly judge: Judge;
  readonly plan: CrawlPlan;
  readonly model: TrainedModel;
  /** Those of the sample are read already. */
  readonly texts: KeptTexts;
}

/**
 * Judges every stored page by a model, and puts its record again with the new verdict, all else as
 * it was. Fetches nothing; doing it twice has the same result. Returns false when `signal` aborted
 * it half-way.
 */
async function rejudgePages(
  rejudging: Rejudging,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { records, clock } = rejudging.ports;
  let slice: Promise<Rejudged | undefined>[] = [];
  const putSlice = async (): Promise<boolean> => {
    for (const judged of await Promise.all(slice)) {
      if (signal?.aborted === true) return false;
      if (judged !== undefined) await records.put(judged);
    }
    slice = [];
    await clock.waitUntil(clock.now());
    return signal?.aborted !== true;
  };
  for await (const record of records.list()) {
    if (record.page !== undefined) slice.push(rejudged(rejudging, record, record.page));
    if (slice.length === PAGES_PER_SLICE && !(await putSlice())) return false;
  }
  return slice.length === 0 || putSlice();
}

type Rejudged = Omit<PageRecord, "sequence">;

/** Returns the record of a page with its new verdict; `undefined` when the page is lost. */
async function rejudged(
  rejudging: Rejudging,
  { sequence: _sequence, ...record }: PageRecord,
  page: PageVerdict,
): Promise<Rejudged | undefined> {
  const judged =
    (await judgeKept(rejudging.texts, rejudging, record)) ?? (await judgeStored(rejudging, record));
  if (judged === undefined) return undefined;
  const again = judgedAgain(page, judged, rejudging.model.hash);
  return { ...record, page: correctedByRules(rejudging.plan, record.url, again) };
}

/** Returns a new verdict as the features correct it: to one, a copy stays of no worth. */
export function correctedByRules(
  { labels, reads }: Pick<CrawlPlan, "labels" | "reads">,
  url: Url,
  judged: PageVerdict,
): PageVerdict {
  return reads.reduce((page, rule) => rule.rejudged?.(page, url, { labels }) ?? page, judged);
}

/** Judges a page as it is stored; `undefined` when a power loss has destroyed it. */
async function judgeStored(
  { ports, judge, plan, model }: Rejudging,
  { url, depth, priority, group, parent, snippet }: Rejudged,
): Promise<JudgedPage | undefined> {
  const page = await ports.pages.get(url);
  const context = { depth, priority, group, parent, snippet };
  return page && judge({ plan, model, page, context });
}
