import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type { StackReportFormat } from "../ports/stack-state.ts";
import { readPlanners, readRegister, writeRegister } from "./stack-registers.ts";

/** Everything outside that a report uses. */
export interface ReportPorts {
  readonly keyValueStore: KeyValueStore;
  readonly blobs: Pick<BlobStore, "putNew">;
  readonly clock: Pick<Clock, "now">;
  /** Makes the report of the crawl so far. */
  readonly reportOf: (format: StackReportFormat) => Promise<string>;
}

/**
 * Makes the report that was asked for, if any, in the bucket, once all shards have begun the crawl. When
 * it is made twice at the same time, both are whole, and the first to end counts.
 */
export async function reportAsked({
  keyValueStore,
  blobs,
  clock,
  reportOf,
}: ReportPorts): Promise<"reported" | "nothing-asked" | "not-begun" | "overtaken"> {
  const [{ value: asked, version }, { value: order }] = await Promise.all([
    readRegister(keyValueStore, "report"),
    readRegister(keyValueStore, "order"),
  ]);
  if (asked === undefined || asked.key !== null) return "nothing-asked";
  if (order === undefined || order.crawl !== asked.crawl) return "nothing-asked";
  const planners = await readPlanners(keyValueStore, order.shards ?? 1);
  const isBegun = planners.every((each) => each?.crawl === asked.crawl && each.status !== null);
  if (!isBegun) return "not-begun";
  const { crawl, format } = asked;
  // Of this attempt: another one may have begun to write, and died.
  const key = `exports/${crawl}/${clock.now()}/report.${format === "text" ? "txt" : format}`;
  await blobs.putNew(key, Buffer.from(await reportOf(format)));
  const isFirst = await writeRegister(keyValueStore, "report", { ...asked, key }, version);
  return isFirst ? "reported" : "overtaken";
}
