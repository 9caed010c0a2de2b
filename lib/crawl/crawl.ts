/** The crawl: all that is decided about its links. */
import { chanceRank } from "../domain/frontier/chance-rank.ts";
import type { Lease, Settlement } from "../domain/frontier/link.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { RecallStatement } from "../domain/stats/intervals/recall-statement.ts";
import type { DrawRequest } from "../ports/frontier.ts";
import { type MoreLinks, NO_MORE_LINKS, seedCrawl } from "./admit-links.ts";
import { verdictsOf } from "./chance-draws.ts";
import { CrawlEvidence } from "./crawl-evidence.ts";
import type { CrawlPlan, DecidingPorts, TrainedModel } from "./crawl-plan.ts";
import { forgottenLinks, PageErrors, TwinPages } from "./crawl-rules.ts";
import type { Decision, Engine, EngineState } from "./engine.ts";
import { type HarvestedLink, recordOf, refusedLink } from "./link-result.ts";
import { GroupWeights, LinkTally } from "./link-tally.ts";
import type { NeedState } from "./need-state.ts";
import { NeedUpdates } from "./need-updates.ts";
import { QuerySchedule } from "./query-schedule.ts";
import { DecidingRules } from "./run-rules.ts";
import { reachedBound, roomForPages, StopCheck, type StopReason } from "./stop-check.ts";
import { adoptModel, isStale, lastModel, resumeModel, trainModel } from "./train-model.ts";

const WAIT: Decision = { kind: "wait" };
const AGAIN: Decision = { kind: "again" };

/**
 * Decides everything that a crawl decides: what to fetch next, when to train, and which model
 * judges. It also decides when the need is updated, what to ask a search engine, and when the crawl ends.
 * An engine only fetches, waits, and makes the decisions durable. Only {@link Crawl.complete} may
 * run at the same time as another call.
 */
export class Crawl {
  readonly #ports: DecidingPorts;
  readonly #engine: Engine;
  readonly #updates: NeedUpdates;
  readonly #more: MoreLinks;
  readonly #rules: DecidingRules;
  readonly #evidence: CrawlEvidence;
  readonly #countLinks = () => this.#ports.frontier.count();
  /** An update of the need changes these: the need, the model, and the counts of pages and links. */
  #plan: CrawlPlan;
  #model: TrainedModel;
  #tally: LinkTally;
  #stopCheck: StopCheck;
  #weights: GroupWeights;
  /**
   * Number of open fetches that a dead process left, and that are not completed yet. Until they
   * are, nothing is trained or weighed: it was decided before them, and their records may be among
   * the evidence.
   */
  #leftOpen: number;

  /** Resumes a crawl from its stores; seeds one that has not begun. */
  static async open(
    ports: DecidingPorts,
    asked: CrawlPlan,
    engine: Engine,
    signal?: AbortSignal,
  ): Promise<Crawl> {
    await seedCrawl(ports, asked);
    const updates = await NeedUpdates.of(ports, asked, engine.reader);
    const plan = await updates.plan();
    const last = (await lastModel(ports, plan)) ?? (await trainModel(ports, plan, undefined));
    const model = (await updates.resume(plan, last, signal)) ?? last;
    await resumeModel(ports, plan, model);
    const counts = await countRecords(ports, asked);
    const source = await counts.rules.source();
    const isSearched = asked.queries !== undefined || asked.searchCost !== undefined;
    const open = () => QuerySchedule.of(ports, asked, engine.answers);
    const more = source ?? (isSearched ? await open() : NO_MORE_LINKS);
    const { leased } = (await ports.frontier.count()).states;
    const leftOpen = engine.leasesOutliveProcess ? 0 : leased;
    return new Crawl(ports, engine, {
      updates,
      more,
      plan,
      model,
      ...counts,
      leftOpen,
    });
  }

