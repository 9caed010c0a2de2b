import { LRUCache } from "lru-cache";
import { addressBlock } from "../../../domain/web/politeness/address-block.ts";
import type { Clock } from "../../../ports/clock.ts";

/** Blocks of addresses held; one that is dropped was asked long ago. */
const MOST_BLOCKS = 20_000;

/** Resolves when a socket to an address may be opened. */
export type AddressPace = (address: string) => Promise<void>;

/**
 * Creates a pace for new sockets: those to one block of addresses start `delayMs` apart.
 *
 * The frontier keeps this delay between requests to hosts whose address it knows. It knows none
 * before the first request to a domain, for its robots.txt file: thousands of domains at one address
 * would ask it as often as there are connections.
 */
export function createAddressPace(
  delayMs: number,
  clock: Pick<Clock, "now" | "waitUntil">,
): AddressPace {
  const nextAt = new LRUCache<string, number>({ max: MOST_BLOCKS });
  return async (address) => {
    if (delayMs === 0) return;
    const block = addressBlock(address);
    const now = clock.now();
    const at = Math.max(now, nextAt.get(block) ?? 0);
    nextAt.set(block, at + delayMs);
    if (at > now) await clock.waitUntil(at);
  };
}
