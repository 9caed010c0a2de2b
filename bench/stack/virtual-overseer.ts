import { createActivity, readActivityState } from "../../lib/adapters/aws/aws-scheduler.ts";
import { createDynamoLabelStore } from "../../lib/adapters/aws/dynamo-label-store.ts";
import { createDynamoPageListing } from "../../lib/adapters/aws/dynamo-page-listing.ts";
import { createDynamoKeyValueStore } from "../../lib/adapters/aws/dynamo-table.ts";
import type { Usage } from "../../lib/domain/cost/cost.ts";
import type { ApiPorts } from "../../lib/stack/api/route.ts";
import { serveApi } from "../../lib/stack/api/serve-api.ts";
import { bundleText, type PlanBundle, packBundle } from "../../lib/stack/bundle.ts";
import { readRegister } from "../../lib/stack/stack-registers.ts";
import { plannerAge } from "../../lib/stack/stack-state.ts";
import type { Container } from "./containers.ts";

/** Names of the stack's resources. */
interface Named {
  readonly planFunction: string;
  /** URLs of queues. */
  readonly batches: string;
  readonly results: string;
}

/** The functions that no page needs: the API with its authorizer, and the watchdog. */
interface OverseerParts {
  readonly api: Container;
  readonly authorizer: Container;
  readonly watchdog: Container;
  readonly named: Named;
  readonly project: string;
  readonly harvesterMb: number;
  readonly spend: (usage: Partial<Usage>) => void;
}

/** A user who starts a crawl and looks at it, and the watchdog. */
export class VirtualOverseer {
  readonly #parts: OverseerParts;

  constructor(parts: OverseerParts) {
    this.#parts = parts;
  }

  async startCrawl(bundle: PlanBundle): Promise<void> {
    await this.#call("PUT", packBundle(bundleText(bundle)));
  }

  async askForStatus(): Promise<void> {
    await this.#call("GET", new Uint8Array());
  }

  /** As `functions/watchdog.ts` does it. */
  async watch(): Promise<void> {
    const { watchdog } = this.#parts;
    const keyValueStore = createDynamoKeyValueStore(watchdog.table);
    await watchdog.run(async () => {
      const { value: order } = await readRegister(keyValueStore, "order");
      if (order === undefined) return;
      const { value: planner } = await readRegister(keyValueStore, "planner");
      plannerAge(order, planner, watchdog.machine.clock.now());
    });
  }

  /** Requests so far apart that each is authorized again. */
  async #call(method: string, body: Uint8Array): Promise<void> {
    const { api, authorizer, spend } = this.#parts;
    spend({ apiRequests: 1 });
    await authorizer.run(async () => {});
    await api.run(async () => {
      const request = { method, path: "/crawl", query: {}, body };
      const { status, body: answer } = await serveApi(request, this.#ports());
      if (status >= 400) throw new Error(`${method} /crawl: ${status} ${JSON.stringify(answer)}`);
    });
  }

  #ports(): ApiPorts {
    const { api, named } = this.#parts;
    const { table, blobs, events, lambda, sqs, machine } = api;
    const { planFunction, batches, results } = named;
    const rules = { planner: "plan", trainer: "train" };
    const harvestMappingId = "mapping";
    const queues = { batches, results, batchesDeadLetters: "dead", resultsDeadLetters: "dead" };
    return {
      keyValueStore: createDynamoKeyValueStore(table),
      blobs,
      labels: createDynamoLabelStore(table),
      project: this.#parts.project,
      reachesLoopback: true,
      harvesterMb: this.#parts.harvesterMb,
      secrets: new Set(),
      listingOf: (crawl) => createDynamoPageListing(table, machine.clock, crawl),
      activity: createActivity({
        ...{ events, lambda, clock: machine.clock, harvestMappingId },
        planFunction,
        rules: Object.values(rules),
      }),
      activityState: () =>
        readActivityState({ events, lambda, sqs, rules, harvestMappingId, queues }),
      clock: machine.clock,
      callPlanner: () => Promise.reject(new Error("no link is asked for")),
      callTrainer: () => Promise.reject(new Error("no export is asked for")),
      presignMade: () => Promise.reject(new Error("no export is asked for")),
      presignPut: () => Promise.reject(new Error("no file is sent")),
      openOntology: () => Promise.reject(new Error("no ontology is named")),
      presign: () => Promise.reject(new Error("no page is asked for")),
    };
  }
}
