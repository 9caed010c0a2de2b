import { type CrawlReport, knownUrls, waitingUrls } from "../../crawl/report-crawl.ts";
import { figures, formatTable } from "../print/table.ts";

/** Formats a crawl's figures for a terminal: totals, then where each URL ended and why. */
export function formatTotals(report: CrawlReport): string {
  const { fetched, targets, harvestRate, bodyBytes, hosts, reasons } = report;
  const count = (value: number) => value.toLocaleString("en");
  const summary = [
    ["pages fetched", count(fetched)],
    ["target pages", count(targets)],
    ["harvest rate", harvestRate.toFixed(3)],
    ["megabytes", (bodyBytes / 1e6).toFixed(1)],
    ["hosts", count(hosts)],
    ["URLs known", count(knownUrls(report))],
    ["waiting", count(waitingUrls(report))],
    ...Object.entries(reasons).map(([reason, value]) => [reason.replace(":", ": "), count(value)]),
  ];
  return formatTable([{ title: "crawl", align: "left" }, figures("")], summary);
}
