import {
  endedOpener,
  recordOpener,
  recordReader,
  storesOpener,
} from "../../functions/wiring/open-stores.ts";
import { planReader } from "../../functions/wiring/planned-crawl.ts";
import { callFunction, createActivity } from "../../lib/adapters/aws/aws-scheduler.ts";
import { createDynamoBatchClaims } from "../../lib/adapters/aws/dynamo-batch-claims.ts";
import { createDynamoLabelStore } from "../../lib/adapters/aws/dynamo-label-store.ts";
import { createDynamoPageListing } from "../../lib/adapters/aws/dynamo-page-listing.ts";
import { createDynamoKeyValueStore } from "../../lib/adapters/aws/dynamo-table.ts";
import { createSqsQueue } from "../../lib/adapters/aws/sqs-queue.ts";
import { createBlobModelStore } from "../../lib/adapters/blobs/blob-pages.ts";
import { addUsage, NO_USAGE, type Usage } from "../../lib/domain/cost/cost.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { ListedCrawl, PageListing } from "../../lib/ports/page-listing.ts";
import { FUNCTION_MB, type StackLimits, stackLimits } from "../../lib/project/stack-limits.ts";
import { parseBatch } from "../../lib/stack/batch-message.ts";
import type { PlanBundle } from "../../lib/stack/bundle.ts";
import { runPlanner } from "../../lib/stack/run-planner.ts";
import type { WarmPlanner } from "../../lib/stack/stack-lease.ts";
import type { PlannerPorts } from "../../lib/stack/stack-ports.ts";
import { readRegister } from "../../lib/stack/stack-registers.ts";
import type { PlannerState } from "../../lib/stack/stack-state.ts";
import { type TrainerPorts, trainBeside } from "../../lib/stack/trainer.ts";
import { Container, Containers } from "./containers.ts";
import type { VirtualWeb } from "./generated-web.ts";
import { MemoryAws } from "./memory-aws.ts";
import type { OpenWeb } from "./open-web.ts";
import { PARTS, type Part, type Reading } from "./reading.ts";
import { StoredObjects } from "./stored-objects.ts";
import { listedTwice, listedUsage, OTHER_FORM } from "./two-listings.ts";
import { VirtualHarvester } from "./virtual-harvester.ts";
import { VirtualOverseer } from "./virtual-overseer.ts";
import { Machine, NEVER, VirtualTime } from "./virtual-time.ts";

/** The functions of a crawl. */
type Working = "plan" | "harvest" | "train";

/** What may go wrong in a stack. */
export interface Trouble {
  /** Runs of a harvester of which one dies in the middle of its batch; `Infinity` if none does. */
  readonly runsADeath: number;
  /** Environments of the planner, which take turns. */
  readonly planners: number;
}

/** A stack whose processes all live, with one environment of the planner. */
const NO_TROUBLE: Trouble = { runsADeath: Infinity, planners: 1 };

/** What surrounds a virtual stack. */
interface Surroundings {
  /** For the objects of S3; whoever makes it removes it. */
  readonly folder: string;
  readonly trouble?: Trouble;
  /** From so many pages on, batches are played instead of harvested. */
  readonly played?: { readonly web: OpenWeb; readonly from: number };
  /** Called with the number of pages fetched so far. */
  readonly onPage?: (pages: number) => void;
}

const START = Date.UTC(2026, 10, 1);
const MINUTE_MS = 60_000;
/** As `functions/planner.ts` has it. */
const RUN_MS = 55_000;
const TRAIN_EVERY_MS = 5 * MINUTE_MS;
const WATCH_EVERY_MS = 5 * MINUTE_MS;
/** A user's page or script that shows the state of the crawl. */
const STATUS_EVERY_MS = 5 * MINUTE_MS;
/** A poller of a worker asks again when nothing came for so long. */
const POLL_MS = 20_000;
const PLAN_FUNCTION = "planner";
const HARVEST_QUEUE = "https://sqs/harvest";
/** Fetches of a harvester that is to die: some are done, and most of a batch is not. */
const FETCHES_OF_THE_DOOMED = 20;
const RESULTS_QUEUE = "https://sqs/results";

