import { setTimeout } from "node:timers/promises";

/** Time between two looks, in ms, where a look costs next to nothing. */
const LOOK_MS = 100;

/** Longest wait, in ms: longer than anything takes on a busy machine. Only what hangs reaches it. */
const MOST_MS = 20 * 60_000;

/**
 * Waits for an event that no program tells of: looks until there is a value, each `everyMs`, and returns it.
 * @throws where something hangs
 */
export async function until<Seen>(
  what: string,
  look: () => Promise<Seen | undefined | false> | Seen | undefined | false,
  everyMs = LOOK_MS,
): Promise<Seen> {
  const deadline = Date.now() + MOST_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`not within ${MOST_MS} ms: ${what}`);
    await setTimeout(everyMs);
  }
}
