/**
 * Whole crawls with other numbers of threads that read pages, each in a process of its own. The web
 * is in that process's memory, so no server takes a part of the cores.
 */
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { figures } from "../lib/domain/text/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import type { ThreadsRun } from "./threads/crawl-from-memory.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "pages a second of whole crawls, by the number of threads that read pages",
  takes: "some 3 minutes",
};

const CORPUS = join(import.meta.dirname, "../../shared/corpora/comments");
/** Rounds and recorded sites if the command line does not say how many. */
const ROUNDS = 3;
const SITES = 14;
const CORES = [2, 4, 8];
/** So many threads that the one that fetches reads next to nothing itself. */
const CROWD = 12;

/** `npm run bench -- threads [PAGES] [ROUNDS] [SITES] [CROWD]` */
export default async function threadsBench([
  pages = "3000",
  rounds = String(ROUNDS),
  sites = String(SITES),
  crowd = String(CROWD),
]: string[]): Promise<void> {
  const files = globSync(join(CORPUS, "*.warc.gz")).toSorted().slice(0, Number(sites));
  if (files.length === 0) return console.log(`threads: skipped, no recorded sites at ${CORPUS}`);
  // More than the crowd are more than are asked for.
  const most = Math.min(availableParallelism(), Number(crowd));
  const counts = Array.from({ length: most + 1 }, (_, threads) => threads);
  const runs = new Map<number, ThreadsRun[]>(counts.map((threads) => [threads, []]));
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const threads of counts) {
      const run = crawl([String(threads), pages, ...files]);
      runs.get(threads)?.push(run);
      console.log(`${threads} threads: ${run.pages} pages in ${run.seconds.toFixed(2)} s`);
    }
  }
  printRuns(runs);
  printLaw(runs.get(0) ?? [], runs.get(Number(crowd))?.[0] ?? crawl([crowd, pages, ...files]));
}

function crawl(args: readonly string[]): ThreadsRun {
  const file = join(import.meta.dirname, "threads/crawl-from-memory.ts");
  const output = execFileSync(process.execPath, [file, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 2 ** 24,
  });
  const run: ThreadsRun = JSON.parse(output);
  return run;
}

const perSecond = ({ pages, seconds }: ThreadsRun) => pages / seconds;
const latePerSecond = ({ late }: ThreadsRun) => late.perSecond;
const msAPage = ({ pages, cpuSeconds }: ThreadsRun) => (1000 * cpuSeconds) / pages;
const mainMsAPage = ({ pages, mainCpuSeconds }: ThreadsRun) => (1000 * mainCpuSeconds) / pages;

function printRuns(runs: ReadonlyMap<number, readonly ThreadsRun[]>): void {
  const alone = runs.get(0) ?? [];
  const rows = [...runs].map(([threads, of]) => {
    const ratio = (value: (run: ThreadsRun) => number) =>
      ratioText(of.map((run, round) => value(run) / value(alone[round] ?? run)));
    return [
      String(threads),
      median(of.map(perSecond)).toFixed(0),
      ratio(perSecond),
      ratio(latePerSecond),
      median(of.map(msAPage)).toFixed(2),
      median(of.map(({ late }) => late.cpuMs)).toFixed(2),
      median(of.map(mainMsAPage)).toFixed(2),
      median(of.map(({ peakMegabytes }) => peakMegabytes)).toFixed(0),
    ];
  });
  const titles = [
    "threads",
    "pages/s",
    "÷ none",
    "÷ none, last half",
    "CPU ms a page",
    "last half",
    "of the main thread",
    "peak MB",
  ];
  printTable(
    `medians of ${runs.get(0)?.length} rounds, with the range of the ratios`,
    titles.map(figures),
    rows,
  );
}

function ratioText(ratios: readonly number[]): string {
  const [least, greatest] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} [${least.toFixed(2)}–${greatest.toFixed(2)}]`;
}

/**
 * Prints what follows for more cores. The thread that fetches and decides has `main` ms of work a
 * page that no other can do, and all work is shared by all cores.
 */
function printLaw(alone: readonly ThreadsRun[], crowd: ThreadsRun): void {
  const whole = median(alone.map(msAPage));
  const main = mainMsAPage(crowd);
  const rows = CORES.map((cores) => [
    String(cores),
    (whole / Math.max(main, whole / cores)).toFixed(1),
  ]);
  printTable(
    `what follows from ${whole.toFixed(2)} ms a page, ${main.toFixed(2)} ms of them in one thread`,
    ["cores", "at most pages/s ÷ those of one"].map(figures),
    rows,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