/** Calls that change nothing here. */
const READ_OR_SWITCHED: ReadonlySet<string> = new Set([
  "UpdateEventSourceMapping",
  "GetEventSourceMapping",
  "DescribeRule",
]);

interface Planner {
  readonly container: Container;
  readonly ports: PlannerPorts;
  readonly session: WarmPlanner;
}

interface Trainer {
  readonly container: Container;
  readonly ports: TrainerPorts;
}

/**
 * A stack in one process and in virtual time. Its use cases run over its own AWS adapters and the
 * SDK's clients, behind which SQS and DynamoDB lie in memory, and S3 in a folder. Each request is billed as the
 * stack's own meter bills it, whatever its sender; the planner's own account is separate.
 */
export class VirtualStack {
  readonly time = new VirtualTime(START);
  readonly aws: MemoryAws;
  /** Has the list of pages in the other form, which nobody reads. */
  readonly #other: MemoryAws;
  readonly #web: VirtualWeb;
  readonly #trouble: Trouble;
  readonly #played: Surroundings["played"];
  readonly #limits: StackLimits;
  readonly #bundle: PlanBundle;
  readonly #used = new Map<Part, Usage>(PARTS.map((part) => [part, NO_USAGE]));
  readonly #planners: Containers<Planner>;
  readonly #harvesters = new Containers(() => this.#newHarvester());
  readonly #trainers = new Containers(() => this.#newTrainer());
  readonly #overseer: VirtualOverseer;
  readonly #onPage: (pages: number) => void;
  #harvests = 0;
  #isBegun = false;
  #isAwake = false;
  /** When it was put to rest: what comes every few minutes notices it later. */
  #restedAt: number | undefined;
  #running = 0;
  #pages = 0;
  #failure: { readonly cause: unknown } | undefined;

  constructor(
    bundle: PlanBundle,
    web: VirtualWeb,
    { folder, trouble = NO_TROUBLE, played, onPage = () => {} }: Surroundings,
  ) {
    this.aws = new MemoryAws(this.time, new StoredObjects(folder));
    this.#other = new MemoryAws(this.time, this.aws.objects);
    this.#bundle = bundle;
    this.#web = web;
    this.#trouble = trouble;
    this.#played = played;
    this.#limits = stackLimits(bundle.project);
    this.#planners = new Containers(() => this.#newPlanner(), trouble.planners);
    this.#onPage = onPage;
    this.#overseer = this.#newOverseer();
    this.aws.onControl = (name, input) => this.#control(name, input);
  }

