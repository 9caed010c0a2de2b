import { type Chance, createChance } from "../../demo/random.ts";
import { createBlobModelStore } from "../../lib/adapters/blobs/blob-pages.ts";
import { openGate } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import type { PageReader } from "../../lib/crawl/read-page.ts";
import { storedModel } from "../../lib/crawl/train-model.ts";
import { NO_USAGE, type Usage } from "../../lib/domain/cost/cost.ts";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import { DowserError } from "../../lib/errors.ts";
import type { Clock } from "../../lib/ports/clock.ts";
import type { HostGate } from "../../lib/ports/host-gate.ts";
import type { JournalPosition, JournalSnapshot } from "../../lib/ports/journal.ts";
import type { ListedCrawl, PageListing } from "../../lib/ports/page-listing.ts";
import type { SearchProvider } from "../../lib/ports/search-provider.ts";
import type { Web } from "../../lib/ports/web.ts";
import { DEFAULT_STACK_LIMITS } from "../../lib/project/stack-limits.ts";
import { parseBatch } from "../../lib/stack/batch-message.ts";
import { type HarvesterPorts, harvestBatch } from "../../lib/stack/harvester.ts";
import { runPlanner } from "../../lib/stack/run-planner.ts";
import type { WarmPlanner } from "../../lib/stack/stack-lease.ts";
import type { EndedStores, PlannerPorts, PlannerStores } from "../../lib/stack/stack-ports.ts";
import type { CrawlOrder, PlannerState } from "../../lib/stack/stack-state.ts";
import { trainBeside } from "../../lib/stack/trainer.ts";
import { createMemoryLabelStore } from "../../peers/commands/compare/memory-stores.ts";
import { aPolicy } from "./a-crawl.ts";
import { HeldOpen } from "./held-open.ts";
import { Interleaving } from "./interleaving.ts";
import { memoryBlobStore } from "./memory-blob-store.ts";
import { memoryKeyValueStore } from "./memory-key-value-store.ts";
import { memoryPageListing } from "./memory-page-listing.ts";
import { memoryQueue } from "./memory-queue.ts";
import { Died, type Faults, MortalProcesses } from "./mortal-processes.ts";
import { namedPages, storedPages } from "./named-pages.ts";
import { assessInStack, type SimulatedAssessor } from "./simulated-assessor.ts";
import { openEndedStores, openOther, openSimulatedStores, withPages } from "./simulated-stores.ts";
import { UnlistedSuspensions } from "./unlisted-suspensions.ts";
import { WatchedClaims } from "./watched-claims.ts";

/** Errors of a planner that lost the stack to another one. */
const OVERTAKEN = new Set(["planner-overtaken", "journal-taken"]);

