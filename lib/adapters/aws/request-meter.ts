import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { HandlerExecutionContext, MiddlewareStack } from "@smithy/types";
import { addUsage, NO_USAGE, type Usage } from "../../domain/cost/cost.ts";

/** The usage since the meter was last read. */
interface Reading {
  readonly usage: Usage;
  /** `S3 PutObject` → attempts, including repeated ones. */
  readonly attempts: ReadonlyMap<string, number>;
}

/** The part of an SDK client that the meter uses. */
interface MeteredClient<Input extends object, Output extends object> {
  readonly middlewareStack: MiddlewareStack<Input, Output>;
}

/**
 * Counts what the clients of the SDK are billed for: every attempt, since repeated attempts are
 * billed, too. Invoking a function is not billed to the caller here. Rules, queues and the API
 * start functions as well, so each function counts its own runs.
 */
export interface RequestMeter {
  /** Counts the requests of a client from now on, and returns the client. */
  readonly watch: <Input extends object, Output extends object, Client>(
    client: Client & MeteredClient<Input, Output>,
  ) => Client;
  /** Returns the usage since the last call. */
  take(): Reading;
}

/** Creates a meter whose counts are zero. */
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
      // The step that the SDK repeats; with high priority it sees the parsed answer.
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

/** Returns the names without the SDK's suffixes: `DynamoDBClient`, `PutItemCommand`. */
function namesOf(context: HandlerExecutionContext): [service: string, name: string] {
  const { clientName = "", commandName = "" } = context;
  return [clientName.replace(/Client$/, ""), commandName.replace(/Command$/, "")];
}

/** A request of the SDK: the service and operation as the SDK names them, and the input. */
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

/** Operations of S3 that cost as much as a PUT; those that remove something cost nothing. */
const S3_WRITE = /^(?:Put|Post|Copy|List|Create|Upload|Complete)/;
const S3_FREE = /^(?:Delete|Abort)/;

/** Operations of DynamoDB that report their consumed capacity on request. */
const REPORTS_CAPACITY = /^(?:Batch(?:Get|Write)|Get|Put|Update|Delete)Item$|^Query$|^Scan$/;

/** Returns whether the answer of an operation can report the capacity it consumed. */
export function reportsCapacity(service: string, name: string): boolean {
  return service === "DynamoDB" && REPORTS_CAPACITY.test(name);
}

/** Returns the units that one attempt of a request is billed for. */
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
 * Returns the units in the answer, or estimates them from the sizes of the items. A failed
 * condition is billed like a write. An unanswered write may have been done, and counts; other
 * errors are free.
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
  const many = itemsOfBatch(field(input, "RequestItems"));
  if (many.length > 0) {
    // What was not taken is not charged, and is sent again.
    const left = "output" in result ? itemsOfBatch(field(result.output, "UnprocessedItems")) : [];
    if ("error" in result && wasAnswered(result.error)) return 0;
    return unitsOfItems(many) - unitsOfItems(left);
  }
  const written = bytesOfItem(field(input, "Item"));
  if (!("error" in result)) return unitsOf(written, WRITE_UNIT_BYTES);
  const { error } = result;
  if (field(error, "name") === "ConditionalCheckFailedException") {
    return unitsOf(Math.max(written, bytesOfItem(field(error, "Item"))), WRITE_UNIT_BYTES);
  }
  return wasAnswered(error) ? 0 : unitsOf(written, WRITE_UNIT_BYTES);
}

/** Returns the items that a request writes to its tables. */
function itemsOfBatch(byTable: unknown): readonly unknown[] {
  if (typeof byTable !== "object" || byTable === null) return [];
  const requests: readonly unknown[] = Object.values(byTable).flat();
  return requests.map((request) => field(field(request, "PutRequest"), "Item"));
}

function unitsOfItems(items: readonly unknown[]): number {
  return items.reduce<number>((sum, item) => sum + unitsOf(bytesOfItem(item), WRITE_UNIT_BYTES), 0);
}

/**
 * Returns whether the service itself refused: its errors name the side at fault, network errors do
 * not.
 */
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

/**
 * Returns an item's size as DynamoDB counts it: names and values in UTF-8, numbers by pairs of
 * digits.
 */
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