  /**
   * Crawls until so many pages are fetched, or until the stack is suspended and no process is at
   * work. Called again, it continues.
   */
  async crawl(pages = Infinity): Promise<void> {
    if (!this.#isBegun) this.#start();
    await this.#until(() => this.#running === 0 || this.#pages >= pages);
  }

  #start(): void {
    this.#isBegun = true;
    this.#isAwake = true;
    this.#begin(() => this.#overseer.startCrawl(this.#bundle));
    this.#begin(() => this.#each(WATCH_EVERY_MS, () => this.#overseer.watch()));
    this.#begin(() => this.#each(STATUS_EVERY_MS, () => this.#overseer.askForStatus()));
    this.#begin(() => this.#each(MINUTE_MS, () => this.#plan()));
    this.#begin(() => this.#each(TRAIN_EVERY_MS, () => this.#train()));
    for (let worker = 0; worker < this.#limits.workers; worker += 1)
      this.#begin(() => this.#polls());
  }

  async #until(isOver: () => boolean): Promise<void> {
    await this.time.run(() => isOver() || this.#failure !== undefined);
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  /** Returns the present progress and usage. */
  reading(): Reading {
    for (const { all } of [this.#planners, this.#harvesters, this.#trainers]) {
      for (const { container } of all) container.count();
    }
    const part = (name: Part) => this.#used.get(name) ?? NO_USAGE;
    return {
      pages: this.#pages,
      atMs: (this.#restedAt ?? this.time.now()) - START,
      parts: {
        plan: part("plan"),
        harvest: part("harvest"),
        train: part("train"),
        mapping: part("mapping"),
        oversight: part("oversight"),
      },
      listed: { own: listedUsage(this.aws), other: listedUsage(this.#other) },
    };
  }

  /** Returns the CPU time of a part's containers so far, on a whole processor, in ms. */
  cpuMs(part: Working): number {
    const parts = { plan: this.#planners, harvest: this.#harvesters, train: this.#trainers };
    return parts[part].all.reduce((sum, { container }) => sum + container.machine.cpuMs, 0);
  }

  /** Returns the state that the planner last wrote; `undefined` when it wrote none. */
  async state(): Promise<PlannerState | undefined> {
    let held: { readonly value: PlannerState | undefined } | undefined;
    this.#begin(async () => {
      const { table } = this.#trainers.free().container;
      held = await readRegister(createDynamoKeyValueStore(table), "planner");
    });
    await this.#until(() => held !== undefined);
    return held?.value;
  }

  #spend(part: Part): (usage: Partial<Usage>) => void {
    return (usage) => this.#used.set(part, addUsage(this.#used.get(part) ?? NO_USAGE, usage));
  }

  #ground(part: Part, memoryMb: number) {
    const { time, aws } = this;
    return { time, aws, memoryMb, spend: this.#spend(part) };
  }

  #newOverseer(): VirtualOverseer {
    const container = (memoryMb: number) => new Container(this.#ground("oversight", memoryMb));
    return new VirtualOverseer({
      api: container(FUNCTION_MB["api-handler"]),
      authorizer: container(FUNCTION_MB.authorizer),
      watchdog: container(FUNCTION_MB.watchdog),
      named: {
        planFunction: PLAN_FUNCTION,
        batches: HARVEST_QUEUE,
        results: RESULTS_QUEUE,
      },
      harvesterMb: this.#limits.harvesterMb,
      project: this.#bundle.project.name,
      spend: this.#spend("oversight"),
    });
  }

  #begin(work: () => Promise<void>): void {
    this.#running += 1;
    void work()
      .catch((cause: unknown) => {
        this.#failure = { cause };
      })
      .finally(() => {
        this.#running -= 1;
      });
  }

  #control(name: string, { FunctionName }: Readonly<Record<string, unknown>>): void {
    if (name === "Invoke") {
      this.#begin(() => (FunctionName === PLAN_FUNCTION ? this.#plan() : this.#train()));
    } else if (name === "DisableRule") this.#rest();
    else if (name === "EnableRule") this.#isAwake = true;
    else if (!READ_OR_SWITCHED.has(name)) throw new Error(name);
  }

  #rest(): void {
    if (this.#isAwake) this.#restedAt = this.time.now();
    this.#isAwake = false;
  }

  async #each(ms: number, call: () => Promise<void>): Promise<void> {
    const { clock } = new Machine(this.time, 1_769);
    for (let at = START + ms; this.#isAwake; at += ms) {
      await clock.waitUntil(at);
      if (this.#isAwake) this.#begin(call);
    }
  }

  async #plan(): Promise<void> {
    const { container, ports, session } = this.#planners.free();
    await container.run(() => runPlanner(ports, session, this.time.now() + RUN_MS));
  }

  async #train(): Promise<void> {
    const { container, ports } = this.#trainers.free();
    await container.run(() => trainBeside(ports));
  }

