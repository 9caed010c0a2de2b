/** How a planner lists the records of its crawl for other readers. */
import { type ListedPage, listedPage } from "../domain/page/page-record.ts";
import { fail } from "../errors.ts";
import type { PageListing } from "../ports/page-listing.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { type HeldStack, keepLease } from "./stack-lease.ts";
import type { PlannerPorts } from "./stack-ports.ts";
import type { PlannerState } from "./stack-state.ts";

/**
 * Lists what a planner has not listed yet, all of it or as many records as fill items; and again some of those that an update of
 * the need has judged again.
 * @throws DowserError `planner-overtaken` when a planner of a later epoch has listed others
 */
export async function listHeld(
  ports: Pick<PlannerPorts, "clock" | "keyValueStore">,
  held: HeldStack,
  all: boolean,
): Promise<void> {
  const { planner, state, listing } = held;
  await keepLease(ports, held);
  const { labels, seen } = planner.needState;
  const { records } = planner.stores;
  const { epoch } = state;
  if (held.listedNeed.labels !== labels || held.listedNeed.seen !== seen) {
    held.again = { after: 0, upTo: held.listed };
    held.filed = 0;
  }
  held.listedNeed = { labels, seen };
  const listed = await listRecords(listing, records, { after: held.listed, all, epoch });
  const again = held.again && (await listAgain(listing, records, { ...held.again, epoch }));
  if (listed === undefined || again === undefined)
    throw fail("planner-overtaken", { value: state.owner });
  held.listed = listed;
  held.again = again;
}

/** Most records that are listed again in one round: a table takes some thousands a second. */
const AGAIN_AT_ONCE = 16_384;

/** Records that are to be listed again. */
type Again = NonNullable<PlannerState["again"]>;

/**
 * Lists some records again; returns those that are left, `null` if there are none, and `undefined` when a planner of a later
 * epoch has listed others.
 */
export async function listAgain(
  listing: Pick<PageListing, "put" | "together">,
  records: Pick<RecordStore, "list" | "totals">,
  { after, upTo, epoch }: Again & Pick<NewRecords, "epoch">,
): Promise<Again | null | undefined> {
  const most = Math.min(upTo, after + AGAIN_AT_ONCE);
  const last = await listRecords(listing, records, { after, upTo: most, epoch });
  if (last === undefined) return undefined;
  return most < upTo ? { after: most, upTo } : null;
}

/** Most records read before they are listed: bounds the memory of listing a whole crawl again. */
const AT_ONCE = 1_024;

/** The records to list. */
interface NewRecords {
  /** Sequence of the last one that is listed. */
  readonly after: number;
  /** Whether all are listed, or only those that fill items of the listing. */
  readonly all?: boolean;
  /** The last one to list; else all is decided by `all`. */
  readonly upTo?: number;
  readonly epoch: number;
}

/**
 * Lists the records that are not listed yet; returns the sequence of the last one listed, or
 * `undefined` when a planner of a later epoch has listed others.
 */
export async function listRecords(
  listing: Pick<PageListing, "put" | "together">,
  records: Pick<RecordStore, "list" | "totals">,
  { after, all = false, upTo: asked, epoch }: NewRecords,
): Promise<number | undefined> {
  const { records: count } = await records.totals();
  const upTo = asked ?? (all ? count : count - (count % listing.together));
  let [last, pages]: [number, ListedPage[]] = [after, []];
  if (upTo <= after) return last;
  for await (const record of records.list(after)) {
    if (record.sequence > upTo) break;
    pages.push(listedPage(record));
    last = record.sequence;
    if (last < upTo && last % AT_ONCE !== 0) continue;
    if (!(await listing.put(pages, epoch))) return undefined;
    pages = [];
  }
  return last;
}
