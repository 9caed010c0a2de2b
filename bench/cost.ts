/**
 * What a crawl of recorded sites costs, as a machine that is busy can tell it: processor time as a ratio to an empty pass
 * over the same bodies in the same process, bytes allocated, memory, and bytes of the database.
 */
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { figures } from "../lib/domain/text/table.ts";
import type { Asked, Cost } from "./cost/recorded-crawl.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "processor time, bytes and memory a page of recorded crawls and of the look at their end",
  takes: "some 3 minutes",
};

const CORPUS = join(import.meta.dirname, "../../shared/corpora/comments");
const STRATEGIES = "best-first,adaptive,auto";
const NEED = { topic: "music and travel with friends" };
const SITES = 14;
const PASSES = 5;

/** `npm run bench -- cost [PAGES] [STRATEGIES] [SITES]`: so many pages by each strategy. */
export default function cost([
  pages = "1000",
  strategies = STRATEGIES,
  sites = String(SITES),
]: string[]): void {
  const files = globSync(join(CORPUS, "*.warc.gz")).toSorted().slice(0, Number(sites));
  if (files.length === 0) return console.log(`cost: skipped, no recorded sites at ${CORPUS}`);
  const rows = strategies.split(",").map((strategy) => {
    const asked = { strategy, pages: Number(pages), files, need: NEED, passes: 0 };
    const start = allocatedBy({ ...asked, pages: 1 });
    return rowOf(strategy, crawl({ ...asked, passes: PASSES }), allocatedBy(asked) - start);
  });
  printTable(
    `recorded sites, up to ${pages} pages by each strategy`,
    [
      { title: "strategy", align: "left" },
      ...[
        "pages",
        "KB a page",
        "crawl, ms a page",
        "÷ empty pass",
        "look, ms a page",
        "÷ empty pass",
        "KB allocated a page",
        "database, KB a page",
        "peak MB",
      ].map(figures),
      { title: "decisions", align: "left" },
    ],
    rows,
  );
}

function rowOf(strategy: string, cost: Cost, allocated: number): string[] {
  const { pages, bodyBytes, crawlMs, lookMs, emptyMs, databaseBytes, peakMB, decisions } = cost;
  const kilobytes = (bytes: number) => (bytes / pages / 1_000).toFixed(1);
  return [
    strategy,
    String(pages),
    kilobytes(bodyBytes),
    (crawlMs / pages).toFixed(2),
    (crawlMs / emptyMs).toFixed(1),
    (lookMs / pages).toFixed(2),
    (lookMs / emptyMs).toFixed(1),
    (allocated / pages / 1_000).toFixed(0),
    kilobytes(databaseBytes),
    peakMB.toFixed(0),
    decisions.slice(0, 12),
  ];
}

function crawl(asked: Asked): Cost {
  const last = run(asked, []).trimEnd().split("\n").at(-1) ?? "";
  const cost: Cost = JSON.parse(last);
  return cost;
}

/** Returns the bytes that V8 allocates for a crawl and its look. */
function allocatedBy(asked: Asked): number {
  const traced = run(asked, ["--trace-gc", "--trace-gc-nvp"]);
  let bytes = 0;
  for (const [, allocated] of traced.matchAll(/ allocated=(\d+) /g)) bytes += Number(allocated);
  return bytes;
}

function run(asked: Asked, flags: readonly string[]): string {
  const file = join(import.meta.dirname, "cost/recorded-crawl.ts");
  return execFileSync(process.execPath, [...flags, file, JSON.stringify(asked)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 2 ** 28,
  });
}
