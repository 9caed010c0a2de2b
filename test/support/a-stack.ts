import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { openOntologyFile } from "../../lib/adapters/ontology/index/open-ontology.ts";
import { gzipRecord, responseRecord } from "../../lib/adapters/warc/write-warc.ts";
import type { CrawlReport } from "../../lib/crawl/report-crawl.ts";
import { NO_USAGE } from "../../lib/domain/cost/cost.ts";
import { LINK_STATES } from "../../lib/domain/frontier/link.ts";
import type { ListedPage } from "../../lib/domain/page/page-record.ts";
import type { ApiPorts } from "../../lib/stack/api/route.ts";
import { serveApi } from "../../lib/stack/api/serve-api.ts";
import { parseRegister, readRegister, writeRegister } from "../../lib/stack/stack-registers.ts";
import type { PlannerState, StackStatus } from "../../lib/stack/stack-state.ts";
import { NO_SNAPSHOTS } from "../../lib/stack/stack-state.ts";
import { createMemoryLabelStore } from "../../peers/commands/compare/memory-stores.ts";
import { aListedPage } from "./a-listed-page.ts";
import { aUrl } from "./a-url.ts";
import { fixedClock } from "./fixed-clock.ts";
import { memoryBlobStore } from "./memory-blob-store.ts";
import { memoryKeyValueStore } from "./memory-key-value-store.ts";
import { memoryPageListing } from "./memory-page-listing.ts";

/** The token that a served stack takes. */
export const TOKEN = "a-token";

/** The figures of a crawl. */
export const A_REPORT: CrawlReport = {
  fetched: 3,
  targets: 1,
  harvestRate: 1 / 3,
  bodyBytes: 1_000,
  hosts: 1,
  states: { ...zeroes(LINK_STATES), fetched: 3, waiting: 7 },
  reasons: { "fetched:page": 3 },
};

/** Returns the status of a crawl at work, with sensible defaults. */
export function aStatus(parts: Partial<StackStatus> = {}): StackStatus {
  return {
    state: "running",
    end: null,
    report: { ...A_REPORT, states: { ...A_REPORT.states }, reasons: { ...A_REPORT.reasons } },
    recall: null,
    seconds: 60,
    model: "sha256:0",
    trainedPages: 0,
    labels: 0,
    seen: 0,
    // At list price 0.20 dollars of S3 and 0.05 of SQS.
    usage: { ...NO_USAGE, s3Writes: 40_000, sqsRequests: 125_000 },
    searchDollars: 0,
    assessed: null,
    dollars: 0.25,
    listedRecords: 0,
    spentSites: null,
    ...parts,
  };
}

/** Returns the planner's stored state of a crawl. */
export function aPlannerState(crawl: string, status: StackStatus | null): PlannerState {
  return {
    ...{ owner: "o", until: 1, epoch: 1, crawl, journal: [[1, 2]], status },
    ...{
      keptUntil: null,
      ordered: null,
      awaitingSince: null,
      again: null,
      filed: 0,
      failures: 0,
      lastTickAt: 1,
    },
    ...{ lastError: null, recrawl: null, snapshots: NO_SNAPSHOTS },
  };
}

/** Returns the ports of the stack of a project in memory, and the changes that a planner would make to them. */
export function aStack(project = "bees") {
  const listing = memoryPageListing();
  let woken = 0;
  let areRulesOn = false;
  let [plannerCalls, trainerCalls] = [0, 0];
  const blobs = memoryBlobStore();
  const ports: ApiPorts = {
    keyValueStore: memoryKeyValueStore(),
    blobs,
    labels: createMemoryLabelStore(),
    project,
    reachesLoopback: true,
    harvesterMb: 384,
    secrets: new Set(),
    listingOf: () => listing,
    activity: {
      enableRules: async () => {
        areRulesOn = true;
      },
      wake: async () => {
        woken += 1;
        areRulesOn = true;
      },
      suspend: async () => {
        areRulesOn = false;
      },
    },
    clock: fixedClock(Date.UTC(2026, 10, 22)),
    activityState: async () => ({
      rules: { planner: areRulesOn, trainer: areRulesOn },
      deliversBatches: areRulesOn,
      queues: {
        batches: { waiting: 0, inFlight: 0 },
        results: { waiting: 0, inFlight: 0 },
        batchesDeadLetters: { waiting: 0, inFlight: 0 },
        resultsDeadLetters: { waiting: 0, inFlight: 0 },
      },
    }),
    presign: async (key) => `http://127.0.0.1/${key}?signed`,
    presignPut: async (key) => ({ url: `http://127.0.0.1/${key}?signed`, headers: { key } }),
    openOntology: openOntologyFile,
    presignMade: async (key) => `http://127.0.0.1/${key}?signed`,
    callPlanner: async () => {
      plannerCalls += 1;
    },
    callTrainer: async () => {
      trainerCalls += 1;
    },
  };
  const readOrder = async () => {
    const order = await ports.keyValueStore.read("order");
    return order && parseRegister("order", order.value);
  };
  return {
    ports,
    listing,
    woken: () => woken,
    plannerCalls: () => plannerCalls,
    trainerCalls: () => trainerCalls,
    areRulesOn: () => areRulesOn,
    /** Returns the number of objects in the bucket. */
    stored: () => blobs.objects.size,
    order: readOrder,
    /** Writes the report that the planner makes of the started crawl. */
    async report(parts: Partial<StackStatus> = {}) {
      const { crawl } = (await readOrder()) ?? { crawl: "none" };
      const { version } = await readRegister(ports.keyValueStore, "planner");
      const state = aPlannerState(crawl, aStatus(parts));
      await writeRegister(ports.keyValueStore, "planner", state, version);
    },
    /** Stores a page as a harvest would, and gives its entry of the listing. */
    async store(sequence: number, url: string, html: string): Promise<ListedPage> {
      const body = Buffer.from(html, "latin1");
      const page = {
        kind: "page" as const,
        url: aUrl(url),
        status: 200,
        headers: [["content-type", "text/html; charset=iso-8859-1"]] as const,
        body,
        mediaType: "text/html",
        charset: "iso-8859-1",
        truncated: false,
      };
      const before = Buffer.from("what lies before it");
      const record = gzipRecord(await responseRecord(page, 0));
      const segment = `pages/${sequence}.warc.gz`;
      await ports.blobs.putNew(segment, Buffer.concat([before, record, before]));
      const ref = { segment, offset: before.length, length: record.length, digest: "sha256:0" };
      return aListedPage(sequence, { url: page.url }, { ref });
    },
  };
}

/** Serves the API on loopback, as API Gateway and the authorizer would; returns its endpoint. */
export async function serveStack(test: TestContext, ports: ApiPorts): Promise<string> {
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request, ports).catch(failed);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  test.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/stage/`;
}

/** API Gateway's answer when the function fails. */
function failed(error: unknown) {
  return { status: 500, body: { message: String(error) } };
}

async function answer(request: IncomingMessage, ports: ApiPorts) {
  const body = await buffer(request);
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return { status: 403, body: {} };
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const query = Object.fromEntries(searchParams);
  const path = pathname.replace(/^\/stage/, "");
  return serveApi({ method: request.method ?? "", path, query, body }, ports);
}

function zeroes<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
}
