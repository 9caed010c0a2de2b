import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { createRequestMeter, type RequestMeter } from "../../lib/adapters/aws/request-meter.ts";
import { createS3BlobStore } from "../../lib/adapters/aws/s3-blob-store.ts";
import { addUsage, type Usage } from "../../lib/domain/cost/usage.ts";
import type { Environments } from "./environment.ts";

/** Lines that Lambda itself logs of a run, and what the function adds of metrics, in bytes; seen in logs. */
const LOGGED_BYTES = 1_500;

/** What the runs of one process use: requests of its clients, and the runs themselves. */
interface MeteredRun {
  /** Counts what a client does from now on, and gives it back. */
  readonly watch: RequestMeter["watch"];
  /** Says that a run begins. */
  begin(): void;
  /** What was used since this was last called. */
  take(): Usage;
}

/** Starts to count; `memoryMb` is what Lambda gives the function, which is billed by it and by time. */
function meterRuns(memoryMb: number): MeteredRun {
  const meter = createRequestMeter();
  // The start of the process is billed with its first run.
  let since = performance.timeOrigin;
  let runs = 0;
  let isFirst = true;
  return {
    watch: meter.watch,
    begin() {
      if (!isFirst) since = Date.now();
      isFirst = false;
      runs += 1;
    },
    take() {
      const now = Date.now();
      const run = {
        lambdaRuns: runs,
        lambdaGbSeconds: ((now - since) / 1_000) * (memoryMb / 1_024),
        logBytes: runs * LOGGED_BYTES,
      };
      since = now;
      runs = 0;
      return addUsage(meter.take().usage, run);
    },
  };
}

/** The table and the bucket of a stack, for a function whose use is counted from here on. */
export function openMeteredStores({
  TABLE_NAME: tableName,
  BUCKET_NAME: bucket,
}: Environments["trainer"]) {
  // Lambda sets it, and bills by it.
  const run = meterRuns(Number(process.env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"] ?? 0));
  return {
    run,
    table: { client: run.watch(new DynamoDBClient()), tableName },
    blobs: createS3BlobStore({ client: run.watch(new S3Client()), bucket }),
  };
}
