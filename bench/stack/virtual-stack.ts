import { modelReader } from "../../functions/wiring/model-reader.ts";
import { recordReader, shardOpener } from "../../functions/wiring/open-shard.ts";
import { planReader } from "../../functions/wiring/planned-crawl.ts";
import { callFunction, createActivity } from "../../lib/adapters/aws/aws-scheduler.ts";
import { createDynamoBatchClaims } from "../../lib/adapters/aws/dynamo-batch-claims.ts";
import { createDynamoKeyValueStore } from "../../lib/adapters/aws/dynamo-key-value-store.ts";
import { createDynamoLabelStore } from "../../lib/adapters/aws/dynamo-label-store.ts";
import { createDynamoPageListing } from "../../lib/adapters/aws/dynamo-page-listing.ts";
import { createDynamoRobotsCache } from "../../lib/adapters/aws/dynamo-robots-cache.ts";
import { createSqsQueue } from "../../lib/adapters/aws/sqs-queue.ts";
import { createBlobModelStore } from "../../lib/adapters/blobs/blob-model-store.ts";
import { beginPageSegment } from "../../lib/adapters/blobs/blob-pages.ts";
import { createRobotsGate } from "../../lib/adapters/web/live/robots-gate.ts";
import { addUsage, NO_USAGE, type Usage } from "../../lib/domain/cost/usage.ts";
import type { Url } from "../../lib/domain/url/url.ts";
import type { PlannerState } from "../../lib/ports/stack-state.ts";
import type { Web } from "../../lib/ports/web.ts";
import { type StackLimits, stackLimits } from "../../lib/project/stack-limits.ts";
import { parseBatch } from "../../lib/stack/batch-message.ts";
import { bundleText, type PlanBundle } from "../../lib/stack/bundle.ts";
import { type HarvesterPorts, harvestBatch } from "../../lib/stack/harvester.ts";
import { runPlanner } from "../../lib/stack/run-planner.ts";
import type { WarmPlanner } from "../../lib/stack/stack-lease.ts";
import type { PlannerPorts } from "../../lib/stack/stack-ports.ts";
import { readRegister, writeRegister } from "../../lib/stack/stack-registers.ts";
import { type TrainerPorts, trainBeside } from "../../lib/stack/trainer.ts";
import { Container, Containers } from "./containers.ts";
import type { GeneratedWeb } from "./generated-web.ts";
import { MemoryAws } from "./memory-aws.ts";
import { Machine, VirtualTime } from "./virtual-time.ts";

/** The parts that cause cost. */
export const PARTS = ["plan", "harvest", "train", "mapping"] as const;
export type Part = (typeof PARTS)[number];

/** Memory of the functions whose memory no project sets, in MB. */
export interface Memory {
  readonly plan: number;
  readonly train: number;
}

const START = Date.UTC(2026, 10, 1);
const MINUTE_MS = 60_000;
/** As `functions/planner.ts` has it. */
const RUN_MS = 55_000;
const HARVEST_MS = 600_000;
const TRAIN_EVERY_MS = 5 * MINUTE_MS;
/** A poller of a worker asks again when nothing came for so long. */
const POLL_MS = 20_000;
const PLAN = "plans/1.json";
const HARVEST_QUEUE = "https://sqs/harvest";
const RESULTS_QUEUE = "https://sqs/results";

interface Planner {
  readonly container: Container;
  readonly ports: PlannerPorts;
  readonly session: WarmPlanner;
}

interface Harvester {
  readonly container: Container;
  readonly ports: HarvesterPorts;
  readonly readPlan: ReturnType<typeof planReader>;
  readonly readModel: ReturnType<typeof modelReader>;
}

interface Trainer {
  readonly container: Container;
  readonly ports: TrainerPorts;
}

/** The progress of a crawl, and its usage by part. */
export interface Reading {
  readonly pages: number;
  readonly atMs: number;
  readonly parts: Readonly<Record<Part, Usage>>;
}

/**
 * A stack in one process and in virtual time. Its use cases run over its own AWS adapters and the
 * SDK's clients, behind which S3, SQS and DynamoDB lie in memory. Each request is billed as the
 * stack's own meter bills it, whatever its sender; the planner's own account is separate.
 */
export class VirtualStack {
  readonly time = new VirtualTime(START);
  readonly aws = new MemoryAws(this.time);
  readonly #web: GeneratedWeb;
  readonly #memory: Memory;
  readonly #limits: StackLimits;
  readonly #bundle: PlanBundle;
  readonly #used = new Map<Part, Usage>(PARTS.map((part) => [part, NO_USAGE]));
  readonly #planners = new Containers(() => this.#newPlanner());
  readonly #harvesters = new Containers(() => this.#newHarvester());
  readonly #trainers = new Containers(() => this.#newTrainer());
  readonly #onPage: (pages: number) => void;
  #isAwake = false;
  #running = 0;
  #pages = 0;
  #failure: { readonly cause: unknown } | undefined;

  constructor(
    bundle: PlanBundle,
    web: GeneratedWeb,
    memory: Memory,
    onPage: (pages: number) => void = () => {},
  ) {
    this.#bundle = bundle;
    this.#web = web;
    this.#memory = memory;
    this.#limits = stackLimits(bundle.project);
    this.#onPage = onPage;
    this.aws.onControl = (name) => this.#control(name);
  }

