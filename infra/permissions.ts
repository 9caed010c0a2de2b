import type { FunctionName } from "../functions/wiring/environment.ts";

/** What of a stack a permission may be for. */
export type Resource =
  | "bucket"
  | "table"
  | "harvest queue"
  | "results queue"
  | "planner"
  | "trainer"
  | "harvest mapping"
  | "plan rule"
  | "train rule"
  | "token"
  | "search key"
  | "own log";

/** That a function may do something. */
export interface Permission {
  readonly may: readonly string[];
  readonly on: Resource;
  /** Of the bucket: keys; of the table: partition keys. `*` stands for any text. */
  readonly at?: readonly string[];
  /** Left out of a stack that has no such resource. */
  readonly isOptional?: true;
}

/** An object is put once; where the answer was lost, the writer looks whose object lies there. */
const PUT_ONCE = ["s3:PutObject", "s3:GetObject"];

/** A register is read, and written on a condition. */
const VERSIONED_KEYS: Permission = {
  may: ["dynamodb:GetItem", "dynamodb:PutItem"],
  on: "table",
  at: ["REGISTER"],
};

const LOG: Permission = { may: ["logs:CreateLogStream", "logs:PutLogEvents"], on: "own log" };

/** All that each function may do: its policy is made of these lines, and of nothing else. */
export const PERMISSIONS: Readonly<Record<FunctionName, readonly Permission[]>> = {
  planner: [
    LOG,
    VERSIONED_KEYS,
    // The first model is made of the need alone, before anything was fetched.
    { may: PUT_ONCE, on: "bucket", at: ["journal/*", "models/*"] },
    // Pages are judged again when labels have come.
    { may: ["s3:GetObject"], on: "bucket", at: ["batches/*", "pages/*", "plans/*"] },
    { may: ["dynamodb:Query"], on: "table", at: ["LABEL"] },
    // The last item of the listing is written again until it is full.
    { may: ["dynamodb:GetItem", "dynamodb:PutItem"], on: "table", at: ["PAGE"] },
    { may: ["sqs:SendMessage"], on: "harvest queue" },
    { may: ["sqs:ReceiveMessage", "sqs:DeleteMessage"], on: "results queue" },
    { may: ["lambda:InvokeFunction"], on: "trainer" },
    { may: ["lambda:UpdateEventSourceMapping"], on: "harvest mapping" },
    // Told to go on just when it had gone to rest, it wakes the stack again.
    { may: ["events:DisableRule", "events:EnableRule"], on: "plan rule" },
    { may: ["events:DisableRule", "events:EnableRule"], on: "train rule" },
    { may: ["secretsmanager:GetSecretValue"], on: "search key", isOptional: true },
  ],
  harvester: [
    LOG,
    { may: ["s3:GetObject"], on: "bucket", at: ["plans/*", "models/*"] },
    { may: PUT_ONCE, on: "bucket", at: ["pages/*", "batches/*"] },
    { may: ["dynamodb:GetItem", "dynamodb:PutItem"], on: "table", at: ["ROBOTS#*", "CLAIM"] },
    { may: ["sqs:SendMessage"], on: "results queue" },
    // The mapping that brings the batches acts as the function.
    {
      may: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
      on: "harvest queue",
    },
  ],
  trainer: [
    LOG,
    VERSIONED_KEYS,
    // Pages that were labelled are examples of the need.
    { may: ["s3:GetObject"], on: "bucket", at: ["journal/*", "plans/*", "pages/*"] },
    { may: ["dynamodb:Query"], on: "table", at: ["LABEL"] },
    { may: PUT_ONCE, on: "bucket", at: ["models/*"] },
  ],
  "api-handler": [
    LOG,
    VERSIONED_KEYS,
    // Who opens a presigned URL of a copy under html/ does so as the function.
    { may: PUT_ONCE, on: "bucket", at: ["plans/*", "html/*"] },
    { may: ["s3:GetObject"], on: "bucket", at: ["pages/*"] },
    { may: ["dynamodb:Query", "dynamodb:PutItem"], on: "table", at: ["LABEL"] },
    { may: ["dynamodb:Query"], on: "table", at: ["PAGE"] },
    { may: ["lambda:InvokeFunction"], on: "planner" },
    { may: ["lambda:UpdateEventSourceMapping"], on: "harvest mapping" },
    { may: ["events:EnableRule"], on: "plan rule" },
    { may: ["events:EnableRule"], on: "train rule" },
  ],
  authorizer: [LOG, { may: ["secretsmanager:GetSecretValue"], on: "token" }],
};
