import type { Usage } from "../../domain/bill/usage.ts";
import type { Lease } from "../../domain/frontier/link.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import type { CrawlOrder } from "../../ports/stack-state.ts";
import { concludeLink } from "../conclude-link.ts";
import { CrawlLabels } from "../crawl-labels.ts";
import type { CrawlPlan, DecidingPorts, TrainedModel } from "../crawl-plan.ts";
import { GroupScale } from "../group-scale.ts";
import type { HarvestedLink } from "../harvest-link.ts";
import { LinkTally } from "../link-tally.ts";
import { planFetches } from "../plan-fetches.ts";
import { seedCrawl } from "../seed-crawl.ts";
import { adoptModel, isStale, lastModel, trainModel } from "../train-model.ts";
import type { PlannedCrawl, PlannerPorts, Shard } from "./stack-ports.ts";
import { secondsOf } from "./stack-seconds.ts";
import { proposedModel } from "./trained-proposal.ts";

/** Share of the pages fetched so far that may be in flight: no decision is older than that. */
const IN_FLIGHT_SHARE = 0.1;

/** Links in flight at least, however few pages were fetched, and at most. */
const LEAST_IN_FLIGHT = 64;
const MOST_IN_FLIGHT = 4_096;

/** Nothing is drawn for less room than this share of what may be in flight: batches cost by the piece. */
const DRAW_SHARE = 0.25;

/**
 * One turn of a host: most links, and until when the last may start, in ms from the draw. With what the
 * host takes to answer its end is told just before the planner is called again, a minute later.
 */
const TURN = { perHost: 50, aheadMs: 35_000 };

/** Hosts that a turn is spread over where there are as many: few at a time keep a worker waiting for long. */
const SPREAD_HOSTS = 256;

/** A training that was asked for and came to nothing is asked for again after so long, in ms. */
const ASK_AGAIN_MS = 300_000;

/** What a step of the plan comes to. */
export type PlanStep =
  /** To be fetched, and when there is more to do if nothing comes back before (ms since the epoch). */
  | { readonly kind: "go"; readonly leases: readonly Lease[]; readonly nextAt: number | undefined }
  /** Nothing is to be done until the user says so. */
  | { readonly kind: "rest" };

/** A crawl in its planner's hands: everything that it decides, nothing of what makes it last. */
export class StackCrawl {
  readonly shard: Shard;
  readonly #ports: PlannerPorts;
  readonly #stores: DecidingPorts;
  readonly #labels: CrawlLabels;
  readonly #asked: AskedCrawl;
  #plan: CrawlPlan;
  #model: TrainedModel;
  #tally: LinkTally;
  #scale: GroupScale;
  #events: readonly RunEvent[];
  #askedAt = Number.NEGATIVE_INFINITY;
  #isTrainingDue = false;

  /** Takes a crawl up where its shard stands; one that has not begun is seeded. */
  static async open(ports: PlannerPorts, shard: Shard, asked: AskedCrawl): Promise<StackCrawl> {
    const { planned } = asked;
    const stores = { ...shard, models: ports.models, labels: ports.labels, clock: ports.clock };
    await seedCrawl({ frontier: shard.frontier, web: ports.web }, planned.plan);
    const labels = await CrawlLabels.of(stores, planned.plan);
    const plan = await labels.plan();
    const last = (await lastModel(stores, plan)) ?? (await trainModel(stores, plan, undefined));
    const model = (await labels.resume(plan, last, undefined)) ?? last;
    const tally = await LinkTally.of(shard.records);
    const events = await shard.log.list();
    return new StackCrawl(ports, shard, { ...asked, stores, labels, plan, model, tally, events });
  }

  private constructor(ports: PlannerPorts, shard: Shard, opened: Opened) {
    this.shard = shard;
    this.#ports = ports;
    this.#stores = opened.stores;
    this.#labels = opened.labels;
    this.#asked = opened;
    this.#plan = opened.plan;
    this.#model = opened.model;
    this.#tally = opened.tally;
    this.#scale = new GroupScale(shard, opened.plan, opened.tally);
    this.#events = opened.events;
  }

  /** The model that decides, and the labels that its need knows. */
  get model(): Pick<TrainedModel, "hash" | "pages"> {
    return this.#model;
  }

  /** The sum at list price at which the crawl ends; `Infinity` for none. */
  get dollars(): number {
    return this.#asked.planned.dollars;
  }

  get labelsKnown(): number {
    return this.#labels.applied;
  }

