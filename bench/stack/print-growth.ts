import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import type { GrowthPoint } from "./growing-crawl.ts";

/** A column of a table, and its figure of a point. */
type Figure = readonly [title: string, of: (point: GrowthPoint) => string];

const MILLION = 1e6;

/** Prints each point as it comes, and the tables of all at the end. */
export async function printGrowth(growth: AsyncIterable<GrowthPoint>): Promise<void> {
  const points: GrowthPoint[] = [];
  for await (const point of growth) {
    console.log(JSON.stringify(point));
    points.push(point);
  }
  const services = Object.keys(points[0]?.cost.services ?? {});
  print(points, "$ a million pages by service, of the pages since the row before", [
    ...services.map(
      (name): Figure => [
        name,
        ({ cost, costPages }) => inMillion(serviceOf(cost.services, name), costPages),
      ],
    ),
    ["total", ({ cost, costPages }) => inMillion(cost.total, costPages)],
    ["in the other form", ({ otherCost, costPages }) => inMillion(otherCost.total, costPages)],
    ["planners", ({ planCost, costPages }) => inMillion(planCost, costPages)],
    ["pages/s", ({ pagesPerSecond }) => pagesPerSecond.toFixed(1)],
    ["hours", ({ seconds }) => (seconds / 3_600).toFixed(2)],
  ]);
  print(points, "the planner, and what the stack keeps", [
    ["links a page", ({ links, pages }) => (links / pages).toFixed(1)],
    ["plan, CPU ms a page", ({ planMs }) => planMs.toFixed(2)],
    ["s a run", ({ planRunSeconds }) => planRunSeconds.toFixed(1)],
    ["disk, bytes a page", perPage(({ diskBytes }) => diskBytes)],
    ["journal", perPage(({ trainer }) => trainer.segmentBytes)],
    ["snapshot", perPage(({ planner }) => planner.snapshotBytes)],
    ["page index", perPage(({ indexBytes }) => indexBytes)],
    ["model KB", ({ modelBytes }) => (modelBytes / 1_000).toFixed(0)],
    ["items", ({ items }) => items.toLocaleString("en")],
    ["longest, KB", ({ longestItem }) => (longestItem.bytes / 1_000).toFixed(1)],
    ["objects", ({ objects }) => objects.toLocaleString("en")],
  ]);
  print(points, "restores", [
    ["planner, CPU s", ({ planner }) => (planner.cpuMs / 1_000).toFixed(1)],
    ["read all records, s", ({ planner }) => (planner.readMs / 1_000).toFixed(1)],
    ["peak MB", ({ planner }) => planner.peakMb.toFixed(0)],
    ["tail MB", ({ planner }) => (planner.segmentBytes / MILLION).toFixed(1)],
    ["trainer, CPU s", ({ trainer }) => (trainer.cpuMs / 1_000).toFixed(1)],
    ["peak MB", ({ trainer }) => trainer.peakMb.toFixed(0)],
  ]);
}

function print(points: readonly GrowthPoint[], title: string, shown: readonly Figure[]): void {
  const titles = ["pages", ...shown.map(([name]) => name)].map(figures);
  const rows = points.map((point) => [
    point.pages.toLocaleString("en"),
    ...shown.map(([, of]) => of(point)),
  ]);
  printTable(title, titles, rows);
}

function perPage(bytesOf: (point: GrowthPoint) => number): (point: GrowthPoint) => string {
  return (point) => (bytesOf(point) / point.pages).toFixed(0);
}

function inMillion(dollars: number, pages: number): string {
  return ((dollars / pages) * MILLION).toFixed(3);
}

function serviceOf(services: Readonly<Record<string, number>>, name: string): number {
  return services[name] ?? 0;
}
