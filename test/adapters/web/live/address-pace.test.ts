import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAddressPace } from "../../../../lib/adapters/web/live/address-pace.ts";

/** Returns the times that sockets to these addresses wait for, all wanted at once, at 1,000 ms. */
async function startsOf(delayMs: number, addresses: readonly string[]): Promise<number[]> {
  const pace = createAddressPace(delayMs, {
    now: () => 1_000,
    waitUntil: async (time) => void starts.push(time),
  });
  const starts: number[] = [];
  await Promise.all(addresses.map(pace));
  return starts;
}

describe("the pace of new sockets", () => {
  it("Sockets to one address start one delay apart, the first at once", async () => {
    assert.deepEqual(await startsOf(50, Array(4).fill("192.0.2.1")), [1_050, 1_100, 1_150]);
  });

  it("Sockets to two addresses do not wait for each other", async () => {
    const addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.2"];
    assert.deepEqual(await startsOf(50, addresses), [1_050, 1_050]);
  });

  it("Addresses of one IPv6 network wait for each other", async () => {
    assert.deepEqual(await startsOf(50, ["2001:db8::1", "2001:db8::2"]), [1_050]);
  });

  it("Without a delay no socket waits", async () => {
    assert.deepEqual(await startsOf(0, Array(3).fill("192.0.2.1")), []);
  });
});
