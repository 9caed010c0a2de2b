import type { Clock } from "../../lib/ports/clock.ts";
import type { Queue, ReceivedMessage } from "../../lib/ports/queue.ts";

interface Message {
  readonly id: number;
  readonly body: string;
  deliveries: number;
  /** Ms since the epoch. */
  visibleAt: number;
}

/** A queue with what only a test may know. */
export interface MemoryQueue extends Queue {
  /** Messages sent and not removed, whether they are being delivered or not. */
  size(): number;
}

/**
 * Returns a queue that delivers in the order of sending, and again `visibilityMs` after a delivery
 * that was not removed. A receipt of an earlier delivery removes nothing.
 */
export function memoryQueue(
  clock: Pick<Clock, "now" | "waitUntil">,
  visibilityMs = 30_000,
): MemoryQueue {
  const messages = new Map<number, Message>();
  let sent = 0;

  function deliver(most: number): ReceivedMessage[] {
    const ready = [...messages.values()].filter(({ visibleAt }) => visibleAt <= clock.now());
    return ready.slice(0, most).map((message) => {
      message.deliveries += 1;
      message.visibleAt = clock.now() + visibilityMs;
      return { body: message.body, receipt: receiptOf(message) };
    });
  }

  return {
    async send(bodies) {
      for (const body of bodies) {
        sent += 1;
        messages.set(sent, { id: sent, body, deliveries: 0, visibleAt: clock.now() });
      }
    },
    async receive(most, waitMs) {
      const until = clock.now() + waitMs;
      for (;;) {
        const received = deliver(most);
        if (received.length > 0 || most === 0 || clock.now() >= until) return received;
        const next = Math.min(...Array.from(messages.values(), ({ visibleAt }) => visibleAt));
        await clock.waitUntil(Math.min(next, until));
      }
    },
    async remove(receipts) {
      const over = new Set(receipts);
      for (const message of messages.values()) {
        if (over.has(receiptOf(message))) messages.delete(message.id);
      }
    },
    size: () => messages.size,
  };
}

function receiptOf({ id, deliveries }: Message): string {
  return `${id}#${deliveries}`;
}
