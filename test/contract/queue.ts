import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Queue, ReceivedMessage } from "../../lib/ports/queue.ts";
import { until } from "../support/until.ts";

/** A way to get a queue. */
export interface QueueMaker {
  readonly name: string;
  /** Creates an empty queue, which delivers again within `redeliveryMs`, or after hours. */
  readonly create: (redelivers: "soon" | "late") => Queue | Promise<Queue>;
  /** Time within which a message that was not removed comes again from a queue that is not busy, in ms. */
  readonly redeliveryMs: number;
}

/** Tests the promises of every queue. */
export function describeQueue({ name, create, redeliveryMs }: QueueMaker): void {
  describe(`${name} is a queue`, () => {
    it("A queue has nothing to deliver at the start", async () => {
      const queue = await create("late");
      assert.deepEqual(await queue.receive(10, 0), []);
    });

    it("A queue delivers what was sent, to the letter", async () => {
      const queue = await create("late");
      const body = JSON.stringify({ text: 'é 日本 "\\ \n\t <&>', list: [1, null] });
      await queue.send([body]);
      assert.deepEqual(bodies(await queue.receive(10, 1_000)), [body]);
    });

    it("A queue sends nothing for an empty list of messages", async () => {
      const queue = await create("late");
      await queue.send([]);
      assert.deepEqual(await queue.receive(10, 0), []);
      await queue.remove([]);
    });

    it("A queue accepts more messages than a request holds, and gives as many as asked for", async () => {
      const queue = await create("late");
      const sent = Array.from({ length: 23 }, (_, i) => `message ${i}`);
      await queue.send(sent);
      const first = await queue.receive(12, 1_000);
      assert.ok(first.length > 0 && first.length <= 12, `${first.length} of 12`);
      const others = await delivered(queue, sent.length - first.length);
      assert.deepEqual(bodies([...first, ...others]).sort(), sent.toSorted());
    });

    it("A queue accepts messages of 64 KiB that are too large together", async () => {
      const queue = await create("late");
      const sent = Array.from({ length: 20 }, (_, i) => String.fromCharCode(97 + i).repeat(65_536));
      await queue.send(sent);
      assert.deepEqual(bodies(await delivered(queue, sent.length)).sort(), sent);
    });

    it("A queue delivers a message again that nobody removed", async () => {
      const queue = await create("soon");
      await queue.send(["again"]);
      const [first] = await queue.receive(1, 1_000);
      const [second] = await delivered(queue, 1);
      assert.equal(second?.body, "again");
      assert.notEqual(second.receipt, first?.receipt);
    });

    it("A queue does not deliver a removed message again, and removes nothing else", async () => {
      const queue = await create("soon");
      await queue.send(["done", "open"]);
      const received = await queue.receive(10, 1_000);
      const done = received.filter(({ body }) => body === "done");
      await queue.remove(done.map(({ receipt }) => receipt));
      assert.deepEqual(bodies(await delivered(queue, 1)), ["open"]);
    });

    it("A queue removes a removed message again without an error", async () => {
      const queue = await create("soon");
      await queue.send(Array.from({ length: 12 }, (_, i) => `${i}`));
      // On a busy machine the first ones may come again before the last one: the last receipt counts.
      const receipts = new Map<string, string>();
      await until("all messages are delivered", async () => {
        for (const { body, receipt } of await queue.receive(12, 1_000)) receipts.set(body, receipt);
        return receipts.size === 12;
      });
      await queue.remove([...receipts.values()]);
      await queue.remove([...receipts.values()]);
      assert.deepEqual(await queue.receive(10, redeliveryMs), []);
    });
  });

  /** Receives until there are so many messages. */
  async function delivered(queue: Queue, count: number): Promise<readonly ReceivedMessage[]> {
    const all: ReceivedMessage[] = [];
    await until("all messages are delivered", async () => {
      all.push(...(await queue.receive(50, redeliveryMs)));
      return all.length >= count;
    });
    return all;
  }
}

function bodies(messages: readonly ReceivedMessage[]): string[] {
  return messages.map(({ body }) => body);
}
