import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createRequestMeter } from "../../lib/adapters/aws/request-meter.ts";
import { createS3BlobStore } from "../../lib/adapters/aws/s3-blob-store.ts";
import { addUsage, NO_USAGE, type Usage } from "../../lib/domain/cost/cost.ts";
import { EGRESS_BYTES_A_PAGE, LOG_BYTES_A_RUN } from "../../lib/project/stack-limits.ts";
import type { MemoryAws, Spend } from "./memory-aws.ts";
import { Machine, type VirtualTime } from "./virtual-time.ts";

/** Time that a container takes to start, in ms: it is billed. */
const START_MS = 800;

const CLIENT = {
  region: "us-east-1",
  credentials: { accessKeyId: "bench", secretAccessKey: "bench" },
};

/** The environment of one function's containers, and the payer. */
export interface Ground {
  readonly time: VirtualTime;
  readonly aws: MemoryAws;
  readonly memoryMb: number;
  readonly spend: Spend;
}

/** A container of a function: its machine, its clients, and what its runs use, as its function counts it. */
export class Container {
  readonly machine: Machine;
  readonly table: { readonly client: DynamoDBClient; readonly tableName: string };
  readonly blobs: ReturnType<typeof createS3BlobStore>;
  readonly sqs: SQSClient;
  readonly lambda: LambdaClient;
  readonly events: EventBridgeClient;
  readonly #ground: Ground;
  readonly #meter = createRequestMeter();
  #reported = NO_USAGE;
  #begunAt: number | undefined;
  #countedAt = 0;
  #isStarted = false;
  #death: { fetches: number; readonly died: () => void } | undefined;

  constructor(ground: Ground) {
    this.#ground = ground;
    const { aws, time, memoryMb, spend } = ground;
    this.machine = new Machine(time, memoryMb);
    const watch = this.#meter.watch;
    const { machine } = this;
    this.table = this.tableOf(aws, spend, watch);
    this.blobs = createS3BlobStore({
      client: aws.connect(watch(new S3Client(CLIENT)), machine, spend),
      bucket: "bucket",
    });
    this.sqs = aws.connect(
      watch(new SQSClient({ ...CLIENT, md5: false, useQueueUrlAsEndpoint: false })),
      machine,
      spend,
    );
    this.lambda = aws.connect(watch(new LambdaClient(CLIENT)), machine, spend);
    this.events = aws.connect(watch(new EventBridgeClient(CLIENT)), machine, spend);
  }

  /** Returns the table of an account, which a meter watches. */
  tableOf(aws: MemoryAws, spend: Spend, watch = createRequestMeter().watch) {
    const client = aws.connect(watch(new DynamoDBClient(CLIENT)), this.machine, spend);
    return { client, tableName: "table" };
  }

  get isBusy(): boolean {
    return this.#begunAt !== undefined;
  }

  /** One invocation. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { time, spend } = this.#ground;
    this.#begunAt = time.now();
    this.#countedAt = time.now();
    const used = { lambdaRuns: 1, logBytes: LOG_BYTES_A_RUN };
    this.#reported = addUsage(this.#reported, used);
    spend(used);
    if (!this.#isStarted) await this.machine.clock.waitUntil(time.now() + START_MS);
    this.#isStarted = true;
    try {
      return await work();
    } finally {
      // The answer follows all computing, so the clock waits for it.
      await this.machine.clock.waitUntil(time.now());
      this.count();
      this.#begunAt = undefined;
      // A run with fewer fetches has survived.
      this.#death = undefined;
    }
  }

  /**
   * Ends the process at its fetch with this number: nothing that it awaits ever comes. Returns a
   * promise for that moment.
   */
  dieAfter(fetches: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#death = { fetches, died: resolve };
    return promise;
  }

  /** Bills the time of running work up to now. */
  count(): void {
    if (this.#begunAt === undefined || this.machine.isDead) return;
    const { time, memoryMb, spend } = this.#ground;
    const lambdaGbSeconds = ((time.now() - this.#countedAt) / 1_000) * (memoryMb / 1_024);
    this.#countedAt = time.now();
    this.#reported = addUsage(this.#reported, { lambdaGbSeconds });
    spend({ lambdaGbSeconds });
  }

  /** Counts fetches, whose cost depends on what they send. */
  fetched(): void {
    const used = { egressBytes: EGRESS_BYTES_A_PAGE };
    this.#reported = addUsage(this.#reported, used);
    this.#ground.spend(used);
    if (this.#death === undefined) return;
    this.#death.fetches -= 1;
    if (this.#death.fetches > 0) return;
    this.count();
    this.machine.isDead = true;
    this.#death.died();
  }

  /** Returns the usage since the last call, as the stack itself counts it. */
  usage(): Usage {
    this.count();
    const used = addUsage(this.#meter.take().usage, this.#reported);
    this.#reported = NO_USAGE;
    return used;
  }
}

/**
 * Containers of a function: one that is free is used again, as Lambda does it. Which one Lambda
 * takes is not documented: the first of them, or with `least` of them, the one at rest the longest.
 */
export class Containers<Kind extends { readonly container: Container }> {
  readonly all: Kind[] = [];
  readonly #start: () => Kind;
  readonly #least: number;

  constructor(start: () => Kind, least = 1) {
    this.#start = start;
    this.#least = least;
  }

  free(): Kind {
    const known = this.all.find(({ container }) => !container.isBusy);
    if (known === undefined || this.all.length < this.#least) {
      const started = this.#start();
      this.all.push(started);
      return started;
    }
    if (this.#least > 1) {
      this.all.splice(this.all.indexOf(known), 1);
      this.all.push(known);
    }
    return known;
  }
}
