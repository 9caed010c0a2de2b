import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { createDynamoLabelStore } from "../lib/adapters/aws/dynamo-label-store.ts";
import { createDynamoRegisters } from "../lib/adapters/aws/dynamo-registers.ts";
import { createS3BlobStore } from "../lib/adapters/aws/s3-blob-store.ts";
import { createBlobModelStore } from "../lib/adapters/blobs/blob-model-store.ts";
import { systemClock } from "../lib/adapters/system-clock.ts";
import { trainBeside } from "../lib/crawl/stack/trained-proposal.ts";
import { handlerShell } from "./handler-shell.ts";
import { meterRuns } from "./metered-run.ts";
import { recordReader } from "./open-shard.ts";
import { planReader } from "./planned-crawl.ts";

const { environment, log, wrap } = handlerShell("train-model");
const run = meterRuns(Number(process.env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"] ?? 0));
const table = { client: run.watch(new DynamoDBClient()), tableName: environment.TABLE_NAME };
const blobs = createS3BlobStore({
  client: run.watch(new S3Client()),
  bucket: environment.BUCKET_NAME,
});

const ports = {
  registers: createDynamoRegisters(table),
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
  log.info("training", { came: await trainBeside(ports) });
});
