/**
 * Whole crawls of the same pages by Dowser and its peers: the demo web and recorded sites, each a closed web
 * served on loopback by a process of its own, robots.txt obeyed, no delay, one connection a host for all.
 * Dowser runs with everything on: scope, traps, assessment, fields, WARC, records, SQLite frontier.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CRAWLERS, type Crawl } from "./crawl/crawlers.ts";
import { measuredRun, type RunCost } from "./crawl/measured-run.ts";
import { printRounds, type Round } from "./crawl/print-rounds.ts";
import { type Delivery, difference, type ServedWeb } from "./crawl/served-web.ts";
import type { About } from "./entry/about.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "cost of whole crawls beside crawlee, Scrapy and Colly, the same pages for all",
  takes: "some 12 minutes",
};

const CORPUS = join(import.meta.dirname, "../../shared/corpora/comments");
const SERVER = join(import.meta.dirname, "crawl/serve-closed-web.ts");
const ROUNDS = 3;
/** Pages of each web at most. */
const DEMO_PAGES = "900";
const RECORDED_PAGES = "1500";

/** The cost of a run that failed. */
const NO_RUN: RunCost = { wallSeconds: 0, cpuSeconds: 0, peakMegabytes: 0 };

/** `npm run bench -- crawl [PAGES] [only=NAME,NAME] [rounds=NUMBER] [sites=NUMBER]` */
export default async function crawlBench(args: string[]): Promise<void> {
  const pages = args.find((arg) => !arg.includes("="));
  const rounds = Number(option(args, "rounds") ?? ROUNDS);
  const crawlers = readyCrawlers(option(args, "only")?.split(","));
  await compare("demo web", [pages ?? DEMO_PAGES], crawlers, rounds);
  const files = globSync(join(CORPUS, "*.warc.gz"))
    .toSorted()
    .slice(0, Number(option(args, "sites") ?? Number.POSITIVE_INFINITY));
  if (files.length === 0) console.log(`skipped: no recorded sites at ${CORPUS}`);
  else await compare("recorded sites", [pages ?? RECORDED_PAGES, ...files], crawlers, rounds);
}

function option(args: readonly string[], name: string): string | undefined {
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The crawlers that this machine can run, of those asked for. Dowser always takes part. */
function readyCrawlers(only: readonly string[] | undefined): ReadonlyMap<string, Crawl> {
  const ready = new Map<string, Crawl>();
  for (const [index, { name, prepare }] of CRAWLERS.entries()) {
    if (index > 0 && only?.includes(name) === false) continue;
    const crawl = prepare();
    if (typeof crawl === "string") console.log(`skipped: ${name}: ${crawl}`);
    else ready.set(name, crawl);
  }
  return ready;
}

async function compare(
  title: string,
  serverArgs: readonly string[],
  crawlers: ReadonlyMap<string, Crawl>,
  count: number,
): Promise<void> {
  const server = fork(SERVER, serverArgs, { execArgv: [] });
  const [web]: ServedWeb[] = await once(server, "message");
  if (web === undefined) throw new TypeError("the server told nothing of its web");
  const delivered = async (): Promise<Delivery> => {
    server.send("end of a crawl");
    const [delivery]: Delivery[] = await once(server, "message");
    if (delivery === undefined) throw new TypeError("the server told nothing of a crawl");
    return delivery;
  };
  const sizes = Object.values(web.pages);
  const kilobytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length / 1000;
  const pages = `${sizes.length} pages of ${kilobytes.toFixed(1)} KB on ${web.seeds.length} sites`;
  console.log(`${title}: ${pages}`);
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    for (const [name, crawl] of crawlers) {
      const each = await oneRound(crawl, web, delivered);
      rounds.push({ name, round, ...each });
      const { whole, differs } = each;
      const result = differs ?? `${whole.cpuSeconds.toFixed(2)} s of processor time`;
      console.log(`${round + 1} ${name}: ${result}, ${whole.wallSeconds.toFixed(1)} s`);
    }
  }
  server.disconnect();
  printRounds(`${title}: ${pages}, medians of ${count} rounds`, rounds);
}

/** Runs a crawler twice, on one page and on the whole web. One that fails has no figures, and the bench goes on. */
async function oneRound(
  crawl: Crawl,
  { pages, seeds, single }: ServedWeb,
  delivered: () => Promise<Delivery>,
): Promise<Omit<Round, "name" | "round">> {
  const count = Object.keys(pages).length;
  try {
    const start = await run(crawl, [single]);
    await delivered();
    const whole = await run(crawl, seeds);
    const { repeated, otherAnswers, ...sent } = await delivered();
    const differs = difference(pages, sent);
    return { pages: count, whole, single: start, repeated, otherAnswers, differs };
  } catch (error) {
    await delivered();
    const differs = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    return { pages: count, whole: NO_RUN, single: NO_RUN, repeated: 0, otherAnswers: 0, differs };
  }
}

async function run(crawl: Crawl, seeds: readonly string[]): Promise<RunCost> {
  const folder = mkdtempSync(join(tmpdir(), "crawl-bench-"));
  try {
    return await measuredRun(crawl(seeds, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
