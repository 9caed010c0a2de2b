import { setTimeout } from "node:timers/promises";

/** Time between two checks, in ms. */
const LOOK_MS = 200;

/** Checks until there is a value, and returns it; throws when the time (ms) is over. */
export async function until<Seen>(
  what: string,
  mostMs: number,
  look: () => Promise<Seen | undefined>,
): Promise<Seen> {
  const deadline = Date.now() + mostMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > deadline) throw new Error(`not within ${mostMs} ms: ${what}`);
    await setTimeout(LOOK_MS);
  }
}
