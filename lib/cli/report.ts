import type { CrawlReport } from "../crawl/report-crawl.ts";
import { reportCrawl } from "../crawl/report-crawl.ts";
import { readRun } from "./read-run.ts";
import { formatTable } from "./table.ts";

/** `dowser report`: the figures of a run, also while it runs. */
export async function reportCommand(
  directory: string,
  { json }: { readonly json: boolean },
): Promise<void> {
  const run = readRun(directory);
  try {
    const report = await reportCrawl(run);
    process.stdout.write(
      `${json ? JSON.stringify({ directory, ...report }) : formatReport(report)}\n`,
    );
  } finally {
    await run.close();
  }
}

/** A crawl's figures for a terminal: totals, then where each URL ended and why. */
export function formatReport(report: CrawlReport): string {
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
  return formatTable(
    [
      { title: "crawl", align: "left" },
      { title: "", align: "right" },
    ],
    summary,
  );
}
