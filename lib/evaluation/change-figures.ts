/** What a recrawl found, counted and in words. */
import { REVISIT_GROUP } from "../crawl/link-tally.ts";
import { CHANGES, type Change, type PageRecord } from "../domain/page/page-record.ts";
import { safeText } from "../domain/text/safe-text.ts";
import { figures, formatTable } from "../domain/text/table.ts";
import type { Host } from "../domain/web/url/url.ts";
import type { RecordStore } from "../ports/record-store.ts";

export type ChangeCounts = Readonly<Record<Change, number>>;

/** What a recrawl found, compared with the visits before. */
export interface ChangeFigures extends ChangeCounts {
  /** URLs that the runs before had fetched. */
  readonly known: number;
  /** Known URLs that were not visited: the budget was spent, or the crawl goes on. */
  readonly notVisited: number;
  /** Known URLs whose visit had no answer that says what changed, by reason. */
  readonly unanswered: Readonly<Record<string, number>>;
  /** Bodies in bytes, unpacked: those that were sent, and those of all pages visited. */
  readonly sentBytes: number;
  readonly bodyBytes: number;
  /** By host, those with most visits first. */
  readonly hosts: readonly (ChangeCounts & { readonly host: Host })[];
}

/** A project, as its run keeps it. */
export interface ComparedProject {
  /** Set in a recrawl: the number of URLs that were fetched before. */
  readonly recrawl?: { readonly known: number };
}

/** Counts what changed in the records of a run that comes back to others; `undefined` of any other run. */
export async function gatherChanges(
  records: Pick<RecordStore, "list">,
  { recrawl }: ComparedProject = {},
): Promise<ChangeFigures | undefined> {
  if (recrawl === undefined) return undefined;
  const all = noCounts();
  const hosts = new Map<Host, Record<Change, number>>();
  const unanswered = new Map<string, number>();
  let [visited, sentBytes, bodyBytes] = [0, 0, 0];
  for await (const record of records.list()) {
    const { host, change, reason, page, status } = record;
    if (isOfKnown(record)) visited += 1;
    bodyBytes += page?.bodyBytes ?? 0;
    if (status !== NOT_MODIFIED) sentBytes += page?.bodyBytes ?? 0;
    if (change !== undefined) {
      const ofHost = hosts.get(host) ?? noCounts();
      hosts.set(host, ofHost);
      ofHost[change] += 1;
      all[change] += 1;
    } else if (isOfKnown(record)) unanswered.set(reason, (unanswered.get(reason) ?? 0) + 1);
  }
  const { known } = recrawl;
  return {
    known,
    ...all,
    notVisited: Math.max(0, known - visited),
    unanswered: Object.fromEntries(unanswered),
    sentBytes,
    bodyBytes,
    hosts: Array.from(hosts, ([host, counts]) => ({ host, ...counts })).sort(
      (a, b) => visitsOf(b) - visitsOf(a),
    ),
  };
}

const NOT_MODIFIED = 304;

/** The target of a redirect is in the group of the link that led to it. */
function isOfKnown({ group, parent }: PageRecord): boolean {
  return group === REVISIT_GROUP && parent === undefined;
}

function noCounts(): Record<Change, number> {
  return { new: 0, changed: 0, unchanged: 0, moved: 0, gone: 0 };
}

function visitsOf(counts: ChangeCounts): number {
  return countsByChange(counts).reduce((sum, [, urls]) => sum + urls, 0);
}

/** Lists counts of visits with what each kind of them found, in one order. */
export function countsByChange(counts: ChangeCounts): readonly (readonly [Change, number])[] {
  return CHANGES.map((change) => [change, counts[change]]);
}

/** Most hosts that a table names. */
const MOST_HOSTS = 10;

/** Formats for a terminal what a recrawl found and what it cost. */
export function formatChanges(changes: ChangeFigures): string {
  const rows = [
    ["known before", count(changes.known)],
    ...countsByChange(changes).map(([change, urls]) => [change, count(urls)]),
    ...Object.entries(changes.unanswered).map(([reason, urls]) => [
      `could not be asked: ${safeText(reason)}`,
      count(urls),
    ]),
    ["not visited yet", count(changes.notVisited)],
  ];
  return `${formatTable([{ title: "recrawl", align: "left" }, figures("URLs")], rows)}\n${costText(changes)}`;
}

/** Formats for a terminal what changed by host, when there are several. */
export function formatChangedHosts({ hosts }: ChangeFigures): string | undefined {
  if (hosts.length < 2) return undefined;
  const { found, rows } = changedHosts({ hosts }, MOST_HOSTS);
  return formatTable(
    [{ title: "host", align: "left" }, ...found.map(figures)],
    rows.map(([host, visits]) => [safeText(host), ...visits.map(count)]),
  );
}

/** Returns what visits may find, and the hosts with most visits, each with those that found it. */
export function changedHosts({ hosts }: Pick<ChangeFigures, "hosts">, most: number) {
  const rows = hosts.slice(0, most).map((host) => {
    return [host.host, countsByChange(host).map(([, urls]) => urls)] as const;
  });
  return { found: CHANGES, rows };
}

/** Says what the visits cost against fetching all their pages whole. */
function costText({ sentBytes, bodyBytes }: ChangeFigures): string {
  return `${megabytes(sentBytes)} MB of bodies were sent; all pages visited have ${megabytes(bodyBytes)} MB`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function count(urls: number): string {
  return urls.toLocaleString("en");
}
