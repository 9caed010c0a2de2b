/**
 * Memory of a whole crawl of a generated web, 16 connections, everything stored, in a process of its
 * own; and once more with collections, which show what lives.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { figures } from "../lib/domain/text/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import type { Held } from "./memory/run-generated.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "memory of a whole crawl as it grows to 100,000 pages; other sizes as arguments",
  takes: "some 8 minutes",
};

const SIZES = ["1000", "5000", "20000", "45000", "100000"];

/** Pages of the crawl with collections: what lives is flat long before the largest size. */
const MOST_COLLECTED = 20_000;

/** `npm run bench -- memory [PAGES...]` */
export default function memoryBench(args: string[]): void {
  const sizes = args.length > 0 ? args : SIZES;
  const crawled = crawl([], sizes);
  const collected = crawl(
    ["--expose-gc"],
    sizes.filter((size) => Number(size) <= MOST_COLLECTED),
  );
  printTable(
    "memory of one crawl after so many pages, MB",
    ["pages", "peak", "resident", "live heap", "CPU ms a page so far"].map(figures),
    crawled.map(({ pages, peakMB, residentMB, cpuMs }, index) => {
      const live = collected[index]?.heapMB.toFixed(0) ?? "";
      const perPage = pages === 0 ? "" : (cpuMs / pages).toFixed(2);
      return [pages.toLocaleString("en"), peakMB.toFixed(0), residentMB.toFixed(0), live, perPage];
    }),
  );
}

function crawl(flags: readonly string[], sizes: readonly string[]): Held[] {
  if (sizes.length === 0) return [];
  const script = join(import.meta.dirname, "memory/run-generated.ts");
  const output = execFileSync(process.execPath, [...flags, script, ...sizes], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return output
    .trimEnd()
    .split("\n")
    .map((line): Held => JSON.parse(line));
}
