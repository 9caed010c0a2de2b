import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { createRequestMeter, type RequestMeter } from "../../lib/adapters/aws/request-meter.ts";
import { createS3BlobStore } from "../../lib/adapters/aws/s3-blob-store.ts";
import { addUsage, type Usage } from "../../lib/domain/cost/cost.ts";
import { LOG_BYTES_A_RUN } from "../../lib/project/stack-limits.ts";
import type { Environments } from "./environment.ts";

/** The usage of one process: requests of its clients, and the runs themselves. */
interface MeteredRun {
  /** Counts the requests of a client from now on, and returns the client. */
  readonly watch: RequestMeter["watch"];
  /** Records that a run begins. */
  begin(): void;
  /** Returns the usage since the last call. */
  take(): Usage;
}

/** Starts counting; `memoryMb` is the function's memory, which Lambda bills together with time. */
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
        logBytes: runs * LOG_BYTES_A_RUN,
      };
      since = now;
      runs = 0;
      return addUsage(meter.take().usage, run);
    },
  };
}

/** Opens the table and the bucket of a stack, for a function whose usage is counted from now on. */
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
