import { type AttributeValue, ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { NoSuchKey, S3ServiceException } from "@aws-sdk/client-s3";
import type { HandlerExecutionContext, MiddlewareStack } from "@smithy/types";
import { sortKey } from "../../lib/adapters/aws/dynamo-table.ts";
import { billedUnits } from "../../lib/adapters/aws/request-meter.ts";
import { addUsage, NO_USAGE, type Usage } from "../../lib/domain/cost/cost.ts";
import { MemorySqs } from "./memory-sqs.ts";
import type { StoredObjects } from "./stored-objects.ts";
import type { Machine, VirtualTime } from "./virtual-time.ts";

/** Time that a request takes, in ms, as is usual within a region. */
const LATENCY_MS: Readonly<Record<string, number>> = { S3: 30, SQS: 10, DynamoDB: 6 };
const OTHER_LATENCY_MS = 50;

/** The input as the SDK passes it: only what the stack's own adapters use. */
type Input = Readonly<Record<string, unknown>>;
type Item = Record<string, AttributeValue>;

/** The items of a partition. */
interface HeldItems {
  readonly count: number;
  readonly bytes: number;
  /** Bytes of the longest. */
  readonly longest: number;
}

/** A callback for what a request is billed for. */
export type Spend = (units: Partial<Usage>) => void;

/**
 * SQS and DynamoDB in memory and S3 in files, as far as a stack uses them, behind the SDK's own
 * clients.
 */
export class MemoryAws {
  readonly objects: StoredObjects;
  readonly #time: VirtualTime;
  readonly #items = new Map<string, Item>();
  readonly sqs: MemorySqs;
  /** Usage of DynamoDB by partition, without what follows a `#` in its key. */
  readonly partitions = new Map<string, Usage>();
  /** Callback for functions invoked, and for rules and mappings switched. */
  onControl: (name: string, input: Readonly<Record<string, unknown>>) => void = () => {};

  constructor(time: VirtualTime, objects: StoredObjects) {
    this.#time = time;
    this.objects = objects;
    this.sqs = new MemorySqs(time);
  }

  /** Returns the items by partition, without what follows a `#` in its key: their number, and bytes. */
  items(): ReadonlyMap<string, HeldItems> {
    const held = new Map<string, HeldItems>();
    for (const [key, item] of this.#items) {
      const name = key.replace(/[#\n].*/s, "");
      const { count, bytes, longest } = held.get(name) ?? { count: 0, bytes: 0, longest: 0 };
      const size = bytesOf(item);
      const most = Math.max(longest, size);
      held.set(name, { count: count + 1, bytes: bytes + size, longest: most });
    }
    return held;
  }

  /** Makes a client that a meter watches ask this instead of a server. */
  connect<Sent extends object, Answered extends object, Client>(
    client: Client & { readonly middlewareStack: MiddlewareStack<Sent, Answered> },
    machine: Machine,
    spend: Spend,
  ): Client {
    client.middlewareStack.addRelativeTo(
      (_next: unknown, { clientName = "", commandName = "" }: HandlerExecutionContext) =>
        async ({ input }: { readonly input: Sent }) => {
          const operation = {
            service: clientName.replace(/Client$/, ""),
            name: commandName.replace(/Command$/, ""),
            input,
          };
          const bill = (result: Parameters<typeof billedUnits>[1]) => {
            const units = billedUnits(operation, result);
            if (operation.service === "DynamoDB") this.#countPartition(input, units);
            spend(units);
          };
          try {
            const output = { ...(await this.#answer(operation, machine)), $metadata: {} };
            bill({ output });
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of the operation asked for
            return { response: undefined, output: output as Answered };
          } catch (error) {
            bill({ error });
            throw error;
          }
        },
      { relation: "after", toMiddleware: "countAttempt", name: "answerFromMemory" },
    );
    return client;
  }

  #countPartition(input: object, units: Partial<Usage>): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- inputs are plain objects
    const { Item, Key: key, ExpressionAttributeValues: values, RequestItems } = input as Input;
    const item = RequestItems === undefined ? Item : itemsOf(RequestItems)[0];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys are two strings
    const { pk, ":pk": queried } = (item ?? key ?? values) as Item;
    const [name = ""] = ((pk ?? queried)?.S ?? "").split("#");
    this.partitions.set(name, addUsage(this.partitions.get(name) ?? NO_USAGE, units));
  }

  async #answer(
    { service, name, input }: { service: string; name: string; input: object },
    machine: Machine,
  ): Promise<object> {
    const { clock } = machine;
    await clock.waitUntil(clock.now() + (LATENCY_MS[service] ?? OTHER_LATENCY_MS));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- inputs are plain objects
    const asked = input as Input;
    if (service === "S3") return this.#s3(name, asked);
    if (service === "SQS") return this.sqs.answer(name, asked, machine);
    if (service === "DynamoDB") return this.#dynamo(name, asked);
    this.onControl(name, asked);
    return {};
  }

  #s3(name: string, { Key, Body, Range, Delete, IfNoneMatch }: Input): object {
    const key = String(Key);
    switch (name) {
      case "PutObject":
        // Files of records are written again; all else is written once.
        if (IfNoneMatch && this.objects.sizes.has(key)) throw s3Error("PreconditionFailed", 412);
        if (Body instanceof Uint8Array) this.#time.unpaid(() => this.objects.set(key, Body));
        return {};
      case "GetObject": {
        const known = this.#time.unpaid(() => this.objects.get(key));
        if (known === undefined) throw new NoSuchKey({ message: key, $metadata: {} });
        const [, from, to] = /bytes=(\d+)-(\d+)/.exec(String(Range)) ?? [];
        const part = from === undefined ? known : known.subarray(Number(from), Number(to) + 1);
        return { Body: { transformToByteArray: async () => part } };
      }
      case "DeleteObjects":
        for (const each of keysOf(Delete)) this.objects.remove(each);
        return {};
      default:
        throw new Error(`S3 ${name}`);
    }
  }

  #dynamo(name: string, input: Input): object {
    switch (name) {
      case "PutItem":
        return this.#putItem(input);
      case "GetItem": {
        const item = this.#items.get(keyOf(input["Key"]));
        return item === undefined ? {} : { Item: item };
      }
      case "BatchWriteItem":
        for (const item of itemsOf(input["RequestItems"])) this.#items.set(keyOf(item), item);
        return {};
      case "Query":
        return { Items: this.#query(input) };
      default:
        throw new Error(`DynamoDB ${name}`);
    }
  }

  /** Returns the rows of a block; other queries are of labels, of which these crawls have none. */
  #query({ ExpressionAttributeValues }: Input): readonly Item[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values as the adapters write them
    const { ":pk": pk, ":from": from, ":to": to } = ExpressionAttributeValues as Item;
    if (from?.S === undefined || to?.S === undefined) return [];
    const keys = Array.from({ length: Number(to.S) - Number(from.S) + 1 }, (_, index) =>
      keyOf({ pk, sk: { S: sortKey(Number(from.S) + index) } }),
    );
    return keys.map((key) => this.#items.get(key)).filter((item) => item !== undefined);
  }

  #putItem({ Item: item, ConditionExpression, ExpressionAttributeValues }: Input): object {
    const key = keyOf(item);
    const known = this.#items.get(key);
    if (ConditionExpression !== undefined) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values as the adapters write them
      const values = ExpressionAttributeValues as Item | undefined;
      const isTrue =
        ConditionExpression === "version = :known"
          ? known?.["version"]?.N === values?.[":known"]?.N
          : known === undefined || isOfEpoch(known, values);
      if (!isTrue) {
        throw new ConditionalCheckFailedException({
          message: "",
          $metadata: {},
          Item: known ?? {},
        });
      }
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an item as the adapters write it
    this.#items.set(key, item as Item);
    return {};
  }
}

/** Returns whether an item is of the writer's epoch or an earlier one; other conditions have none. */
function isOfEpoch(known: Item, values: Item | undefined): boolean {
  const epoch = values?.[":epoch"]?.N;
  return epoch !== undefined && Number(known["epoch"]?.N ?? 0) <= Number(epoch);
}

function keyOf(item: unknown): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys are two strings
  const { pk, sk } = item as Item;
  return `${pk?.S}\n${sk?.S}`;
}

/** Returns about what DynamoDB counts as the size of an item. */
function bytesOf(item: Item): number {
  return Object.entries(item).reduce(
    (sum, [name, { S = "", N = "", B }]) =>
      sum + name.length + S.length + N.length + (B?.length ?? 0),
    0,
  );
}

function itemsOf(requests: unknown): Item[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the adapters write them
  const byTable = requests as Record<string, { readonly PutRequest: { readonly Item: Item } }[]>;
  return Object.values(byTable).flatMap((some) => some.map(({ PutRequest }) => PutRequest.Item));
}

function keysOf(removed: unknown): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the store's adapter writes it
  const { Objects } = removed as { readonly Objects: readonly { readonly Key: string }[] };
  return Objects.map(({ Key }) => Key);
}

function s3Error(name: string, httpStatusCode: number): S3ServiceException {
  return new S3ServiceException({ name, $fault: "client", $metadata: { httpStatusCode } });
}