  /** Crawls until the stack is suspended and no process is at work. */
  async crawl(): Promise<void> {
    this.aws.objects.set(PLAN, new TextEncoder().encode(bundleText(this.#bundle)));
    this.#isAwake = true;
    this.#begin(() => this.#order());
    this.#begin(() => this.#each(MINUTE_MS, () => this.#plan()));
    this.#begin(() => this.#each(TRAIN_EVERY_MS, () => this.#train()));
    for (let worker = 0; worker < this.#limits.workers; worker += 1)
      this.#begin(() => this.#polls());
    await this.time.run(() => this.#running === 0 || this.#failure !== undefined);
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
      atMs: this.time.now() - START,
      parts: {
        plan: part("plan"),
        harvest: part("harvest"),
        train: part("train"),
        mapping: part("mapping"),
      },
    };
  }

  /** Returns the CPU time of a part's containers so far, on a whole processor, in ms. */
  cpuMs(part: Exclude<Part, "mapping">): number {
    const { all } = { plan: this.#planners, harvest: this.#harvesters, train: this.#trainers }[
      part
    ];
    return all.reduce((sum, { container }) => sum + container.machine.cpuMs, 0);
  }

  /** Returns the state that the planner last wrote. */
  async state(): Promise<PlannerState | undefined> {
    let held: PlannerState | undefined;
    this.#begin(async () => {
      const { container } = this.#planners.free();
      held = (await readRegister(createDynamoKeyValueStore(container.table), "planner")).value;
    });
    await this.time.run(() => this.#running === 0);
    return held;
  }

  #spend(part: Part): (usage: Partial<Usage>) => void {
    return (usage) => this.#used.set(part, addUsage(this.#used.get(part) ?? NO_USAGE, usage));
  }

  #ground(part: Exclude<Part, "mapping">) {
    const { time, aws } = this;
    return {
      time,
      aws,
      memoryMb: part === "harvest" ? this.#limits.harvesterMb : this.#memory[part],
      spend: this.#spend(part),
    };
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

  async #order(): Promise<void> {
    const { container } = this.#planners.free();
    const order = { crawl: "c1", requested: "run", plan: PLAN } as const;
    await writeRegister(createDynamoKeyValueStore(container.table), "order", order, 0);
  }

  #control(name: string): void {
    if (name === "Invoke") this.#begin(() => this.#train());
    else if (name === "DisableRule") this.#isAwake = false;
    else if (name === "EnableRule") this.#isAwake = true;
    else if (name !== "UpdateEventSourceMapping") throw new Error(name);
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
      await this.#harvest(message.Body);
      this.aws.sqs.remove(HARVEST_QUEUE, [message.ReceiptHandle]);
      spend({ sqsRequests: 1 });
    }
  }

  async #harvest(body: string): Promise<void> {
    const { container, ports, readPlan, readModel } = this.#harvesters.free();
    await container.run(async () => {
      const deadline = this.time.now() + HARVEST_MS;
      const batch = parseBatch(body);
      const { plan } = await readPlan(batch.plan);
      const model = await readModel(plan.strategy, batch.model);
      await harvestBatch(ports, plan, model, batch, deadline);
    });
  }

  #newPlanner(): Planner {
    const container = new Container(this.#ground("plan"));
    const { table, blobs, sqs, lambda, events, machine } = container;
    const { clock } = machine;
    const ports = {
      limits: { inFlight: this.#limits.inFlight, harvesterMb: this.#limits.harvesterMb },
      keyValueStore: createDynamoKeyValueStore(table),
      blobs,
      claims: createDynamoBatchClaims(table, clock.now),
      batches: createSqsQueue({ client: sqs, queueUrl: HARVEST_QUEUE, clock }),
      results: createSqsQueue({ client: sqs, queueUrl: RESULTS_QUEUE, clock }),
      listing: createDynamoPageListing(table),
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
      openShard: shardOpener(blobs, clock),
      usage: () => container.usage(),
      report: (error: Error) => {
        throw error;
      },
    };
    const owner = `planner ${this.#planners.all.length}`;
    return { container, ports, session: { owner, held: undefined } };
  }

  #newHarvester(): Harvester {
    const container = new Container(this.#ground("harvest"));
    const { table, blobs, sqs, machine } = container;
    const { clock } = machine;
    const { minDelayMs, maxCrawlDelayMs } = this.#bundle.project.politeness;
    const web: Web = {
      identify: (url) => url,
      fetch: async (url) => {
        container.fetched();
        await clock.waitUntil(clock.now() + this.#web.latencyMs(url));
        if (!url.endsWith("/robots.txt")) this.#countPage();
        return this.time.unpaid(() => this.#web.fetch(url));
      },
    };
    const ports = {
      blobs,
      web,
      clock,
      gate: createRobotsGate({
        ...{ web, clock, minDelayMs, maxCrawlDelayMs },
        productToken: "Dowser",
        sharedCache: createDynamoRobotsCache(table),
      }),
      claims: createDynamoBatchClaims(table, clock.now),
      results: createSqsQueue({ client: sqs, queueUrl: RESULTS_QUEUE, clock }),
      openPages: ({ crawl, id }: { readonly crawl: string; readonly id: string }) =>
        beginPageSegment(blobs, `pages/${crawl}/${id}.warc.gz`),
      usage: () => container.usage(),
    };
    const models = createBlobModelStore(blobs);
    return { container, ports, readPlan: planReader(blobs), readModel: modelReader(models) };
  }

  #newTrainer(): Trainer {
    const container = new Container(this.#ground("train"));
    const { table, blobs, machine } = container;
    const ports = {
      keyValueStore: createDynamoKeyValueStore(table),
      models: createBlobModelStore(blobs),
      labels: createDynamoLabelStore(table),
      clock: machine.clock,
      readPlan: planReader(blobs),
      readShard: recordReader(blobs),
      usage: () => container.usage(),
    };
    return { container, ports };
  }

  #countPage(): void {
    this.#pages += 1;
    this.#onPage(this.#pages);
  }
}
