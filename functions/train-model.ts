import { createDynamoKeyValueStore } from "../lib/adapters/aws/dynamo-key-value-store.ts";
import { createDynamoLabelStore } from "../lib/adapters/aws/dynamo-label-store.ts";
import { createBlobModelStore } from "../lib/adapters/blobs/blob-model-store.ts";
import { systemClock } from "../lib/adapters/system-clock.ts";
import { trainBeside } from "../lib/crawl/stack/trained-proposal.ts";
import { handlerShell } from "./handler-shell.ts";
import { openMeteredStores } from "./metered-stores.ts";
import { recordReader } from "./open-shard.ts";
import { planReader } from "./planned-crawl.ts";

const { environment, log, wrap } = handlerShell("train-model");
const { run, table, blobs } = openMeteredStores(environment);

const ports = {
  keyValueStore: createDynamoKeyValueStore(table),
  models: createBlobModelStore(blobs),
  labels: createDynamoLabelStore(table),
  clock: systemClock,
  readPlan: planReader(blobs),
  readShard: recordReader(blobs),
  usage: () => run.take(),
};

/** Trains the strategy on what the journal tells: asked by the planner, and by a rule. */
export const handler = wrap(async () => {
  run.begin();
  log.info("training", { result: await trainBeside(ports) });
});