  /** Runs a poller of the mapping, which waits for the run that it started. */
  async #polls(): Promise<void> {
    const machine = new Machine(this.time, 1_769);
    const spend = this.#spend("mapping");
    while (this.#isAwake) {
      const asked = { most: 1, waitMs: POLL_MS };
      const [message] = await this.aws.sqs.receive(HARVEST_QUEUE, machine, asked);
      spend({ sqsRequests: Math.max(1, Math.ceil((message?.Body.length ?? 0) / 65_536)) });
      if (message === undefined) continue;
      if (!(await this.#harvest(message.Body))) continue;
      this.aws.sqs.remove(HARVEST_QUEUE, [message.ReceiptHandle]);
      spend({ sqsRequests: 1 });
    }
  }

  /** Runs a harvester; returns whether it lived to the end. */
  async #harvest(body: string): Promise<boolean> {
    const harvester = this.#harvesters.free();
    const { container } = harvester;
    this.#harvests += 1;
    const isDoomed = this.#harvests % this.#trouble.runsADeath === 0;
    const died = isDoomed ? container.dieAfter(FETCHES_OF_THE_DOOMED) : NEVER;
    const run = container.run(async () => {
      const isPlayed = this.#played !== undefined && this.#pages >= this.#played.from;
      await harvester.harvest(parseBatch(body), isPlayed ? this.#played.web : undefined);
    });
    return Promise.race([run.then(() => true), died.then(() => false)]);
  }

  #newPlanner(): Planner {
    const container = new Container(this.#ground("plan", FUNCTION_MB.planner));
    const { table, blobs, sqs, lambda, events, machine } = container;
    const { clock } = machine;
    const ports = {
      limits: { inFlight: this.#limits.inFlight, harvesterMb: this.#limits.harvesterMb },
      keyValueStore: createDynamoKeyValueStore(table),
      blobs,
      claims: createDynamoBatchClaims(table, clock.now),
      batches: createSqsQueue({ client: sqs, queueUrl: HARVEST_QUEUE, clock }),
      results: createSqsQueue({ client: sqs, queueUrl: RESULTS_QUEUE, clock }),
      listingOf: (crawl: ListedCrawl) => this.#listingOf(container, crawl),
      models: createBlobModelStore(blobs),
      labels: createDynamoLabelStore(table),
      clock,
      web: { identify: (url: Url) => url },
      activity: createActivity({
        ...{ events, lambda, clock },
        rules: ["plan", "train"],
        harvestMappingId: "mapping",
      }),
      askTrainer: () => callFunction(lambda, "trainer"),
      readPlan: planReader(blobs),
      openStores: storesOpener(blobs, clock),
      openEnded: endedOpener(blobs),
      usage: () => container.usage(),
      report: (error: Error) => {
        throw error;
      },
    };
    const owner = `planner ${this.#planners.all.length}`;
    return { container, ports, session: { owner, held: undefined } };
  }

  #listingOf(container: Container, crawl: ListedCrawl): PageListing {
    const { clock } = container.machine;
    const { crawl: name, records = "packed" } = crawl;
    const other = container.tableOf(this.#other, () => {});
    return listedTwice(
      createDynamoPageListing(container.table, clock, crawl),
      createDynamoPageListing(other, clock, { crawl: name, records: OTHER_FORM[records] }),
    );
  }

  #newHarvester(): VirtualHarvester {
    const container = new Container(this.#ground("harvest", this.#limits.harvesterMb));
    return new VirtualHarvester(container, {
      time: this.time,
      web: this.#web,
      politeness: this.#bundle.project.politeness,
      resultsQueue: RESULTS_QUEUE,
      onPage: () => this.#countPage(),
    });
  }

  #newTrainer(): Trainer {
    const container = new Container(this.#ground("train", FUNCTION_MB.trainer));
    const { table, blobs, machine } = container;
    const ports = {
      keyValueStore: createDynamoKeyValueStore(table),
      models: createBlobModelStore(blobs),
      labels: createDynamoLabelStore(table),
      clock: machine.clock,
      readPlan: planReader(blobs),
      readStores: recordReader(blobs).read,
      openRecords: recordOpener(blobs, async () => {}),
      blobs,
      usage: () => container.usage(),
    };
    return { container, ports };
  }

  #countPage(): void {
    this.#pages += 1;
    this.#onPage(this.#pages);
  }
}
