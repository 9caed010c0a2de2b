import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../../domain/frontier/frontier-policy.ts";
import { MAX_RETRY_AFTER_MS } from "../../../domain/web/politeness/back-off.ts";

/** Longest time that a draw for other processes leases ahead, in ms: their batch window. */
const MOST_AHEAD_MS = 60_000;

/**
 * Moves stored times that lie further ahead than any wait can be: the machine's clock was set back
 * since they were written, and the crawl would stand still. Each host still waits its delay from
 * `now` (ms since the epoch).
 */
export function clampTimes(
  database: DatabaseSync,
  { leasesOutliveProcess, leaseMs }: Pick<FrontierPolicy, "leasesOutliveProcess" | "leaseMs">,
  now: number,
): void {
  const soon = now + (leasesOutliveProcess ? MOST_AHEAD_MS : 0);
  const latest = now + MAX_RETRY_AFTER_MS;
  database
    .prepare(
      `UPDATE host SET not_before = min(not_before, :latest),
       next_allowed_at = min(next_allowed_at, max(:soon + delay_ms, min(not_before, :latest)))
       WHERE next_allowed_at > :soon + delay_ms OR not_before > :latest`,
    )
    .run({ soon, latest });
  database
    .prepare(
      `WITH most (at) AS (SELECT max(:soon + max(delay_ms), max(not_before)) FROM host)
       UPDATE server SET next_at = (SELECT at FROM most) WHERE next_at > (SELECT at FROM most)`,
    )
    .run({ soon });
  database
    .prepare("UPDATE link SET not_before = :latest WHERE state = 1 AND not_before > :latest")
    .run({ latest });
  database
    .prepare("UPDATE link SET not_before = :latest WHERE state = 3 AND not_before > :latest")
    .run({ latest: soon + leaseMs });
}
