import { modelReader } from "../../functions/wiring/model-reader.ts";
import { planReader } from "../../functions/wiring/planned-crawl.ts";
import { createDynamoBatchClaims } from "../../lib/adapters/aws/dynamo-batch-claims.ts";
import { createDynamoRobotsCache } from "../../lib/adapters/aws/dynamo-robots-cache.ts";
import { createSqsQueue } from "../../lib/adapters/aws/sqs-queue.ts";
import { beginPageSegment, createBlobModelStore } from "../../lib/adapters/blobs/blob-pages.ts";
import { createRobotsGate } from "../../lib/adapters/web/live/robots-gate.ts";
import type { Web } from "../../lib/ports/web.ts";
import type { Project } from "../../lib/project/project-schema.ts";
import type { HarvestBatch } from "../../lib/stack/batch-message.ts";
import { type HarvesterPorts, harvestBatch } from "../../lib/stack/harvester.ts";
import type { Container } from "./containers.ts";
import type { VirtualWeb } from "./generated-web.ts";
import type { OpenWeb } from "./open-web.ts";
import { playBatch } from "./played-harvester.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** As `functions/harvester.ts` has it. */
const HARVEST_MS = 600_000;

/** What surrounds a harvester. */
interface HarvesterGround {
  readonly time: VirtualTime;
  readonly web: VirtualWeb;
  readonly politeness: Pick<Project["politeness"], "minDelayMs" | "maxCrawlDelayMs">;
  /** URL of the queue of results. */
  readonly resultsQueue: string;
  /** Called for each page fetched. */
  readonly onPage: () => void;
}

/** A harvester in its container, with its own clients. */
export class VirtualHarvester {
  readonly container: Container;
  readonly #ground: HarvesterGround;
  readonly #ports: HarvesterPorts;
  readonly #readPlan: ReturnType<typeof planReader>;
  readonly #readModel: ReturnType<typeof modelReader>;

  constructor(container: Container, ground: HarvesterGround) {
    this.container = container;
    this.#ground = ground;
    this.#ports = portsOf(container, ground);
    this.#readPlan = planReader(container.blobs);
    this.#readModel = modelReader(createBlobModelStore(container.blobs));
  }

  /** Harvests a batch; plays it if a web to play is given. */
  async harvest(batch: HarvestBatch, played: OpenWeb | undefined): Promise<void> {
    const { time, onPage } = this.#ground;
    const { machine } = this.container;
    const deadline = time.now() + HARVEST_MS;
    const { plan } = await this.#readPlan(batch.plan);
    const model = await this.#readModel(plan.strategy, batch.model);
    const ports = this.#ports;
    if (played === undefined) {
      await harvestBatch(ports, plan, model, batch, deadline);
      return;
    }
    const fetched = () => {
      this.container.fetched();
      onPage();
    };
    await playBatch({ ports, web: played, machine, time, fetched }, batch);
  }
}

function portsOf(container: Container, ground: HarvesterGround): HarvesterPorts {
  const { table, blobs, sqs, machine } = container;
  const { clock } = machine;
  const { time, onPage, resultsQueue: queueUrl } = ground;
  const { minDelayMs, maxCrawlDelayMs } = ground.politeness;
  const web: Web = {
    identify: (url) => url,
    fetch: async (url) => {
      container.fetched();
      await clock.waitUntil(clock.now() + ground.web.latencyMs(url));
      if (!url.endsWith("/robots.txt")) onPage();
      return time.unpaid(() => ground.web.fetch(url));
    },
  };
  return {
    blobs,
    web,
    clock,
    results: createSqsQueue({ client: sqs, queueUrl, clock }),
    gate: createRobotsGate({
      ...{ web, clock, minDelayMs, maxCrawlDelayMs },
      productToken: "Dowser",
      sharedCache: createDynamoRobotsCache(table),
    }),
    claims: createDynamoBatchClaims(table, clock.now),
    openPages: ({ crawl, id }) => beginPageSegment(blobs, `pages/${crawl}/${id}.warc.gz`),
    usage: () => container.usage(),
  };
}
