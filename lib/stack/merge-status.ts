import type { CrawlReport } from "../crawl/report-crawl.ts";
import { addUsage, NO_USAGE } from "../domain/cost/usage.ts";
import { LINK_STATES, type LinkState } from "../domain/frontier/link.ts";
import { harvestRate } from "../domain/metrics/harvest-rate.ts";
import type { StackStatus } from "../ports/stack-state.ts";
import { parseReport } from "./stack-registers.ts";

/**
 * Returns the status of a crawl from those of its shards, the leading one first: it runs until all
 * have ended or paused. `null` when no shard has begun.
 */
export function mergeStatus(shards: readonly (StackStatus | null)[]): StackStatus | null {
  const begun = shards.filter((status) => status !== null);
  const [first] = begun;
  if (first === undefined || shards.length === 1) return first ?? null;
  const sum = (name: "searchDollars" | "dollars" | "listedRecords") =>
    begun.reduce((total, status) => total + status[name], 0);
  const state = stateOf(begun, shards.length);
  return {
    ...first,
    state,
    end: begun.find((status) => status.state === state && state !== "running")?.end ?? null,
    report: { ...sumReports(begun.map(({ report }) => parseReport(report))) },
    seconds: Math.max(...begun.map(({ seconds }) => seconds)),
    usage: begun.reduce((total, { usage }) => addUsage(total, usage), NO_USAGE),
    searchDollars: sum("searchDollars"),
    dollars: sum("dollars"),
    listedRecords: sum("listedRecords"),
    spentSites: sumSpent(begun),
  };
}

/** A site is of one shard alone. */
function sumSpent(begun: readonly StackStatus[]): number | null {
  const known = begun.flatMap(({ spentSites }) => spentSites ?? []);
  return known.length === 0 ? null : known.reduce((sum, sites) => sum + sites, 0);
}

function stateOf(begun: readonly StackStatus[], shards: number): StackStatus["state"] {
  if (begun.length < shards || begun.some(({ state }) => state === "running")) return "running";
  return begun.every(({ state }) => state === "finished") ? "finished" : "paused";
}

function sumReports(reports: readonly CrawlReport[]): StackReport {
  const sum = (name: "fetched" | "targets" | "bodyBytes" | "hosts") =>
    reports.reduce((total, report) => total + report[name], 0);
  const [fetched, targets] = [sum("fetched"), sum("targets")];
  const states = Object.fromEntries(
    LINK_STATES.map((state) => [
      state,
      reports.reduce((total, report) => total + report.states[state], 0),
    ]),
  );
  const reasons: Record<string, number> = {};
  for (const report of reports) {
    for (const [reason, count] of Object.entries(report.reasons)) {
      reasons[reason] = (reasons[reason] ?? 0) + count;
    }
  }
  return {
    fetched,
    targets,
    harvestRate: harvestRate(targets, fetched),
    bodyBytes: sum("bodyBytes"),
    hosts: sum("hosts"),
    states,
    reasons,
  };
}

/** A report as plain JSON. */
type StackReport = Omit<CrawlReport, "states" | "reasons"> & {
  readonly states: Readonly<Partial<Record<LinkState, number>>>;
  readonly reasons: Readonly<Record<string, number>>;
};
