import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent, SQSRecord } from "aws-lambda";
import { createDynamoBatchClaims } from "../lib/adapters/aws/dynamo-batch-claims.ts";
import { createDynamoRobotsCache } from "../lib/adapters/aws/dynamo-robots-cache.ts";
import { createSqsQueue } from "../lib/adapters/aws/sqs-queue.ts";
import { beginPageSegment, createBlobModelStore } from "../lib/adapters/blobs/blob-pages.ts";
import { createSystemClock } from "../lib/adapters/system-clock.ts";
import { openLiveCrawlWeb } from "../lib/adapters/web/live/live-web.ts";
import { handlingReader } from "../lib/features/handler/handle-pages.ts";
import { liveWebSettings } from "../lib/project/identified-user-agent.ts";
import { parseBatch } from "../lib/stack/batch-message.ts";
import { harvestBatch } from "../lib/stack/harvester.ts";
import { handlerOf } from "../lib/stack/own-code.ts";
import { accessReader, type StoredAccess } from "./stored-access.ts";
import { fetchMeter } from "./wiring/fetch-meter.ts";
import { deadlineOf, handlerShell, logError } from "./wiring/handler-shell.ts";
import { openMeteredStores } from "./wiring/metered-run.ts";
import { modelReader } from "./wiring/model-reader.ts";
import { planReader, type ReadPlan } from "./wiring/planned-crawl.ts";

/** Longest time for a handler to act on a page, in ms: others of its batch wait meanwhile. */
const HANDLER_MS = 20_000;

const clock = createSystemClock();
const { environment, log, wrap } = handlerShell("harvester");
const { run, table, blobs } = openMeteredStores(environment);
const fetches = fetchMeter();
const sqs = run.watch(new SQSClient());
const sharedCache = createDynamoRobotsCache(table);
const readPlan = planReader(blobs);
const readAccess = accessReader(environment);
const readModel = modelReader(createBlobModelStore(blobs));
const processor = new BatchProcessor(EventType.SQS);

const stores = {
  blobs,
  claims: createDynamoBatchClaims(table, Date.now),
  clock,
  results: createSqsQueue({ client: sqs, queueUrl: environment.RESULTS_QUEUE_URL, clock }),
  openPages: ({ crawl, id }: { readonly crawl: string; readonly id: string }) =>
    beginPageSegment(blobs, `pages/${crawl}/${id}.warc.gz`),
  usage: () => fetches.take(run.take()),
};

/**
 * Harvests the batches that a queue delivers; reports failed batches to the queue, which delivers
 * them again.
 */
export const handler = wrap((event: SQSEvent, context) => {
  run.begin();
  clock.anchor();
  return processPartialResponse(
    event,
    (record: SQSRecord) => harvest(record, deadlineOf(context)),
    processor,
    {
      context,
      // A failed batch is reported by itself: an error of the whole function would add nothing.
      throwOnFullBatchFailure: false,
    },
  );
});

async function harvest({ body }: SQSRecord, deadline: number): Promise<void> {
  try {
    const batch = parseBatch(body);
    const read = await readPlan(batch.plan);
    const model = await readModel(read.plan.strategy, batch.model);
    const ports = { ...stores, ...openWeb(read, await readAccess(read.bundle)) };
    const handler = await handlerOf(read.bundle);
    const reader = handler && handlingReader(undefined, ports, handler, HANDLER_MS);
    await harvestBatch({ ...ports, reader }, read.plan, model, batch, deadline);
  } catch (error) {
    logError(log, error);
    throw error;
  }
}

let opened:
  | {
      readonly of: ReadPlan;
      readonly with: StoredAccess | undefined;
      readonly web: ReturnType<typeof openLiveCrawlWeb>;
    }
  | undefined;

/** Opens the live web as a plan requires; keeps sockets and rules from one batch to the next. */
function openWeb(read: ReadPlan, access: StoredAccess | undefined) {
  if (opened?.of !== read || opened.with !== access) {
    const web = openLiveCrawlWeb({
      ...liveWebSettings(read.bundle.project),
      ...access,
      clock,
      sharedCache,
    });
    void opened?.web.web.close();
    opened = { of: read, with: access, web };
  }
  const { web, gate } = opened.web;
  return { web: fetches.count(web), gate };
}