/** One request that a host saw, in ms since the epoch. */
export interface Request {
  readonly url: string;
  readonly host: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

const LEASE_MS = 300_000;
const FETCH_MS = 40;
const MINUTE_MS = 60_000;
/** Containers that run the planner: two may be at work at one time. */
const PLANNERS = 2;
const HARVESTERS = 3;

/** A whole stack in one process, in virtual time, on the very use cases and stores that the real one has. */
export class SimulatedStack {
  readonly requests: Request[] = [];
  readonly blobs = memoryBlobStore();
  readonly keyValueStore = memoryKeyValueStore();
  readonly labels = createMemoryLabelStore();
  readonly listing = memoryPageListing();
  /** What each key of a plan is read as. */
  plan: CrawlPlan;
  readonly policy: FrontierPolicy;
  readonly #chance: Chance;
  readonly #time: Interleaving;
  readonly #batches;
  readonly #results;
  readonly #models = createBlobModelStore(this.blobs);
  readonly #web: Web;
  readonly #faults: Faults;
  /** The processes, which may die; their deaths so far. */
  readonly processes: MortalProcesses;
  /** Whether pages are stored, not only named. */
  readonly #keepsPages: boolean;
  readonly claims: WatchedClaims;
  #isAwake = false;
  /** The engine for the queries that the crawl composes. */
  search: SearchProvider | undefined;
  assessor: SimulatedAssessor | undefined;
  /** Returns the usage that a planner reports since its last report. */
  usage: () => Usage = () => NO_USAGE;
  /** Errors that ended no planner. */
  readonly reported: DowserError[] = [];
  /** Where a planner, which may die with each request, lists the pages of a crawl. */
  listingOf: (crawl: ListedCrawl, life: object) => PageListing = () => this.listing;
  readonly #unlisted = new UnlistedSuspensions(this.listing);
  /** Times that a planner switched the stack on. */
  wakes = 0;
  /** The rules of hosts, as harvesters have them. */
  gate: HostGate = openGate;
  /** What a plan is beside {@link plan}, by its key; and what the trainer does before it trains. */
  planned: (key: string) => Partial<Awaited<ReturnType<PlannerPorts["readPlan"]>>> = () => ({});
  beforeTraining: () => Promise<unknown> = async () => {};
  handlerOf: (clock: Clock) => PageReader | undefined = () => undefined;
  /** Pages whose content kills the harvester that reads them. */
  readonly killers = new Set<string>();
  /** Whether a planner or trainer may fail without ending the simulation; and the errors of those that did. */
  mayFail = false;
  readonly failures: unknown[] = [];
  /** The limits that it was deployed with. */
  limits = DEFAULT_STACK_LIMITS;
  /** Pages that count as fetched before the crawl began: the more, the more links may be in flight. */
  pagesBefore = 0;
  /** What a planner's disk does otherwise than stores in memory. */
  disk: Partial<Pick<PlannerStores, "fill" | "commit">> = {};
  /** Opens a planner's stores otherwise. */
  opener: PlannerPorts["openStores"] | undefined;
  /** Harvesters at work. */
  harvesters = HARVESTERS;
  /** `alternating`: of two processes that plan, each minute calls the one that was not last; `alone`: one. */
  planners: "at-any-time" | "alternating" | "alone" = "at-any-time";
  /** Times that a planner restored the crawl, or tried to. */
  restores = 0;
  /** Where planners have their databases, and take a snapshot after each commit; else they have them in memory. */
  folder: string | undefined;
  #running = 0;
  #named = 0;
  readonly #open = new HeldOpen();

  constructor(
    plan: CrawlPlan,
    web: Web,
    seed: number,
    faults: Faults,
    delayMs: number,
    keepsPages = false,
  ) {
    this.plan = plan;
    this.#keepsPages = keepsPages;
    this.policy = aPolicy(plan, {
      leaseMs: LEASE_MS,
      leasesOutliveProcess: true,
      minDelayMs: delayMs,
    });
    this.#web = web;
    this.#faults = faults;
    this.#chance = createChance(seed, "stack");
    this.#time = new Interleaving(this.#chance);
    this.processes = new MortalProcesses(this.#time, this.#chance, faults, (work) =>
      this.#start(work),
    );
    this.claims = new WatchedClaims(this.#time.clock);
    this.#batches = memoryQueue(this.#time.clock, 6 * LEASE_MS);
    this.#results = memoryQueue(this.#time.clock, 2 * MINUTE_MS);
  }

  /**
   * Orders a crawl and runs the stack until it is suspended and no process is at work, or for
   * `mostMs`.
   */
  async crawl(
    order: CrawlOrder = { crawl: "c1", requested: "run", plan: "plans/1" },
    mostMs = Infinity,
  ): Promise<void> {
    const known = await this.keyValueStore.read("order");
    await this.keyValueStore.write("order", order, known?.version ?? 0);
    await this.run(mostMs);
  }

  /** Runs the stack under the order that it has, as {@link crawl} does. */
  async run(mostMs = Infinity): Promise<void> {
    this.#isAwake = true;
    if (mostMs < Infinity) this.#start(() => this.#sleepsAfter(mostMs));
    if (this.planners === "alternating") this.#start(() => this.#alternatesEachMinute());
    else {
      const planners = this.planners === "alone" ? 1 : PLANNERS;
      for (let each = 0; each < planners; each += 1) this.#start(() => this.#plansEachMinute());
    }
    for (let each = 0; each < this.harvesters; each += 1) this.#start(() => this.#harvestsAlways());
    this.#start(() => this.#trainsEachFiveMinutes());
    await this.#time.run(() => this.#running === 0);
    this.#open.close();
  }

  /** Times that the crawl was reported suspended before all its records were listed. */
  get unlistedSuspensions(): number {
    return this.#unlisted.count;
  }

  /** The time of the stack, in ms since the epoch. */
  get now(): number {
    return this.#time.clock.now();
  }

  /** Sends a message to the planner that none of its harvesters wrote. */
  async announce(body: string): Promise<void> {
    await this.#results.send([body]);
  }

  /** Returns the last state of the planner. */
  async state(): Promise<PlannerState> {
    const held = await this.keyValueStore.read("planner");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the planner writes nothing else
    return held?.value as PlannerState;
  }

  /** Returns the crawl as its journal has it. */
  async stored(): Promise<PlannerStores> {
    const { journal, epoch } = await this.state();
    return this.#openStores(this.policy, journal, epoch + 1, null);
  }

  #start(process: () => Promise<void>): void {
    this.#running += 1;
    void process().finally(() => {
      this.#running -= 1;
    });
  }

