import { type CrawlReport, knownUrls, waitingUrls } from "../../crawl/report-crawl.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { OWN_EXPLAINED, OWN_HARVEST, OWN_TARGETS, percent } from "../verdict-words.ts";
import { count } from "./figure-text.ts";

/**
 * Formats a crawl's figures for a terminal: totals, where each URL ended and why, and whose
 * judgement the targets are.
 */
export function formatTotals(report: CrawlReport): string {
  const { fetched, targets, harvestRate, bodyBytes, hosts } = report;
  const summary = [
    ["pages fetched", count(fetched)],
    [OWN_TARGETS, count(targets)],
    [OWN_HARVEST, percent(harvestRate)],
    ["megabytes", (bodyBytes / 1e6).toFixed(1)],
    ["hosts", count(hosts)],
    ...outcomeRows(report),
  ];
  const table = formatTable([{ title: "crawl", align: "left" }, figures("")], summary);
  return `${table}\n${OWN_EXPLAINED}`;
}

/** Formats for a terminal where each URL ended, and why. */
export function formatOutcomes(report: CrawlReport): string {
  return formatTable([{ title: "URLs", align: "left" }, figures("")], outcomeRows(report));
}

function outcomeRows(report: CrawlReport): string[][] {
  return [
    ["URLs discovered", count(knownUrls(report))],
    ["queued", count(waitingUrls(report))],
    ...Object.entries(report.reasons).map(([reason, value]) => [
      reason.replace(":", ": "),
      count(value),
    ]),
  ];
}
