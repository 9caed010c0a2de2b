import type { CrawlPorts } from "./crawl.ts";

/**
 * Seconds spent crawling in all earlier runs. A run that was killed has no end in the log: it counts
 * until the last record written before the next run began.
 */
export async function activeSeconds({
  log,
  records,
}: Pick<CrawlPorts, "log" | "records">): Promise<number> {
  const events = await log.list();
  let total = 0;
  for (const [index, { at: startedAt, kind }] of events.entries()) {
    if (kind !== "started") continue;
    const next = events.slice(index + 1).find((event) => event.kind !== "trained");
    if (next !== undefined && next.kind !== "started") total += next.at - startedAt;
    else total += (await lastRecordBefore(records, next?.at ?? Infinity, startedAt)) - startedAt;
  }
  return total / 1000;
}

async function lastRecordBefore(
  records: CrawlPorts["records"],
  before: number,
  startedAt: number,
): Promise<number> {
  let last = startedAt;
  for await (const { fetchedAt, fetchMs } of records.list()) {
    const endedAt = fetchedAt + fetchMs;
    if (endedAt < before) last = Math.max(last, endedAt);
  }
  return last;
}
