import type { CrawlReport } from "../../crawl/report-crawl.ts";
import { figures, formatTable } from "../print/table.ts";

/** A crawl's figures for a terminal: totals, then where each URL ended and why. */
export function formatTotals(report: CrawlReport): string {
  const { fetched, targets, harvestRate, bodyBytes, hosts, states, reasons } = report;
  const count = (value: number) => value.toLocaleString("en");
  const summary = [
    ["pages fetched", count(fetched)],
    ["target pages", count(targets)],
    ["harvest rate", harvestRate.toFixed(3)],
    ["megabytes", (bodyBytes / 1e6).toFixed(1)],
    ["hosts", count(hosts)],
    ["URLs known", count(Object.values(states).reduce((sum, value) => sum + value, 0))],
    ["waiting", count(states.waiting + states.leased)],
    ...Object.entries(reasons).map(([reason, value]) => [reason.replace(":", ": "), count(value)]),
  ];
  return formatTable([{ title: "crawl", align: "left" }, figures("")], summary);
}