  async #sleepsAfter(ms: number): Promise<void> {
    await this.#time.clock.waitUntil(this.now + ms);
    this.#isAwake = false;
  }

  async #plansEachMinute(): Promise<void> {
    let warm = this.#newPlanner();
    while (this.#isAwake) {
      warm = await this.#plan(warm);
      await this.#time.clock.waitUntil(this.now + this.#chance.int(1, MINUTE_MS));
    }
  }

  async #alternatesEachMinute(): Promise<void> {
    let [warm, other] = [this.#newPlanner(), this.#newPlanner()];
    for (let at = this.now; this.#isAwake; at += MINUTE_MS) {
      await this.#time.clock.waitUntil(at);
      if (this.#isAwake) [warm, other] = [other, await this.#plan(warm)];
    }
  }

  /** Runs a planner; returns it, or a new one if it died. */
  async #plan(warm: WarmPlanner): Promise<WarmPlanner> {
    try {
      await runPlanner(this.#plannerPorts(warm), warm, this.now + 55_000);
    } catch (error) {
      if (error instanceof Died || this.processes.isDead(warm)) return this.#newPlanner();
      if (error instanceof DowserError && OVERTAKEN.has(error.code)) return warm;
      if (!this.mayFail) throw error;
      this.failures.push(error);
    }
    return warm;
  }

  #newPlanner(): WarmPlanner {
    this.#named += 1;
    return { owner: `planner ${this.#named}`, held: undefined };
  }

  async #harvestsAlways(): Promise<void> {
    while (this.#isAwake) {
      const [message] = await this.#batches.receive(1, 5_000);
      if (message === undefined) continue;
      try {
        const batch = this.claims.received(parseBatch(message.body));
        const { hash, pages } = batch.model;
        const model = await storedModel(this.#models, this.plan.strategy, { model: hash, pages });
        if (model === undefined) throw new Error(`no model ${batch.model.hash}`);
        const deadline = this.#time.clock.now() + 4 * MINUTE_MS;
        await harvestBatch(this.#harvesterPorts(), this.plan, model, batch, deadline);
        await this.#batches.remove([message.receipt]);
        if (this.#chance.happens(this.#faults.redelivery)) await this.#batches.send([message.body]);
      } catch (error) {
        if (!(error instanceof Died)) throw error;
      }
    }
  }

  async #trainsEachFiveMinutes(): Promise<void> {
    for (let minute = 0; this.#isAwake; minute += 1) {
      if (minute % 5 === 0) await this.#train();
      await this.#time.clock.waitUntil(this.now + MINUTE_MS);
    }
  }

  async #train(): Promise<void> {
    const ports = {
      keyValueStore: this.processes.mortal("trainer", this.keyValueStore),
      models: this.processes.mortal("trainer", this.#models),
      labels: this.labels,
      clock: this.#time.clock,
      readPlan: async () => ({ plan: this.plan }),
      readStores: (at: JournalPosition) => this.#openStores(this.policy, at, 0, null),
      openRecords: (at: JournalPosition) => this.#openEnded(at, null),
      blobs: this.blobs,
      usage: () => NO_USAGE,
    };
    try {
      await this.beforeTraining();
      await trainBeside(ports);
      await assessInStack(this, ports);
    } catch (error) {
      if (error instanceof Died) return;
      if (!this.mayFail) throw error;
      this.failures.push(error);
    }
  }

  #plannerPorts(warm: WarmPlanner): PlannerPorts {
    const registers = this.#unlisted.watch(this.keyValueStore);
    return {
      limits: this.limits,
      keyValueStore: this.processes.mortal("planner", registers, warm),
      blobs: this.processes.mortal("planner", this.blobs, warm),
      claims: this.processes.mortal("planner", this.claims.ofPlanner, warm),
      batches: this.processes.late("planner", this.#batches, warm),
      results: this.processes.mortal("planner", this.#results, warm),
      listingOf: (crawl) => this.processes.mortal("planner", this.listingOf(crawl, warm), warm),
      models: this.processes.mortal("planner", this.#models, warm),
      labels: this.labels,
      clock: this.#time.clock,
      web: this.#web,
      askTrainer: async () => this.#start(() => this.#train()),
      activity: {
        suspend: async () => {
          this.#isAwake = false;
        },
        wake: async () => {
          this.#isAwake = true;
          this.wakes += 1;
        },
      },
      readPlan: async (key) => ({
        plan: this.plan,
        ...this.planned(key),
        policy: this.policy,
        assessor: this.assessor?.assessor,
        search: this.search && this.processes.mortal("planner", this.search, warm),
      }),
      openStores: async (policy, journal, epoch, snapshot) => {
        this.restores += 1;
        const stores = this.opener
          ? this.#open.hold(
              await openOther(this.#time, this.opener(policy, journal, epoch, snapshot)),
            )
          : await this.#openStores(policy, journal, epoch, snapshot, warm);
        return { ...withPages(stores, this.pagesBefore), ...this.disk };
      },
      openEnded: (position, snapshot) => this.#openEnded(position, snapshot, warm),
      usage: () => this.usage(),
      report: (error) => this.reported.push(error),
    };
  }

  #harvesterPorts(): HarvesterPorts {
    const life = {};
    return {
      reader: this.handlerOf(this.#time.clock),
      blobs: this.processes.mortal("harvester", this.blobs, life),
      results: this.processes.late("harvester", this.#results, life),
      web: { identify: (url) => url, fetch: (...how) => this.#fetch(how, life) },
      gate: this.gate,
      clock: this.#time.clock,
      claims: this.processes.mortal("harvester", this.claims, life),
      openPages: (batch) => {
        const closing = () => this.processes.mayDie("harvester", life);
        if (!this.#keepsPages) return namedPages(closing);
        return storedPages(this.blobs, batch, this.#time, closing);
      },
      usage: () => NO_USAGE,
    };
  }

  async #fetch(how: Parameters<Web["fetch"]>, life: object): ReturnType<Web["fetch"]> {
    const [url] = how;
    await this.processes.mayDie("harvester", life);
    const startedAt = this.#time.clock.now();
    await this.#time.clock.waitUntil(startedAt + this.#chance.int(1, FETCH_MS));
    const endedAt = this.#time.clock.now();
    this.requests.push({ url, host: hostOf(url), startedAt, endedAt });
    if (this.killers.has(url)) this.processes.die(life);
    return this.#web.fetch(...how);
  }

  async #openEnded(
    position: JournalPosition,
    snapshot: JournalSnapshot | null,
    life: object = {},
  ): Promise<EndedStores> {
    await this.processes.mayDie("planner", life);
    const opening = { position, snapshot, folder: this.folder };
    return this.#open.hold(await openEndedStores(this.blobs, this.#time, opening));
  }

  async #openStores(
    policy: FrontierPolicy,
    position: JournalPosition,
    epoch: number,
    snapshot: JournalSnapshot | null,
    life: object = {},
  ): Promise<PlannerStores> {
    const mayDie = () => this.processes.mayDie("planner", life);
    const opening = { policy, position, epoch, snapshot, folder: this.folder, mayDie };
    return this.#open.hold(await openSimulatedStores(this.blobs, this.#time, opening));
  }
}
