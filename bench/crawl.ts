/**
 * Whole crawls, page for page, against crawlee's CheerioCrawler: the same recorded sites served on
 * loopback by a process of their own, robots.txt obeyed, no delay, one connection a host for both.
 * Dowser runs with everything on: scope, traps, assessment, fields, WARC, records, SQLite frontier.
 */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { formatTable } from "../lib/cli/table.ts";

const CORPUS = join(import.meta.dirname, "../../shared/corpora/comments");
const ROUNDS = 3;
const BUDGET = 2_000;

interface Run {
  readonly pages: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** `npm run bench -- crawl [PAGES] [WARC …]` */
export default async function crawlBench([
  budget = String(BUDGET),
  ...given
]: string[]): Promise<void> {
  const files = given.length > 0 ? given : globSync(join(CORPUS, "*.warc.gz")).toSorted();
  if (files.length === 0 || !files.every((file) => existsSync(file))) {
    console.log(`skipped: no recorded sites at ${CORPUS}; name WARC files to use others`);
    return;
  }
  const server = fork(join(import.meta.dirname, "crawl/serve-recorded.ts"), files);
  const [sites]: { seed: string; pages: number }[][] = await once(server, "message");
  const seeds = (sites ?? []).map(({ seed }) => seed);
  const held = (sites ?? []).reduce((sum, { pages }) => sum + pages, 0);
  console.log(`${files.length} sites, ${held} pages served; ${budget} pages a crawl`);
  const runs: Record<"dowser" | "crawlee", Run[]> = { dowser: [], crawlee: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ["dowser", "crawlee"] as const) {
      const run = crawl(name, [budget, ...seeds]);
      runs[name].push(run);
      console.log(`${name}: ${run.pages} pages in ${run.seconds.toFixed(2)} s`);
    }
  }
  server.disconnect();
  console.log(table(runs));
}

function crawl(name: string, args: readonly string[]): Run {
  const script = join(import.meta.dirname, `crawl/run-${name}.ts`);
  const output = execFileSync(process.execPath, [script, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const run: Run = JSON.parse(output);
  return run;
}

function table({ dowser, crawlee }: Record<"dowser" | "crawlee", Run[]>): string {
  const measures: [string, (run: Run) => number, digits: number][] = [
    ["pages/s", ({ pages, seconds }) => pages / seconds, 0],
    ["CPU ms a page", ({ pages, cpuSeconds }) => (1000 * cpuSeconds) / pages, 2],
    ["peak MB", ({ peakMegabytes }) => peakMegabytes, 0],
  ];
  const rows = measures.map(([title, measure, digits]) => {
    const [ours, theirs] = [median(dowser.map(measure)), median(crawlee.map(measure))];
    const ratio = title === "pages/s" ? ours / theirs : theirs / ours;
    return [title, ours.toFixed(digits), theirs.toFixed(digits), `${ratio.toFixed(1)} ×`];
  });
  const right = (title: string) => ({ title, align: "right" }) as const;
  const left = { title: `median of ${ROUNDS}`, align: "left" } as const;
  return formatTable([left, right("dowser"), right("crawlee"), right("better by")], rows);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
