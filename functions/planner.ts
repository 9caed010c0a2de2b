import { randomUUID } from "node:crypto";
import { MetricUnit } from "@aws-lambda-powertools/metrics";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SQSClient } from "@aws-sdk/client-sqs";
import { callFunction, createActivity } from "../lib/adapters/aws/aws-scheduler.ts";
import { createDynamoBatchClaims } from "../lib/adapters/aws/dynamo-batch-claims.ts";
import { createDynamoLabelStore } from "../lib/adapters/aws/dynamo-label-store.ts";
import { createDynamoPageListing } from "../lib/adapters/aws/dynamo-page-listing.ts";
import { createDynamoKeyValueStore } from "../lib/adapters/aws/dynamo-table.ts";
import { createSqsQueue } from "../lib/adapters/aws/sqs-queue.ts";
import { createBlobModelStore } from "../lib/adapters/blobs/blob-pages.ts";
import { createSystemClock } from "../lib/adapters/system-clock.ts";
import { PLANNER_RUN_MS } from "../lib/project/stack-limits.ts";
import { runPlanner } from "../lib/stack/run-planner.ts";
import type { WarmPlanner } from "../lib/stack/stack-lease.ts";
import type { PlannerPorts } from "../lib/stack/stack-ports.ts";
import { parseReport } from "../lib/stack/stack-registers.ts";
import { openSearch, searchKeyReader } from "./open-search.ts";
import { deadlineOf, handlerShell, logError } from "./wiring/handler-shell.ts";
import { openMeteredStores } from "./wiring/metered-run.ts";
import { endedOpener, storesOpener } from "./wiring/open-stores.ts";
import { planReader } from "./wiring/planned-crawl.ts";
import { METRICS } from "./wiring/stack-metrics.ts";

/** Time reserved for the last round, in ms: a training between two layers may take some. */
const LAST_ROUND_MS = 240_000;

const clock = createSystemClock();
const { environment, log, metrics, wrap } = handlerShell("planner");
const { run, table, blobs } = openMeteredStores(environment);
const lambda = run.watch(new LambdaClient());
const sqs = run.watch(new SQSClient());
const readPlan = planReader(blobs);
const readSearchKey = searchKeyReader(environment.SEARCH_KEY_ARN);

const ports: PlannerPorts = {
  limits: { inFlight: environment.MOST_IN_FLIGHT, harvesterMb: environment.HARVESTER_MB },
  keyValueStore: createDynamoKeyValueStore(table),
  blobs,
  claims: createDynamoBatchClaims(table, Date.now),
  batches: createSqsQueue({
    client: sqs,
    queueUrl: environment.HARVEST_QUEUE_URL,
    clock,
  }),
  results: createSqsQueue({
    client: sqs,
    queueUrl: environment.RESULTS_QUEUE_URL,
    clock,
  }),
  listingOf: (crawl) => createDynamoPageListing(table, clock, crawl),
  models: createBlobModelStore(blobs),
  labels: createDynamoLabelStore(table),
  clock,
  web: { identify: (url) => url },
  activity: createActivity({
    events: run.watch(new EventBridgeClient()),
    lambda,
    clock,
    rules: [environment.PLAN_RULE_NAME, environment.TRAIN_RULE_NAME],
    harvestMappingId: environment.HARVEST_MAPPING_ID,
  }),
  askTrainer: () => callFunction(lambda, environment.TRAIN_FUNCTION_NAME),
  readPlan: async (key) => {
    const planned = await readPlan(key);
    return { ...planned, search: openSearch(planned.bundle.project, readSearchKey) };
  },
  openStores: storesOpener(blobs, clock),
  openEnded: endedOpener(blobs),
  usage: () => run.take(),
  report: (error) => logError(log, error),
};

const warm: WarmPlanner = { owner: randomUUID(), held: undefined };

/** The planner of a stack, called each minute by a rule while a crawl is active, and by the API. */
export const handler = wrap(async (_event: unknown, context) => {
  run.begin();
  clock.anchor();
  const before = warm.held?.state.status;
  const until = Math.min(Date.now() + PLANNER_RUN_MS, deadlineOf(context) - LAST_ROUND_MS);
  await runPlanner(ports, warm, until);
  if (warm.held !== undefined) addMetrics(warm.held, before?.report);
});

function addMetrics(
  { state: { status }, planner, awaitingSince }: NonNullable<WarmPlanner["held"]>,
  before: NonNullable<typeof status>["report"] | undefined,
): void {
  if (status === null) return;
  const report = parseReport(status.report);
  const known = before === undefined ? { fetched: 0, targets: 0 } : parseReport(before);
  const { fetched, targets, states } = report;
  metrics.addMetric(METRICS.pages, MetricUnit.Count, Math.max(0, fetched - known.fetched));
  metrics.addMetric(METRICS.targets, MetricUnit.Count, Math.max(0, targets - known.targets));
  metrics.addMetric(METRICS.waiting, MetricUnit.Count, states.waiting);
  metrics.addMetric(METRICS.inFlight, MetricUnit.Count, states.leased);
  const stalledMs = awaitingSince === null ? 0 : Date.now() - awaitingSince;
  metrics.addMetric(METRICS.stalled, MetricUnit.Seconds, stalledMs / 1_000);
  metrics.addMetric(METRICS.dollars, MetricUnit.NoUnit, status.dollars);
  if (planner.dollarBudget === Number.POSITIVE_INFINITY) return;
  const percent = (100 * status.dollars) / planner.dollarBudget;
  metrics.addMetric(METRICS.budgetSpent, MetricUnit.Percent, percent);
}
