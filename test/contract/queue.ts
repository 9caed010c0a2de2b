import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Queue, ReceivedMessage } from "../../lib/ports/queue.ts";

/** A way to get a queue. */
export interface QueueMaker {
  readonly name: string;
  /** Creates an empty queue that delivers again after less than `redeliveryMs`. */
  readonly create: () => Queue | Promise<Queue>;
  /** How long a suite waits for a message that was not removed, in ms. */
  readonly redeliveryMs: number;
}

/** Tests the promises of every queue. */
export function describeQueue({ name, create, redeliveryMs }: QueueMaker): void {
  describe(`${name} is a queue`, () => {
    it("A queue has nothing to deliver at the start", async () => {
      const queue = await create();
      assert.deepEqual(await queue.receive(10, 0), []);
    });

    it("A queue delivers what was sent, to the letter", async () => {
      const queue = await create();
      const body = JSON.stringify({ text: 'é 日本 "\\ \n\t <&>', list: [1, null] });
      await queue.send([body]);
      assert.deepEqual(bodies(await queue.receive(10, 1_000)), [body]);
    });

    it("A queue sends nothing for an empty list of messages", async () => {
      const queue = await create();
      await queue.send([]);
      assert.deepEqual(await queue.receive(10, 0), []);
      await queue.remove([]);
    });

    it("A queue accepts more messages than a request holds, and gives as many as asked for", async () => {
      const queue = await create();
      const sent = Array.from({ length: 23 }, (_, i) => `message ${i}`);
      await queue.send(sent);
      const first = await queue.receive(12, 1_000);
      assert.ok(first.length > 0 && first.length <= 12, `${first.length} of 12`);
      const all = [...first];
      while (all.length < sent.length) {
        const more = await queue.receive(50, 1_000);
        assert.ok(more.length > 0);
        all.push(...more);
      }
      assert.deepEqual(bodies(all).sort(), sent.toSorted());
    });

    it("A queue accepts messages of 64 KiB that are too large together", async () => {
      const queue = await create();
      const sent = Array.from({ length: 20 }, (_, i) => String.fromCharCode(97 + i).repeat(65_536));
      await queue.send(sent);
      const all: ReceivedMessage[] = [];
      while (all.length < sent.length) {
        const more = await queue.receive(10, 1_000);
        assert.ok(more.length > 0);
        all.push(...more);
      }
      assert.deepEqual(bodies(all).sort(), sent);
    });

    it("A queue delivers a message again that nobody removed", async () => {
      const queue = await create();
      await queue.send(["again"]);
      const [first] = await queue.receive(1, 1_000);
      const [second] = await queue.receive(1, redeliveryMs);
      assert.equal(second?.body, "again");
      assert.notEqual(second.receipt, first?.receipt);
    });

    it("A queue does not deliver a removed message again, and removes nothing else", async () => {
      const queue = await create();
      await queue.send(["done", "open"]);
      const received = await queue.receive(10, 1_000);
      const done = received.filter(({ body }) => body === "done");
      await queue.remove(done.map(({ receipt }) => receipt));
      assert.deepEqual(bodies(await queue.receive(10, redeliveryMs)), ["open"]);
    });

    it("A queue removes a removed message again without an error", async () => {
      const queue = await create();
      await queue.send(Array.from({ length: 12 }, (_, i) => `${i}`));
      const receipts: string[] = [];
      while (receipts.length < 12) {
        receipts.push(...(await queue.receive(12, 1_000)).map(({ receipt }) => receipt));
      }
      await queue.remove(receipts);
      await queue.remove(receipts);
      assert.deepEqual(await queue.receive(10, redeliveryMs), []);
    });
  });
}

function bodies(messages: readonly ReceivedMessage[]): string[] {
  return messages.map(({ body }) => body);
}
