import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { HandlerExecutionContext, MiddlewareStack } from "@smithy/types";
import { addUsage, NO_USAGE, type Usage } from "../../domain/cost/usage.ts";

/** What was used since the meter was last read. */
interface Reading {
  readonly usage: Usage;
  /** `S3 PutObject` → attempts, repeated ones among them. */
  readonly attempts: ReadonlyMap<string, number>;
}

/** A client of the SDK: all that the meter needs of it. */
interface MeteredClient<Input extends object, Output extends object> {
  readonly middlewareStack: MiddlewareStack<Input, Output>;
}

/**
 * Counts what clients of the SDK are billed for: each attempt, as those that the SDK repeats are billed,
 * too. A run of a function is not billed to who invokes it here: rules, queues and the API start some
 * as well, so that each function counts its own runs.
 */
export interface RequestMeter {
  /** Counts what a client does from now on, and gives it back. */
  readonly watch: <Input extends object, Output extends object, Client>(
    client: Client & MeteredClient<Input, Output>,
  ) => Client;
  /** What was used since this was last called. */
  take(): Reading;
}

/** A meter that stands at nothing. */
export function createRequestMeter(): RequestMeter {
  let usage = NO_USAGE;
  let attempts = new Map<string, number>();

  function count(context: HandlerExecutionContext, input: object, result: OperationResult): void {
    const [service, name] = namesOf(context);
    const key = `${service} ${name}`;
    attempts.set(key, (attempts.get(key) ?? 0) + 1);
    usage = addUsage(usage, billedUnits({ service, name, input }, result));
  }

  return {
    watch(client) {
      const { middlewareStack } = client;
      middlewareStack.add(
        (next, context) => async (args) => {
          if (!reportsCapacity(...namesOf(context))) return next(args);
          return next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } });
        },
        { step: "initialize", name: "askForCapacity" },
      );
      // The step that the SDK repeats; with high priority it sees the answer as it was read.
      middlewareStack.add(
        (next, context) => async (args) => {
          try {
            const answer = await next(args);
            count(context, args.input, { output: answer.output ?? {} });
            return answer;
          } catch (error) {
            count(context, args.input, { error });
            throw error;
          }
        },
        { step: "deserialize", priority: "high", name: "countAttempt" },
      );
      return client;
    },
    take() {
      const reading = { usage, attempts };
      [usage, attempts] = [NO_USAGE, new Map()];
      return reading;
    },
  };
}

/** Names without what the SDK puts behind them: `DynamoDBClient`, `PutItemCommand`. */
function namesOf(context: HandlerExecutionContext): [service: string, name: string] {
  const { clientName = "", commandName = "" } = context;
  return [clientName.replace(/Client$/, ""), commandName.replace(/Command$/, "")];
}

/** A request of the SDK: the service and the operation as the SDK names them, and what was asked. */
interface Operation {
  readonly service: string;
  readonly name: string;
  readonly input: object;
}

/** How an attempt ended. */
type OperationResult = { readonly output: object } | { readonly error: unknown };

const READS = new Set(["GetItem", "BatchGetItem", "Query", "Scan"]);
const WRITE_UNIT_BYTES = 1_024;
const READ_UNIT_BYTES = 4_096;
const SQS_REQUEST_BYTES = 65_536;

/** Operations of S3 that cost what a PUT does; those that remove something cost nothing. */
const S3_WRITE = /^(?:Put|Post|Copy|List|Create|Upload|Complete)/;
const S3_FREE = /^(?:Delete|Abort)/;

/** Operations of DynamoDB that tell what they are billed for, if asked. */
const REPORTS_CAPACITY = /^(?:Batch(?:Get|Write)|Get|Put|Update|Delete)Item$|^Query$|^Scan$/;

/** Whether the answer of an operation can say what capacity it took. */
export function reportsCapacity(service: string, name: string): boolean {
  return service === "DynamoDB" && REPORTS_CAPACITY.test(name);
}

/** What one attempt of a request is billed for. */
export function billedUnits(operation: Operation, result: OperationResult): Partial<Usage> {
  switch (operation.service) {
    case "DynamoDB":
      return dynamoUnits(operation, result);
    case "S3":
      if (S3_FREE.test(operation.name)) return {};
      return S3_WRITE.test(operation.name) ? { s3Writes: 1 } : { s3Reads: 1 };
    case "SQS":
      return { sqsRequests: unitsOf(bytesOfBodies(operation.input, result), SQS_REQUEST_BYTES) };
    default:
      return {};
  }
}

/**
 * As the answer says; by the sizes of the items where it does not. A condition that fails is billed like
 * a write. One that was not answered may have been done, and counts; other errors are free.
 */
function dynamoUnits({ name, input }: Operation, result: OperationResult): Partial<Usage> {
  const isRead = READS.has(name);
  const reported =
    "output" in result ? capacityOf(field(result.output, "ConsumedCapacity")) : undefined;
  const units = reported ?? (isRead ? readUnits(input, result) : writeUnits(input, result));
  return isRead ? { dynamoReadUnits: units } : { dynamoWriteUnits: units };
}

function capacityOf(capacity: unknown): number | undefined {
  if (capacity === undefined) return undefined;
  return listOf(capacity).reduce<number>((sum, part) => {
    const units = field(part, "CapacityUnits");
    return typeof units === "number" ? sum + units : sum;
  }, 0);
}

function readUnits(input: object, result: OperationResult): number {
  if ("error" in result && wasAnswered(result.error)) return 0;
  const output = "output" in result ? result.output : {};
  const items = listOf(field(output, "Items") ?? field(output, "Item"));
  const bytes = items.reduce<number>((sum, item) => sum + bytesOfItem(item), 0);
  return unitsOf(bytes, READ_UNIT_BYTES) * (field(input, "ConsistentRead") === true ? 1 : 0.5);
}

function writeUnits(input: object, result: OperationResult): number {
  const written = bytesOfItem(field(input, "Item"));
  if (!("error" in result)) return unitsOf(written, WRITE_UNIT_BYTES);
  const { error } = result;
  if (field(error, "name") === "ConditionalCheckFailedException") {
    return unitsOf(Math.max(written, bytesOfItem(field(error, "Item"))), WRITE_UNIT_BYTES);
  }
  return wasAnswered(error) ? 0 : unitsOf(written, WRITE_UNIT_BYTES);
}

/** Whether the service itself said no: its errors tell whose fault they are, those of a network do not. */
function wasAnswered(error: unknown): boolean {
  return field(error, "$fault") !== undefined;
}

function unitsOf(bytes: number, unit: number): number {
  return Math.max(1, Math.ceil(bytes / unit));
}

function bytesOfBodies(input: object, result: OperationResult): number {
  const received = "output" in result ? listOf(field(result.output, "Messages")) : [];
  const sent = listOf(field(input, "Entries"));
  return [input, ...sent, ...received].reduce<number>((sum, message) => {
    const body = field(message, "MessageBody") ?? field(message, "Body");
    return typeof body === "string" ? sum + Buffer.byteLength(body) : sum;
  }, 0);
}

/** Size of an item as DynamoDB counts it: names and values in UTF-8, numbers by pairs of digits. */
function bytesOfItem(item: unknown): number {
  if (typeof item !== "object" || item === null) return 0;
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOfValue(value),
    0,
  );
}

function bytesOfValue(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.length / 2) + 1;
  if (value.B !== undefined) return value.B.length;
  return 1;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
