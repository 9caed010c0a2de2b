import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import { readRegister, writeRegister } from "./stack-registers.ts";
import type { StackReportFormat } from "./stack-state.ts";

/** Everything outside that a report uses. */
export interface ReportPorts {
  readonly keyValueStore: KeyValueStore;
  readonly blobs: Pick<BlobStore, "putNew">;
  readonly clock: Pick<Clock, "now">;
  /** Makes the report of the crawl so far. */
  readonly reportOf: (format: StackReportFormat) => Promise<string>;
}

/**
 * Makes the report that was asked for, if any, in the bucket, once its planner has begun the crawl. When
 * it is made twice at the same time, both are whole, and the first to end counts.
 */
export async function reportAsked({
  keyValueStore,
  blobs,
  clock,
  reportOf,
}: ReportPorts): Promise<"reported" | "nothing-asked" | "not-begun" | "overtaken"> {
  const [{ value: asked, version }, { value: order }, { value: planner }] = await Promise.all([
    readRegister(keyValueStore, "report"),
    readRegister(keyValueStore, "order"),
    readRegister(keyValueStore, "planner"),
  ]);
  if (asked === undefined || asked.key !== null) return "nothing-asked";
  if (order === undefined || order.crawl !== asked.crawl) return "nothing-asked";
  if (planner?.crawl !== asked.crawl || planner.status === null) return "not-begun";
  const { crawl, format } = asked;
  // Of this attempt: another one may have begun to write, and died.
  const key = `exports/${crawl}/${clock.now()}/report.${format === "text" ? "txt" : format}`;
  await blobs.putNew(key, Buffer.from(await reportOf(format)));
  const isFirst = await writeRegister(keyValueStore, "report", { ...asked, key }, version);
  return isFirst ? "reported" : "overtaken";
}
