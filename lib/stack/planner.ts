import { Crawl } from "../crawl/crawl.ts";
import { PLANNER_FULL } from "../crawl/crawl-end.ts";
import type { TrainedModel } from "../crawl/crawl-plan.ts";
import type { EngineState } from "../crawl/engine.ts";
import type { HarvestedLink } from "../crawl/link-result.ts";
import type { NeedState } from "../crawl/need-state.ts";
import { secondsOfStack } from "../crawl/stop-check.ts";
import type { Usage } from "../domain/cost/cost.ts";
import { type Lease, MOST_LOST_LEASES } from "../domain/frontier/link.ts";
import type { RecallStatement } from "../domain/stats/intervals/recall-statement.ts";
import { hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { fail } from "../errors.ts";
import { unreadEvent } from "../evaluation/unread-sources.ts";
import type { Draw } from "../ports/frontier.ts";
import type { RunEvent } from "../ports/run-log.ts";
import {
  DRAW_SHARE,
  IN_FLIGHT_SHARE,
  LEAST_IN_FLIGHT,
  MOST_FILL,
  mostPagesOfBatch,
  type ReadingLoad,
} from "../project/stack-limits.ts";
import { AssessorBeside } from "./assessing.ts";
import { type AskedCrawl, TrainerBeside } from "./background-trainer.ts";
import { type BatchMessage, batchMessages, type HarvestBatch } from "./batch-message.ts";
import type { BatchResult } from "./batch-result.ts";
import type { EarlierCrawls } from "./earlier-crawls.ts";
import { batchWindow, keepTogether, packBatches } from "./pack-batches.ts";
import { SentBatches } from "./sent-batches.ts";
import type { PlannerPorts, PlannerStores, ReadSitemaps } from "./stack-ports.ts";
import { answerRegisters } from "./stack-registers.ts";
import type { CrawlOrder, StackStatus } from "./stack-state.ts";

/**
 * Links given up in a row, without a result in between, at which the crawl pauses itself: so many
 * do not kill their harvesters by chance.
 */
const MOST_GIVEN_UP = 8;

/** The result of a step of the plan. */
export type PlanStep =
  /**
   * Links to fetch, and when there is more to do if nothing comes back before (ms since the epoch).
   */
  | { readonly kind: "go"; readonly leases: readonly Lease[]; readonly nextAt: number | undefined }
  /** Nothing to do until the user asks for it. */
  | { readonly kind: "rest" };

/**
 * A crawl that a planner holds. {@link Crawl} decides; this follows the user's orders, bounds what
 * is in flight, draws in batch windows, and asks for trainings in parallel to the crawl.
 */
export class Planner {
  readonly stores: PlannerStores;
  /** Absent where the crawl has none. */
  readonly assessor: AssessorBeside | undefined;
  readonly #ports: PlannerPorts;
  readonly #crawl: Crawl;
  readonly #trainer: TrainerBeside;
  readonly #sent: SentBatches;
  readonly #spend: (usage: Usage) => void;
  readonly #earlier: EarlierCrawls | undefined;
  readonly #load: ReadingLoad | undefined;
  /** Whether sitemaps are to be read before it begins. */
  readonly #awaits: boolean;
  #hasAskedToRead = false;
  readonly #sitemaps: ReadSitemaps | undefined;
  /** Share of the last result's links that the rules of their hosts refused, in [0, 1]. */
  refusedShare = 0;
  /** Links given up in a row, without a result in between. */
  #givenUp = 0;
  #events: readonly RunEvent[];

  /** Resumes a crawl from its stores; seeds one that has not begun. */
  static async open(
    ports: PlannerPorts,
    stores: PlannerStores,
    asked: AskedCrawl,
  ): Promise<Planner> {
    const { models, labels, clock, web, keyValueStore } = ports;
    const { plan, policy, search, assessor: planned } = asked.planned;
    const trainer = new TrainerBeside(ports, asked);
    const answers = answerRegisters(keyValueStore, asked.name);
    const { earlier } = asked;
    const assessor = planned && new AssessorBeside(ports, planned, asked.assessed, asked.spend);
    const engine = { leasesOutliveProcess: true, trainer, answers };
    const deciding = { ...stores, models, labels, clock, web, search };
    await earlier?.begin(deciding);
    const crawl = await Crawl.open(deciding, plan, engine);
    const sent = await SentBatches.open({
      ...stores,
      claims: ports.claims,
      limits: ports.limits,
      leaseMs: policy.leaseMs,
    });
    const events = await stores.log.list();
    return new Planner(ports, stores, { crawl, trainer, sent, events, assessor, ...asked });
  }

  private constructor(ports: PlannerPorts, stores: PlannerStores, opened: OpenedCrawl) {
    this.stores = stores;
    this.#ports = ports;
    this.#crawl = opened.crawl;
    this.#trainer = opened.trainer;
    this.#sent = opened.sent;
    this.#events = opened.events;
    this.#spend = opened.spend;
    this.#earlier = opened.earlier;
    this.#load = opened.planned.load;
    this.#awaits = opened.planned.awaited !== undefined;
    this.#sitemaps = opened.earlier === undefined ? opened.planned.sitemaps : undefined;
    this.assessor = opened.assessor;
  }

  /** The model that decides now. */
  get model(): Pick<TrainedModel, "hash" | "pages"> {
    return this.#crawl.model;
  }

  /** The sum at which the crawl ends; `Infinity` when there is no limit. */
  get dollarBudget(): number {
    return this.#crawl.plan.budget.dollars;
  }

  /** Dollars paid to a search engine so far. */
  get searchDollars(): number {
    return this.#crawl.searchDollars;
  }

  /** What the project's rule states of the recall; `undefined` where it has none. */
  recall(): Promise<RecallStatement | undefined> {
    return this.#crawl.recall();
  }

  /** The amount that the need knows of the crawl. */
  get needState(): NeedState {
    return this.#crawl.needState;
  }

  /** Returns the rule of the scope that refuses a URL, however it is found; `undefined` when none does. */
  refusedBy(url: Url): string | undefined {
    return this.#crawl.plan.scope({ url, host: hostOf(url), depth: 0 }).refusedBy;
  }

  /** Returns the seconds spent crawling. */
  seconds(): number {
    return secondsOfStack(this.#events, this.#ports.clock.now());
  }

  /**
   * Returns the state of the crawl by the last event that began or ended it, and why it ended or
   * paused itself, and when, in ms since the epoch.
   */
  state(): Pick<StackStatus, "state" | "end"> & { readonly at: number } {
    const last = this.#events.findLast(({ kind }) => STATE_OF.has(kind));
    const none = this.#awaits ? "started" : "paused";
    const state = STATE_OF.get(last?.kind ?? none) ?? "paused";
    const why = last?.detail["why"];
    const isOrdered = why === "paused";
    return { state, end: typeof why === "string" && !isOrdered ? why : null, at: last?.at ?? 0 };
  }

  /** Completes the links of a result, and counts its usage once. */
  async complete(result: BatchResult): Promise<void> {
    let [links, refused] = [0, 0];
    for (const each of result.harvested) {
      links += 1;
      if (wasRefused(each)) refused += 1;
      await this.#crawl.complete(each);
      if (each.result.kind === "done") await this.#sent.forget(each.lease.link.sequence);
    }
    this.#spend(await this.#sent.end(result));
    this.#givenUp = 0;
    this.refusedShare = links === 0 ? 0 : refused / links;
  }

  /**
   * Ends the leases of batches whose harvesters died, and counts what these cost. Returns batches
   * whose results are stored, but were not announced.
   */
  async endLostLeases(): Promise<readonly string[]> {
    const { lost, usage, stored } = await this.#sent.takeLate(this.#ports.clock.now());
    this.#spend(usage);
    for (const { lease, size } of lost) {
      const goesOn = await this.#sent.lose(lease, size, this.#areHarvestersLost());
      if (!goesOn) this.#givenUp += 1;
      const result = goesOn ? again("lease-lost") : GIVEN_UP;
      await this.#crawl.complete(this.#unfetched(lease, result));
    }
    return stored;
  }

  /**
   * Divides the leases of a step into batches that are sent with the next commit; `named` gives a
   * batch its name.
   */
  async pack(
    leases: readonly Lease[],
    rest: Omit<HarvestBatch, "leases" | "id">,
    named: (index: number) => string,
  ): Promise<readonly BatchMessage[]> {
    const { harvesterMb } = this.#ports.limits;
    const mostPages = mostPagesOfBatch({ harvesterMb, ...this.#load });
    const batches = packBatches(leases, rest, named, this.#sent.mostOf, mostPages);
    const messages = batches.flatMap(batchMessages);
    const now = this.#ports.clock.now();
    for (const { batch } of messages) {
      await this.#earlier?.tell(batch);
      await this.#sent.send(batch, now);
    }
    return messages;
  }

  /** Does everything that is due now, except fetching. `dollars` is the cost so far without that of queries. */
  async step(
    { requested: wanted, goesOnAt = 0 }: Pick<CrawlOrder, "requested" | "goesOnAt">,
    dollars: () => number,
  ): Promise<PlanStep> {
    const { state, at } = this.state();
    if (state === "finished" && at >= goesOnAt) return REST;
    // Only a draw returns expired leases, and much of the rest waits for those in flight.
    await this.stores.frontier.draw({ limit: 0, now: this.#ports.clock.now() });
    const inFlight = (await this.stores.frontier.count()).states.leased;
    const isFull = (await this.stores.fill()) >= MOST_FILL;
    if (wanted !== "run" || this.#areHarvestersLost() || isFull) {
      if (inFlight > 0) return WAIT;
      if (wanted === "run" && !isFull) return this.#pauseItself(this.#withoutHarvesters());
      if (wanted === "run") await this.#log("finished", PLANNER_FULL);
      else if (wanted === "stop") await this.#log("finished", "stopped");
      else if (state === "running") await this.#log("paused", "paused");
      return REST;
    }
    if (this.#awaits) return this.#awaitSitemaps();
    if (state !== "running") {
      await this.#countSitemaps();
      // The mapping may have been switched off until now, and then refused the API's switch.
      await this.#ports.activity.wake();
      await this.#log("started", undefined);
      this.#crawl.beginRun();
    }
    const engine = { inFlight, dollars, seconds: () => this.seconds() };
    return this.#advance(engine);
  }

  /** Waits for another plan, with what sitemaps list; the trainer reads them. */
  async #awaitSitemaps(): Promise<PlanStep> {
    if (!this.#hasAskedToRead) await this.#ports.askTrainer();
    this.#hasAskedToRead = true;
    return WAIT;
  }

  /** Counts what reading sitemaps used, and notes the files that gave nothing, when the crawl begins. */
  async #countSitemaps(): Promise<void> {
    if (this.#sitemaps === undefined || this.#events.some(({ kind }) => kind === "started")) return;
    const { unread, usage } = this.#sitemaps;
    const reasons = new Map(Object.entries(unread));
    if (reasons.size > 0)
      await this.stores.log.append(unreadEvent("sitemap", reasons, this.#ports.clock.now()));
    this.#spend(usage);
  }

  /**
   * Asks for a training that is due, once all its evidence is durable: the trainer reads nothing
   * else.
   */
  async askForTraining(): Promise<void> {
    if (this.#trainer.takeRequest()) await this.#ports.askTrainer();
  }

  async #advance(state: EngineState): Promise<PlanStep> {
    const limit = await this.#room(state.inFlight);
    const window = batchWindow(limit);
    for (;;) {
      const decision = await this.#crawl.next(state, { limit, window });
      switch (decision.kind) {
        case "again":
          continue;
        case "wait":
          return WAIT;
        case "fetch":
          return this.#sendTogether(decision.draw);
        case "stop":
          await this.#log("finished", decision.why);
          return REST;
        case "pause":
          this.#ports.report(decision.error);
          return this.#pauseItself(decision.why);
        case "no-answer":
        case "pages-failing":
          this.#ports.report(decision.error);
          return this.#pauseItself(decision.error.code);
      }
    }
  }

  /** Returns the leases that may be sent together, and gives the others back. */
  async #sendTogether({ leases, nextReadyAt }: Draw): Promise<PlanStep> {
    const { sent, back } = keepTogether(leases, this.#sent.mostOf);
    const result = again("not-alone");
    for (const lease of back) await this.#crawl.complete(this.#unfetched(lease, result));
    return { kind: "go", leases: sent, nextAt: nextReadyAt };
  }

  /** Returns the result of a lease that no harvester gave. */
  #unfetched(lease: Lease, result: HarvestedLink["result"]): HarvestedLink {
    return { lease, pace: lease.pace, fetchedAt: this.#ports.clock.now(), fetchMs: 0, result };
  }

  /** Returns whether harvesters die whatever they fetch: the links are not to blame. */
  #areHarvestersLost(): boolean {
    return this.#givenUp >= MOST_GIVEN_UP;
  }

  /** Reports that harvesters are lost; returns the code. */
  #withoutHarvesters(): string {
    const error = fail("harvesters-lost", { links: this.#givenUp });
    this.#givenUp = 0;
    this.#ports.report(error);
    return error.code;
  }

  /** Pauses until the next order. */
  async #pauseItself(why: string): Promise<PlanStep> {
    await this.#log("paused", why);
    return REST;
  }

  /** Returns how many links may be drawn now; 0 when they are too few for a batch. */
  async #room(inFlight: number): Promise<number> {
    const { pages } = await this.stores.records.totals();
    const { limits } = this.#ports;
    const most = Math.min(Math.max(IN_FLIGHT_SHARE * pages, LEAST_IN_FLIGHT), limits.inFlight);
    const room = Math.floor(most - inFlight);
    return inFlight > 0 && room < DRAW_SHARE * most ? 0 : room;
  }

  async #log(kind: RunEvent["kind"], why: string | undefined): Promise<void> {
    const detail = why === undefined ? { strategy: this.#crawl.plan.strategy.name } : { why };
    await this.stores.log.append({ at: this.#ports.clock.now(), kind, detail });
    this.#events = await this.stores.log.list();
  }
}

/** A crawl as it is opened. */
interface OpenedCrawl extends Pick<AskedCrawl, "planned" | "spend" | "earlier"> {
  readonly crawl: Crawl;
  readonly trainer: TrainerBeside;
  readonly sent: SentBatches;
  readonly events: readonly RunEvent[];
  readonly assessor: AssessorBeside | undefined;
}

const REST: PlanStep = { kind: "rest" };

/** The outcome of a link whose leases were lost too often. */
const GIVEN_UP: HarvestedLink["result"] = {
  kind: "done",
  outcome: {
    state: "failed",
    reason: "lease-lost",
    detail: `${MOST_LOST_LEASES} harvesters died with it, the last one with nothing else`,
    status: undefined,
    page: undefined,
    location: undefined,
    links: [],
  },
};

/** Returns whether the rules of its host refused a link: it took no time of its batch. */
function wasRefused({ result }: HarvestedLink): boolean {
  return result.kind === "done" && result.outcome.reason === "robots";
}

function again(reason: string): HarvestedLink["result"] {
  return { kind: "again", reason, notBefore: 0, countsAsAttempt: false };
}

/** The links in flight come back first. */
const WAIT: PlanStep = { kind: "go", leases: [], nextAt: undefined };

const STATE_OF: ReadonlyMap<RunEvent["kind"], "running" | "paused" | "finished"> = new Map([
  ["started", "running"],
  ["paused", "paused"],
  ["finished", "finished"],
] as const);