  /** Seconds spent crawling. */
  seconds(): number {
    return secondsOf(this.#events, this.#stores.clock.now());
  }

  /** How the crawl stands: the last of its beginnings and ends. */
  state(): { readonly state: "running" | "paused" | "finished"; readonly end: string | null } {
    const last = this.#events.findLast(({ kind }) => STATE_OF.has(kind));
    const state = STATE_OF.get(last?.kind ?? "paused") ?? "paused";
    const why = last?.detail["why"];
    return { state, end: state === "finished" && typeof why === "string" ? why : null };
  }

  /** Ends the leases of what was harvested; what came of a lease that is over counts for nothing. */
  async conclude(harvested: Iterable<HarvestedLink>): Promise<void> {
    const { frontier } = this.shard;
    const conclusion = {
      ports: this.shard,
      model: this.#model,
      tally: this.#tally,
      scale: this.#scale,
    };
    for (const each of harvested) {
      if (await frontier.holds(each.lease)) await concludeLink(conclusion, each);
    }
  }

  /** Does all that is to be done now, short of fetching. `spent` is the bill so far, in dollars. */
  async step(wanted: CrawlOrder["wanted"], spent: number): Promise<PlanStep> {
    const { state } = this.state();
    if (state === "finished") return REST;
    // Leases that are over come back by a draw alone, and much of what follows waits for those in flight.
    await this.shard.frontier.draw({ limit: 0, now: this.#stores.clock.now() });
    const inFlight = (await this.shard.frontier.count()).states.leased;
    if (wanted !== "run") {
      if (inFlight > 0) return WAIT;
      if (wanted === "stop") await this.#finish("stopped");
      else if (state === "running") await this.#log("paused", "paused");
      return REST;
    }
    if (state !== "running") await this.#log("started", undefined);
    if (await this.#labels.areNew(false)) {
      if (inFlight > 0) return WAIT;
      await this.#takeUpLabels();
    }
    await this.#takeUpModel();
    if (spent >= this.dollars) return this.#stop("budget-dollars", inFlight);
    return this.#draw(inFlight);
  }

  /** Asks for a training that is due: when all is kept that makes it so, as the trainer reads nothing else. */
  async askForTraining(): Promise<void> {
    if (!this.#isTrainingDue) return;
    this.#isTrainingDue = false;
    await this.#ports.askTrainer();
  }

  async #draw(inFlight: number): Promise<PlanStep> {
    const { records, frontier } = this.shard;
    const { pages } = await records.totals();
    const most = Math.min(Math.max(IN_FLIGHT_SHARE * pages, LEAST_IN_FLIGHT), MOST_IN_FLIGHT);
    const room = Math.floor(most - inFlight);
    if (inFlight > 0 && room < DRAW_SHARE * most) return WAIT;
    await this.#scale.weighWaiting(this.#model);
    const state = { inFlight, seconds: this.seconds() };
    const ports = { ...this.shard, clock: this.#stores.clock };
    const fetches = await planFetches(
      ports,
      this.#plan,
      { limit: room, turn: { ...TURN, step: Math.max(1, Math.ceil(room / SPREAD_HOSTS)) } },
      state,
    );
    switch (fetches.kind) {
      case "stop":
        return this.#stop(fetches.why, inFlight);
      case "wait":
        return WAIT;
      case "fetch":
        return { kind: "go", leases: fetches.draw.leases, nextAt: fetches.draw.nextReadyAt };
      case "layer-done":
        await this.#trainForLayer();
        await frontier.beginLayer();
        return this.#draw(inFlight);
    }
  }

  /** The crawl ends when all that is in flight has, and no label was given that it does not know. */
  async #stop(why: string, inFlight: number): Promise<PlanStep> {
    if (inFlight > 0) return WAIT;
    if (await this.#labels.areNew(true)) {
      await this.#takeUpLabels();
      return { kind: "go", leases: [], nextAt: this.#stores.clock.now() };
    }
    await this.#finish(why);
    return REST;
  }

  async #finish(why: string): Promise<void> {
    await this.#log("finished", why);
  }

  async #log(kind: RunEvent["kind"], why: string | undefined): Promise<void> {
    const detail = why === undefined ? { strategy: this.#plan.strategy.name } : { why };
    await this.shard.log.append({ at: this.#stores.clock.now(), kind, detail });
    this.#events = await this.shard.log.list();
  }

  async #takeUpLabels(): Promise<void> {
    const labelled = await this.#labels.apply(this.#model, undefined);
    if (labelled === undefined) return;
    this.#plan = labelled.plan;
    this.#model = labelled.model;
    this.#tally = await LinkTally.of(this.shard.records);
    this.#scale = new GroupScale(this.shard, this.#plan, this.#tally);
  }

  /** Takes up what was trained beside the crawl, or notes that the model is stale. */
  async #takeUpModel(): Promise<void> {
    const proposed = await proposedModel(this.#ports, this.#plan, {
      crawl: this.#asked.name,
      pages: this.#model.pages,
      labels: this.labelsKnown,
    });
    if (proposed !== undefined) {
      await adoptModel(this.#stores, this.#plan, proposed.model);
      this.#model = proposed.model;
      this.#asked.spend(proposed.usage);
      this.#askedAt = Number.NEGATIVE_INFINITY;
    } else if (await this.#isStale(false)) {
      const now = this.#stores.clock.now();
      if (now < this.#askedAt + ASK_AGAIN_MS) return;
      this.#askedAt = now;
      this.#isTrainingDue = true;
    }
  }

  /** Between two layers nothing is in flight, and what is trained decides the next: it is done at once. */
  async #trainForLayer(): Promise<void> {
    if (await this.#isStale(true)) {
      this.#model = await trainModel(this.#stores, this.#plan, this.#model);
    }
    await this.#scale.weighWaiting(this.#model);
  }

  async #isStale(layerDone: boolean): Promise<boolean> {
    const { pages } = await this.shard.records.totals();
    const types = this.#tally.types(this.#model.hash);
    return isStale(this.#plan, this.#model, { pages, layerDone, types });
  }
}

/** A crawl as it was asked for. */
export interface AskedCrawl {
  /** Of the order. */
  readonly name: string;
  readonly planned: PlannedCrawl;
  /** Told what trainings used. */
  readonly spend: (usage: Usage) => void;
}

interface Opened extends AskedCrawl {
  readonly stores: DecidingPorts;
  readonly labels: CrawlLabels;
  readonly plan: CrawlPlan;
  readonly model: TrainedModel;
  readonly tally: LinkTally;
  readonly events: readonly RunEvent[];
}

const REST: PlanStep = { kind: "rest" };

/** What is in flight comes back first. */
const WAIT: PlanStep = { kind: "go", leases: [], nextAt: undefined };

const STATE_OF: ReadonlyMap<RunEvent["kind"], "running" | "paused" | "finished"> = new Map([
  ["started", "running"],
  ["paused", "paused"],
  ["finished", "finished"],
] as const);
