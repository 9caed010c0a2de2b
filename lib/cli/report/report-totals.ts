import { type CrawlReport, knownUrls, waitingUrls } from "../../crawl/report-crawl.ts";
import { OWN_EXPLAINED, OWN_HARVEST, OWN_TARGETS } from "../../evaluation/verdict-words.ts";
import { figures, formatTable } from "../print/table.ts";

/**
 * Formats a crawl's figures for a terminal: totals, where each URL ended and why, and whose
 * judgement the targets are.
 */
export function formatTotals(report: CrawlReport): string {
  const { fetched, targets, harvestRate, bodyBytes, hosts, reasons } = report;
  const count = (value: number) => value.toLocaleString("en");
  const summary = [
    ["pages fetched", count(fetched)],
    [OWN_TARGETS, count(targets)],
    [OWN_HARVEST, harvestRate.toFixed(3)],
    ["megabytes", (bodyBytes / 1e6).toFixed(1)],
    ["hosts", count(hosts)],
    ["URLs known", count(knownUrls(report))],
    ["waiting", count(waitingUrls(report))],
    ...Object.entries(reasons).map(([reason, value]) => [reason.replace(":", ": "), count(value)]),
  ];
  const table = formatTable([{ title: "crawl", align: "left" }, figures("")], summary);
  return `${table}\n${OWN_EXPLAINED}`;
}
