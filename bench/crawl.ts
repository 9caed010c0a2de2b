/**
 * Whole crawls, page for page, against crawlee's CheerioCrawler: the demo web and recorded sites,
 * served on loopback by a process of their own, robots.txt obeyed, no delay, one connection a host for both.
 * Dowser runs with everything on: scope, traps, assessment, fields, WARC, records, SQLite frontier.
 */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { figures } from "../lib/cli/print/table.ts";
import type { ServedSite } from "./crawl/served-site.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "speed of whole crawls beside crawlee, pages served on loopback",
  takes: "some 3 minutes",
};

const CORPUS = join(import.meta.dirname, "../../shared/corpora/comments");
const ROUNDS = 3;

interface Run {
  readonly pages: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** Competitor → script and storage. Dowser's is on disk, always. */
const COMPETITORS = {
  dowser: ["run-dowser", "disk"],
  crawlee: ["run-crawlee", "disk"],
  "crawlee in memory": ["run-crawlee", "memory"],
} as const;

type Competitor = keyof typeof COMPETITORS;

/** `npm run bench -- crawl [PAGES]` */
export default async function crawlBench([pages]: string[]): Promise<void> {
  await compare("demo web", "serve-demo", [], pages ?? "900");
  const files = globSync(join(CORPUS, "*.warc.gz")).toSorted();
  if (files.length === 0) console.log(`skipped: no recorded sites at ${CORPUS}`);
  else await compare("recorded sites", "serve-recorded", files, pages ?? "2000");
}

async function compare(
  title: string,
  server: string,
  files: readonly string[],
  budget: string,
): Promise<void> {
  const serving = fork(join(import.meta.dirname, `crawl/${server}.ts`), files);
  const [sites]: ServedSite[][] = await once(serving, "message");
  const served = sites ?? [];
  const sum = (key: "pages" | "bytes") => served.reduce((total, site) => total + site[key], 0);
  const kilobytes = (sum("bytes") / sum("pages") / 1000).toFixed(1);
  console.log(
    `${title}: ${served.length} sites, ${sum("pages")} pages of ${kilobytes} KB; ${budget} pages a crawl`,
  );
  const seeds = served.map(({ seed }) => seed);
  const runs = new Map<Competitor, Run[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ["dowser", "crawlee", "crawlee in memory"] as const) {
      const run = crawl(name, [budget, ...seeds]);
      runs.set(name, [...(runs.get(name) ?? []), run]);
      console.log(`${name}: ${run.pages} pages in ${run.seconds.toFixed(2)} s`);
    }
  }
  serving.disconnect();
  print(`${title}: medians of ${ROUNDS} runs`, runs);
}

function crawl(name: Competitor, args: readonly string[]): Run {
  const [script, storage] = COMPETITORS[name];
  const file = join(import.meta.dirname, `crawl/${script}.ts`);
  const output = execFileSync(process.execPath, [file, storage, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const run: Run = JSON.parse(output);
  return run;
}

const MEASURES: readonly [string, (run: Run) => number, digits: number][] = [
  ["pages/s", ({ pages, seconds }) => pages / seconds, 0],
  ["CPU ms a page", ({ pages, cpuSeconds }) => (1000 * cpuSeconds) / pages, 2],
  ["peak MB", ({ peakMegabytes }) => peakMegabytes, 0],
];

function print(title: string, runs: ReadonlyMap<Competitor, readonly Run[]>): void {
  const medians = (name: Competitor) =>
    MEASURES.map(([, measure]) => median((runs.get(name) ?? []).map(measure)));
  const ours = medians("dowser");
  const rows = Array.from(runs.keys(), (name) => {
    const theirs = medians(name);
    const cells = theirs.map((value, index) => value.toFixed(MEASURES[index]?.[2]));
    const ratio = ((ours[0] ?? Number.NaN) / (theirs[0] ?? Number.NaN)).toFixed(1);
    return [name, ...cells, name === "dowser" ? "" : `${ratio} ×`];
  });
  const titles = [...MEASURES.map(([title]) => title), "dowser's pages/s"];
  printTable(title, [{ title: "crawler", align: "left" }, ...titles.map(figures)], rows);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
