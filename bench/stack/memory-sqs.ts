import type { Machine, VirtualTime, Wait } from "./virtual-time.ts";

interface Message {
  readonly body: string;
  readonly receipt: string;
  visibleAt: number;
}

/** Time that a delivery lasts, in ms: longer than anything here takes. */
const VISIBILITY_MS = 3_600_000;

/** Queues by their URLs, with long polling. */
export class MemorySqs {
  readonly #time: VirtualTime;
  readonly #queues = new Map<string, Map<string, Message>>();
  readonly #waiting = new Map<string, Wait[]>();
  #sent = 0;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  async answer(
    name: string,
    input: Readonly<Record<string, unknown>>,
    machine: Machine,
  ): Promise<object> {
    const url = String(input["QueueUrl"]);
    switch (name) {
      case "SendMessageBatch":
        this.#send(
          url,
          entriesOf(input).map(({ MessageBody = "" }) => MessageBody),
        );
        return { Successful: [] };
      case "ReceiveMessage":
        return {
          Messages: await this.receive(url, machine, {
            most: Number(input["MaxNumberOfMessages"]),
            waitMs: 1_000 * Number(input["WaitTimeSeconds"]),
          }),
        };
      case "DeleteMessageBatch":
        this.remove(
          url,
          entriesOf(input).map(({ ReceiptHandle = "" }) => ReceiptHandle),
        );
        return { Successful: [] };
      case "GetQueueAttributes":
        return { Attributes: {} };
      default:
        throw new Error(`SQS ${name}`);
    }
  }

  async receive(
    url: string,
    machine: Machine,
    { most, waitMs }: { readonly most: number; readonly waitMs: number },
  ): Promise<{ Body: string; ReceiptHandle: string }[]> {
    const until = this.#time.now() + waitMs;
    for (;;) {
      const now = this.#time.now();
      const ready = [...this.#queue(url).values()].filter(({ visibleAt }) => visibleAt <= now);
      if (ready.length > 0 || now >= until) {
        return ready.slice(0, most).map((message) => {
          message.visibleAt = now + VISIBILITY_MS;
          return { Body: message.body, ReceiptHandle: message.receipt };
        });
      }
      const wait = this.#time.wait(machine, until);
      this.#waiting.set(url, [...(this.#waiting.get(url) ?? []), wait]);
      await wait.over;
    }
  }

  remove(url: string, receipts: readonly string[]): void {
    for (const receipt of receipts) this.#queue(url).delete(receipt);
  }

  #send(url: string, bodies: readonly string[]): void {
    for (const body of bodies) {
      this.#sent += 1;
      const receipt = String(this.#sent);
      this.#queue(url).set(receipt, { body, receipt, visibleAt: 0 });
    }
    for (const wait of this.#waiting.get(url) ?? []) wait.wake();
    this.#waiting.delete(url);
  }

  #queue(url: string): Map<string, Message> {
    const queue = this.#queues.get(url) ?? new Map<string, Message>();
    this.#queues.set(url, queue);
    return queue;
  }
}

function entriesOf(input: Readonly<Record<string, unknown>>) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the queue's adapter writes them
  return input["Entries"] as readonly { MessageBody?: string; ReceiptHandle?: string }[];
}
