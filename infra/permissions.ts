import type { FunctionName } from "../functions/wiring/environment.ts";
import { GIVEN_SECRETS, type GivenSecret } from "../lib/project/given-secrets.ts";

/** The parts of a stack that a permission may apply to. */
export type Resource =
  | "bucket"
  | "table"
  | "harvest queue"
  | "results queue"
  | "harvest dead letters"
  | "results dead letters"
  | "planner"
  | "trainer"
  | "harvest mapping"
  | "plan rule"
  | "train rule"
  | "token"
  | GivenSecret["name"]
  | "traces"
  | "own log";

/** One permission of a function. */
export interface Permission {
  readonly may: readonly string[];
  readonly on: Resource;
  /** Keys in the bucket, or partition keys in the table. `*` matches any text. Absent of the bucket itself. */
  readonly at?: readonly string[];
  /** Whether to omit it in a stack that has no such resource. */
  readonly isOptional?: true;
}

/** Rights to store an object once; after a lost answer the writer checks whose object is stored. */
const PUT_ONCE = ["s3:PutObject", "s3:GetObject"];

/** Rights to read a versioned key, and to write it conditionally. */
const VERSIONED_KEYS: Permission = {
  may: ["dynamodb:GetItem", "dynamodb:PutItem"],
  on: "table",
  at: ["REGISTER"],
};

const LOG: Permission = { may: ["logs:CreateLogStream", "logs:PutLogEvents"], on: "own log" };

/** Rights to send traces, which AWS grants on no single resource, where the project asks for them. */
const TRACES: Permission = {
  may: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"],
  on: "traces",
  isOptional: true,
};