  private constructor(ports: DecidingPorts, engine: Engine, initial: InitialState) {
    this.#ports = ports;
    this.#engine = engine;
    this.#updates = initial.updates;
    this.#more = initial.more;
    this.#rules = initial.rules;
    this.#stopCheck = initial.stopCheck;
    this.#evidence = new CrawlEvidence(ports, initial.plan.strategy);
    this.#plan = initial.plan;
    this.#model = initial.model;
    this.#tally = initial.tally;
    this.#weights = new GroupWeights(ports, initial.plan, initial.tally);
    this.#leftOpen = initial.leftOpen;
  }

  /** The plan, with a need that knows the updates made so far. */
  get plan(): CrawlPlan {
    return this.#plan;
  }

  /** The model that decides now. */
  get model(): TrainedModel {
    return this.#model;
  }

  /** The amount that the need knows of the crawl. */
  get needState(): NeedState {
    return this.#updates.state;
  }

  /** Says that a run begins: what the crawl was paused for may have changed. */
  beginRun(): void {
    this.#rules.begin();
  }

  /** What the project's rule states of the recall; `undefined` without a rule. */
  async recall(): Promise<RecallStatement | undefined> {
    const verdicts = verdictsOf(this.#plan.verdicts);
    return this.#stopCheck.statement(await this.#countLinks(), verdicts);
  }

  /** Dollars paid to a search engine so far. */
  get searchDollars(): number {
    return this.#more.dollars;
  }

  /**
   * Does everything that is due between two draws, then draws as many links as may be fetched now.
   */
  async next(state: EngineState, request: Omit<DrawRequest, "now">): Promise<Decision> {
    const { inFlight } = state;
    const verdict = this.#rules.verdict({ isEmptyHanded: false });
    if (verdict !== undefined) return inFlight > 0 ? WAIT : verdict;
    if (inFlight > 0 && (await this.#reachedBound(state)) !== undefined) return WAIT;
    if (this.#leftOpen === 0) {
      if (await this.#updates.areDue(false)) return this.#updateNeed(state);
      await this.#renewModel();
      if ((await this.#reachedBound(state)) === undefined) {
        await this.#more.askIfDue(this.#model, this.#weights);
      }
    }
    if (request.limit <= 0) return WAIT;
    if (this.#leftOpen === 0) await this.#weights.weighWaiting(this.#model);
    const bound = await this.#reachedBound(state);
    return bound === undefined ? this.#draw(state, request) : this.#stop(bound, state);
  }

  /**
   * Completes a fetched link: writes the record, weighs the groups of the links found, then
   * completes the lease, in this order. Each step may be done twice: a crash in between loses
   * nothing and doubles nothing. The result of an expired lease is ignored, as its link is or will
   * be fetched again.
   */
  async complete(harvested: HarvestedLink): Promise<void> {
    if (await this.#ports.frontier.holds(harvested.lease)) await this.#settle(harvested);
    this.#leftOpen = Math.max(0, this.#leftOpen - 1);
  }

  async #settle(given: HarvestedLink): Promise<void> {
    const harvested = this.#rules.settle(given);
    const { frontier, records } = this.#ports;
    const { lease, pace, fetchedAt, fetchMs, address, result } = harvested;
    const now = fetchedAt + fetchMs;
    if (result.kind === "again") {
      await frontier.settle(lease, { result, pace, now, links: [], address });
      return;
    }
    const { state, reason } = result.outcome;
    const links = await this.#rules.links(result.outcome.links);
    const replaced = await records.get(lease.link.url);
    const made = recordOf(harvested, result.outcome, await this.#chanceRank(lease));
    const record = await records.put(await this.#rules.mark(made, this.#plan));
    this.#tally.count(record, replaced);
    this.#stopCheck.count(record, replaced);
    if (replaced !== undefined) this.#evidence.forget();
    const offered = await this.#rules.count(record, replaced);
    await this.#weights.weighOffered(this.#model, links);
    const found = offered.length === 0 ? links : [...links, ...offered];
    const done: Settlement["result"] = { kind: "done", state, reason };
    await frontier.settle(lease, { result: done, pace, now, links: found, address });
  }

  /** Returns the rank of a link that was drawn by chance; `undefined` of all others. */
  async #chanceRank({ link }: Lease): Promise<number | undefined> {
    if (!this.#stopCheck.drawsByChance) return undefined;
    const { chance } = await this.#countLinks();
    const rank = chanceRank(this.#plan.seed, link.sequence);
    return rank <= (chance?.level ?? 0) ? rank : undefined;
  }

  async #reachedBound({ seconds, dollars }: EngineState): Promise<StopReason | undefined> {
    const { pages, bodyBytes } = await this.#ports.records.totals();
    const stated = await this.#stopCheck.reached(this.#countLinks);
    if (stated !== undefined) return stated;
    return reachedBound(this.#plan.budget, {
      pages,
      bodyBytes,
      seconds: seconds(),
      dollars: dollars() + this.#more.dollars,
    });
  }

  async #draw(state: EngineState, request: Omit<DrawRequest, "now">): Promise<Decision> {
    const { frontier, records, clock } = this.#ports;
    const { inFlight } = state;
    const room = roomForPages(this.#plan.budget, await records.totals(), inFlight);
    const limit = Math.min(request.limit, room);
    if (limit <= 0) return WAIT;
    const chances = this.#stopCheck.drawsByChance
      ? this.#stopCheck.chanceDraws(await this.#countLinks())
      : 0;
    const byChance = Math.min(limit, chances);
    const { later } = this.#rules;
    const asked = { ...request, limit, byChance, now: clock.now(), ...(later && { later }) };
    const draw = await frontier.draw(asked);
    const { leases, nextReadyAt, layerDone } = draw;
    if (layerDone) return this.#beginLayer();
    if (leases.length === 0 && inFlight === 0) {
      if (nextReadyAt === undefined) return this.#stop("frontier-empty", state);
      if ((await this.#more.askIfIdle?.(nextReadyAt)) === true) return AGAIN;
    }
    if (this.#leftOpen > 0) await this.#weights.restore(leases);
    const kept = await this.#refuseUnasked(leases);
    if (kept.length === 0 && leases.length > 0) return AGAIN;
    return { kind: "fetch", draw: { ...draw, leases: kept } };
  }

  /** Completes the links that are refused without asking their host, and returns the others. */
  async #refuseUnasked(leases: readonly Lease[]): Promise<readonly Lease[]> {
    const kept: Lease[] = [];
    for (const lease of leases) {
      const refusal = await this.#rules.refuse(lease.link);
      if (refusal === undefined) kept.push(this.#rules.lease(lease));
      else await this.complete(refusedLink(lease, refusal, this.#ports.clock.now()));
    }
    return kept;
  }

  /**
   * Trains if the strategy wants to, at once: nothing is in flight, and the model decides the
   * layer.
   */
  async #beginLayer(): Promise<Decision> {
    // After a crash before the layer begins, the last one is still complete, with the same evidence.
    if (await this.#isStale(true)) await this.#train();
    await this.#weights.weighWaiting(this.#model);
    await this.#ports.frontier.beginLayer();
    return AGAIN;
  }

  /**
   * Ends a crawl when nothing is in flight and its need is up to date. When no link is left, a query
   * may give more.
   */
  async #stop(why: StopReason, state: EngineState): Promise<Decision> {
    if (state.inFlight > 0) return WAIT;
    // What is not discovered yet may be worth more than what is left.
    if (state.isSeeding === true && (why === "frontier-empty" || why === "few-left")) return WAIT;
    if (await this.#updates.areDue(true)) return this.#updateNeed(state);
    if (why !== "frontier-empty") return { kind: "stop", why };
    const { pages } = await this.#ports.records.totals();
    const verdict = pages === 0 ? this.#rules.verdict({ isEmptyHanded: true }) : undefined;
    if (verdict !== undefined) return verdict;
    const asked = await this.#more.askForMore(this.#model, this.#weights);
    if (asked === "asked") return AGAIN;
    if (asked !== "nothing-to-ask") return { kind: "no-answer", error: asked };
    const isBySite =
      this.#plan.budget.pagesPerSite !== undefined && (await this.#countLinks()).states.waiting > 0;
    return { kind: "stop", why: isBySite ? "budget-site-pages" : why };
  }

  /**
   * Updates the need when nothing is in flight: a page in flight would keep the old model's
   * verdict.
   */
  async #updateNeed({ inFlight, signal }: EngineState): Promise<Decision> {
    if (inFlight > 0) return WAIT;
    const updated = await this.#updates.apply(this.#model, signal);
    if (updated === undefined) return AGAIN;
    this.#evidence.forget();
    this.#plan = updated.plan;
    this.#model = updated.model;
    const counts = await countJudged(this.#ports.records, this.#plan);
    this.#tally = counts.tally;
    this.#stopCheck = counts.stopCheck;
    this.#weights = new GroupWeights(this.#ports, this.#plan, this.#tally);
    return AGAIN;
  }

  /**
   * Trains a stale model; when a trainer runs in parallel, adopts a model that is ready, or asks
   * for one.
   */
  async #renewModel(): Promise<void> {
    const { trainer } = this.#engine;
    const proposed = await trainer?.proposed(this.#plan, this.#model, this.needState);
    if (proposed !== undefined) {
      await adoptModel(this.#ports, this.#plan, proposed);
      this.#model = proposed;
    } else if (await this.#isStale(false)) {
      if (trainer === undefined) await this.#train();
      else trainer.ask();
    }
  }

  async #train(): Promise<void> {
    this.#model = await trainModel(this.#ports, this.#plan, this.#model, this.#evidence);
  }

  async #isStale(layerDone: boolean): Promise<boolean> {
    const { pages, records: drawn } = await this.#ports.records.totals();
    const types = this.#tally.types(this.#model.hash);
    return isStale(this.#plan, this.#model, { pages, drawn, layerDone, types });
  }
}

/** What a crawl knows by its records. */
interface CountedRecords {
  readonly tally: LinkTally;
  readonly rules: DecidingRules;
  readonly stopCheck: StopCheck;
}

interface InitialState extends CountedRecords {
  readonly updates: NeedUpdates;
  readonly more: MoreLinks;
  readonly plan: CrawlPlan;
  readonly model: TrainedModel;
  readonly leftOpen: number;
}

/** Counts the records of a crawl that is resumed, in one pass. */
async function countRecords(
  ports: Pick<DecidingPorts, "records" | "frontier" | "clock">,
  plan: CrawlPlan,
): Promise<CountedRecords> {
  const { records } = ports;
  const rules = new DecidingRules([
    new PageErrors(),
    ...(plan.forgotten === undefined ? [] : [forgottenLinks(plan.forgotten)]),
    new TwinPages(records),
    ...plan.rules.decide.map((open) => open({ ...ports, scope: plan.scope, seed: plan.seed })),
  ]);
  const judged = await countJudged(records, plan, async (record) => {
    await rules.count(record, undefined);
  });
  return { ...judged, rules };
}

/**
 * Counts, in one pass, what depends on how pages are judged, and so changes when the need does; `also`
 * gets each record.
 */
async function countJudged(
  records: Pick<DecidingPorts["records"], "list">,
  { stop }: Pick<CrawlPlan, "stop">,
  also?: (record: PageRecord) => Promise<void>,
): Promise<Pick<CountedRecords, "tally" | "stopCheck">> {
  const [tally, stopCheck] = [new LinkTally(), new StopCheck(stop)];
  for await (const record of records.list()) {
    tally.count(record, undefined);
    stopCheck.count(record, undefined);
    await also?.(record);
  }
  return { tally, stopCheck };
}
