import { CHANGES } from "../../domain/frontier/recrawl/change-rate.ts";
import { safeText } from "../../domain/text/safe-text.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import type { ChangeFigures } from "../change-figures.ts";
import { count } from "./figure-text.ts";

/** Most hosts that a table names. */
const MOST_HOSTS = 10;

/** Formats for a terminal what a recrawl found and what it cost. */
export function formatChanges(changes: ChangeFigures): string {
  const rows = [
    ["known before", count(changes.known)],
    ...CHANGES.map((change) => [change, count(changes[change])]),
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
  const rows = hosts
    .slice(0, MOST_HOSTS)
    .map((host) => [safeText(host.host), ...CHANGES.map((change) => count(host[change]))]);
  return formatTable([{ title: "host", align: "left" }, ...CHANGES.map(figures)], rows);
}

/** Says what the visits cost against fetching all their pages whole. */
export function costText({ sentBytes, bodyBytes }: ChangeFigures): string {
  return `${megabytes(sentBytes)} MB of bodies were sent; all pages visited have ${megabytes(bodyBytes)} MB`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