/** All rights of each function: its policy contains these lines and nothing else. */
export const PERMISSIONS: Readonly<Record<FunctionName, readonly Permission[]>> = {
  planner: [
    LOG,
    TRACES,
    VERSIONED_KEYS,
    // The first model depends on the need alone, before anything was fetched.
    { may: PUT_ONCE, on: "bucket", at: ["journal/*", "models/*", "frontier/*"] },
    // Files of records, which are written again until they are full.
    { may: ["s3:PutObject"], on: "bucket", at: ["records/*"] },
    // What pages were at their last visits, for the harvesters of a recrawl.
    { may: PUT_ONCE, on: "bucket", at: ["batches/*/before-*"] },
    // A snapshot that was replaced; segments of the journal have other keys.
    { may: ["s3:DeleteObject"], on: "bucket", at: ["journal/*snapshot-*"] },
    // Pages are scored again when labels were added.
    { may: ["s3:GetObject"], on: "bucket", at: ["batches/*", "pages/*", "plans/*"] },
    { may: ["dynamodb:Query"], on: "table", at: ["LABEL"] },
    // The last packed item of a listing is written again until it is full, and indexes are made of items.
    {
      may: ["dynamodb:GetItem", "dynamodb:PutItem"],
      on: "table",
      at: ["RECORD", "RECORD#*", "RECORD-INDEX", "RECORD-INDEX#*", "PAGE-WRITER"],
    },
    { may: ["dynamodb:BatchWriteItem", "dynamodb:Query"], on: "table", at: ["PAGE#*"] },
    // Whether a harvester died with a batch, or nobody has begun it.
    { may: ["dynamodb:GetItem"], on: "table", at: ["CLAIM"] },
    { may: ["sqs:SendMessage"], on: "harvest queue" },
    { may: ["sqs:ReceiveMessage", "sqs:DeleteMessage"], on: "results queue" },
    { may: ["lambda:InvokeFunction"], on: "trainer" },
    {
      may: ["lambda:UpdateEventSourceMapping", "lambda:GetEventSourceMapping"],
      on: "harvest mapping",
    },
    // An order to go on may arrive just as the planner puts the stack to rest: it then wakes the
    // stack again.
    { may: ["events:DisableRule", "events:EnableRule"], on: "plan rule" },
    { may: ["events:DisableRule", "events:EnableRule"], on: "train rule" },
    ...secretsOf("planner"),
  ],
  harvester: [
    LOG,
    TRACES,
    { may: ["s3:GetObject"], on: "bucket", at: ["plans/*", "models/*"] },
    { may: PUT_ONCE, on: "bucket", at: ["pages/*", "batches/*"] },
    { may: ["dynamodb:GetItem", "dynamodb:PutItem"], on: "table", at: ["ROBOTS#*", "CLAIM"] },
    { may: ["sqs:SendMessage"], on: "results queue" },
    ...secretsOf("harvester"),
    // The mapping that delivers the batches acts as the function.
    {
      may: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
      on: "harvest queue",
    },
  ],
  trainer: [
    LOG,
    TRACES,
    VERSIONED_KEYS,
    // Labelled pages are examples of the need.
    { may: ["s3:GetObject"], on: "bucket", at: ["journal/*", "plans/*", "pages/*", "records/*"] },
    // Answers of an assessor are labels.
    { may: ["dynamodb:Query", "dynamodb:PutItem"], on: "table", at: ["LABEL"] },
    { may: PUT_ONCE, on: "bucket", at: ["models/*", "exports/*", "assessments/*"] },
    // Pages that a user wants forgotten are erased from all that is stored, whose keys are listed for it.
    { may: ["s3:ListBucket"], on: "bucket" },
    { may: ["s3:PutObject"], on: "bucket", at: ["pages/*", "plans/*", "journal/*", "records/*"] },
    {
      may: ["s3:DeleteObject"],
      on: "bucket",
      at: [
        "journal/*",
        "plans/*",
        "models/*",
        "exports/*",
        "batches/*",
        "html/*",
        "frontier/*",
        "records/*",
      ],
    },
    {
      may: ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"],
      on: "table",
      at: ["RECORD#*", "RECORD-INDEX#*", "PAGE-WRITER"],
    },
    { may: ["dynamodb:BatchWriteItem", "dynamodb:Query"], on: "table", at: ["PAGE#*"] },
    ...secretsOf("trainer"),
  ],
  "api-handler": [
    LOG,
    TRACES,
    VERSIONED_KEYS,
    // Opening a presigned URL of a copy under html/, or sending a file under files/, uses the rights of the function.
    { may: PUT_ONCE, on: "bucket", at: ["plans/*", "html/*", "files/*"] },
    // Of exports and reports, too, their presigned URLs.
    { may: ["s3:GetObject"], on: "bucket", at: ["pages/*", "exports/*", "frontier/*"] },
    // How large the crawls are that a recrawl comes back to.
    { may: ["s3:GetObject"], on: "bucket", at: ["journal/ended-*"] },
    { may: ["dynamodb:Query", "dynamodb:PutItem"], on: "table", at: ["LABEL"] },
    { may: ["dynamodb:Query", "dynamodb:GetItem"], on: "table", at: ["RECORD", "RECORD#*"] },
    { may: ["dynamodb:Query"], on: "table", at: ["RECORD-INDEX", "RECORD-INDEX#*", "PAGE#*"] },
    { may: ["lambda:InvokeFunction"], on: "planner" },
    { may: ["lambda:InvokeFunction"], on: "trainer" },
    {
      may: ["lambda:UpdateEventSourceMapping", "lambda:GetEventSourceMapping"],
      on: "harvest mapping",
    },
    { may: ["events:EnableRule", "events:DescribeRule"], on: "plan rule" },
    { may: ["events:EnableRule", "events:DescribeRule"], on: "train rule" },
    { may: ["sqs:GetQueueAttributes"], on: "harvest queue" },
    { may: ["sqs:GetQueueAttributes"], on: "results queue" },
    { may: ["sqs:GetQueueAttributes"], on: "harvest dead letters" },
    { may: ["sqs:GetQueueAttributes"], on: "results dead letters" },
  ],
  watchdog: [LOG, TRACES, { may: ["dynamodb:GetItem"], on: "table", at: ["REGISTER"] }],
  authorizer: [LOG, TRACES, { may: ["secretsmanager:GetSecretValue"], on: "token" }],
};

/** Rights to read the given secrets that a function reads. */
function secretsOf(name: FunctionName): readonly Permission[] {
  return GIVEN_SECRETS.filter(({ reader }) => reader === name).map(
    ({ name: on }): Permission => ({
      may: ["secretsmanager:GetSecretValue"],
      on,
      isOptional: true,
    }),
  );
}
