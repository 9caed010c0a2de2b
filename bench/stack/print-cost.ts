import {
  type Cost,
  costOf,
  naiveCost,
  standingPerMonth,
  type Usage,
} from "../../lib/domain/cost/cost.ts";
import { forecast } from "../../lib/domain/cost/forecast.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { loadOf } from "../../lib/project/planner-room.ts";
import { ASSUMED_WEB, STANDING_PARTS, stackShape } from "../../lib/project/stack-limits.ts";
import { printTable } from "../entry/print-table.ts";
import type { CountedCrawl } from "./counted-crawl.ts";
import { allOf, differenceOf, PARTS } from "./reading.ts";
import { OTHER_FORM } from "./two-listings.ts";

const MILLION = 1e6;
/** Mean of the generated web. */
const LINKS_PER_PAGE = 62;
const FETCH_MS = 340;
/** A month of AWS's prices. */
const MONTH_MS = 730 * 3_600_000;
/** Default crawl delay of a host, in ms. */
const DELAY_MS = 1_000;

/** Prints what a crawl of so many hosts cost, in all and in its second half, per million pages. */
export function printCrawl(title: string, hosts: number, crawl: CountedCrawl): void {
  const { half, end, fetched, cpuMs, journal, batches } = crawl;
  const second = differenceOf(end, half);
  const other = OTHER_FORM[crawl.records];
  const { atRest, awake } = standingPerMonth(STANDING_PARTS);
  const standing = (awake * end.atMs) / MONTH_MS;
  const per = (value: number) => (value / fetched).toFixed(1);
  const naive = naiveCost({ pages: MILLION, linksPerPage: LINKS_PER_PAGE, hasIndex: false });
  const web = { ...ASSUMED_WEB, linksPerPage: LINKS_PER_PAGE, fetchMs: FETCH_MS };
  const estimated = forecast(
    { ...web, pages: MILLION, hosts, minDelayMs: DELAY_MS },
    stackShape(crawl.limits, crawl.records, loadOf(crawl.strategy)),
  );
  console.log(
    `\n${title}: ${fetched} pages in ${Math.round(end.atMs / 1_000)} s of virtual time, ${batches} batches;` +
      ` the stack's own account ${((crawl.reported / fetched) * MILLION).toFixed(3)} $/M` +
      `\nCPU ms a page: harvest ${per(cpuMs.harvest)}, plan ${per(cpuMs.plan)}, train ${per(cpuMs.train)};` +
      ` bytes a page: journal ${per(journal.bytes)} (${journal.segments} segments, ${Math.round(journal.restoreMs)} ms to restore), database ${per(journal.databaseBytes)},` +
      ` results ${per(crawl.resultBytes)}, WARC ${per(crawl.pageBytes)}` +
      `\n${(second.pages / (second.ms / 1_000)).toFixed(1)} pages/s in the second half, ${estimated.pagesPerSecond.toFixed(1)} estimated;` +
      ` alarms, secret and metrics ${((standing * MILLION) / end.pages).toFixed(3)} $/M, at rest ${atRest.toFixed(2)} $ a month`,
  );
  const bills = {
    "first tenth": { bill: costOf(allOf(crawl.tenth)), pages: crawl.tenth.pages },
    "whole crawl": { bill: costOf(allOf(end)), pages: end.pages },
    [`– ${other}`]: { bill: costOf(allOf(end, true)), pages: end.pages },
    "second half": { bill: costOf(allOf(second)), pages: second.pages },
    [`– second half, ${other}`]: { bill: costOf(allOf(second, true)), pages: second.pages },
    "estimated, a million": { bill: costOf(estimated.usage), pages: MILLION },
    naive: { bill: naive, pages: MILLION },
  };
  const services = Object.keys(naive.services);
  printTable(
    `${title}: $ a million pages by service, with ${crawl.records === "rows" ? "rows" : "packed pages"}`,
    [{ title: "", align: "left" }, ...[...services, "total"].map(figures)],
    Object.entries(bills).map(([name, { bill: cost, pages }]) => [name, ...dollarsOf(cost, pages)]),
  );
  printTable(
    `${title}, second half by function: $ a million pages, and units a thousand pages`,
    [{ title: "", align: "left" }, ...["$", ...UNITS].map(figures)],
    PARTS.map((part) => [part, ...unitsOf(second.parts[part], second.pages, UNITS)]),
  );
  printTable(
    `${title}, whole crawl by partition of DynamoDB: $ a million pages, and units a thousand pages`,
    [{ title: "", align: "left" }, ...["$", ...DYNAMO_UNITS].map(figures)],
    Array.from(crawl.partitions, ([name, usage]) => [
      name,
      ...unitsOf(usage, end.pages, DYNAMO_UNITS),
    ]),
  );
}

const DYNAMO_UNITS = ["dynamoWriteUnits", "dynamoReadUnits"] as const;

const UNITS = [
  "dynamoWriteUnits",
  "dynamoReadUnits",
  "s3Writes",
  "s3Reads",
  "sqsRequests",
  "lambdaRuns",
  "lambdaGbSeconds",
] as const;

function unitsOf(usage: Usage, pages: number, units: readonly (keyof Usage)[]): string[] {
  const dollars = (costOf(usage).total / pages) * MILLION;
  return [dollars.toFixed(3), ...units.map((unit) => ((usage[unit] / pages) * 1_000).toFixed(2))];
}

function dollarsOf({ services, total }: Cost, pages: number): string[] {
  return [...Object.values(services), total].map((sum) => ((sum / pages) * MILLION).toFixed(3));
}
