/** Crawls of the bench of `auto`, looked at once more in the end: which pages are called, and which are relevant. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { openLook } from "../../lib/crawl/look.ts";
import { judgesFor } from "../../lib/domain/methods/auto/judges.ts";
import { type CutPage, cutPageOf } from "../../lib/domain/methods/cut.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { webCrawlOf } from "../auto/crawl-task.ts";
import { groupOf, someTasks } from "../auto/groups.ts";
import type { Task } from "../auto/task.ts";
import { longTopicOf } from "../judge/long-topics.ts";
import { crawledWeb } from "../known-web/crawl-web.ts";

/** A fetched page: what the crawl and the look say, and the truth. */
export interface Row extends CutPage {
  readonly url: Url;
  /** What the crawl itself called it. */
  readonly duringCrawl: boolean;
  readonly verdict: boolean;
}

/** A crawl to be made. */
export interface Asked {
  /** Name of the group of tasks, with {@link WITH_WORDS} at its end where the need has words beside its topic. */
  readonly given: string;
  readonly task: Task;
  readonly seed: number;
  /** Most pages. */
  readonly pages: number;
}

/** A whole crawl, as a line of a file keeps it. */
export interface Called {
  readonly given: string;
  readonly task: string;
  readonly web: string;
  readonly seed: number;
  readonly pages: number;
  readonly judges: readonly string[];
  readonly cannotTell: boolean;
  readonly cpuMs: number;
  readonly rows: readonly Row[];
}

/** Ends the name of a group whose needs have more words than those of their topic. */
const WITH_WORDS = "+words";

/** Returns the crawls of groups of tasks, by name; none of a group that is not recorded here. */
export function crawlsOf(
  names: readonly string[],
  { tasks, seeds, pages }: Readonly<Record<"tasks" | "seeds" | "pages", number>>,
): Asked[] {
  return names.flatMap((given) => {
    const group = groupOf(given.replace(WITH_WORDS, ""));
    const absent = group.absent();
    if (absent !== undefined) console.log(`${given} is left out: ${absent}`);
    const some = absent === undefined ? someTasks(group, tasks) : [];
    const wanted = some.filter(({ name }) => !hasWords(given) || wordsFor(name) !== undefined);
    return wanted.flatMap((task) =>
      Array.from({ length: seeds }, (_, at) => ({ given, task, seed: at + 1, pages })),
    );
  });
}

function hasWords(given: string): boolean {
  return given.endsWith(WITH_WORDS);
}

function wordsFor(task: string): readonly string[] | undefined {
  return longTopicOf(task.slice(task.lastIndexOf(" ") + 1));
}

/** Makes the crawls that a file does not have, and adds them to it. */
export async function crawlAll(
  asked: readonly Asked[],
  file: string | undefined,
): Promise<Called[]> {
  const kept = new Map(readCrawls(file).map((crawl) => [keyOf(crawl), crawl]));
  const crawls: Called[] = [];
  for (const each of asked) {
    const key = keyOf({ ...each, task: each.task.name });
    const known = kept.get(key);
    const crawl = known ?? (await crawlOnce(each));
    if (known === undefined && file !== undefined)
      appendFileSync(file, `${JSON.stringify(crawl)}\n`);
    crawls.push(crawl);
  }
  return crawls;
}

function keyOf({
  given,
  task,
  seed,
  pages,
}: Pick<Called, "given" | "task" | "seed" | "pages">): string {
  return JSON.stringify([given, task, seed, pages]);
}

function readCrawls(file: string | undefined): Called[] {
  if (file === undefined || !existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Called => JSON.parse(line));
}

async function crawlOnce({ given, task, seed, pages }: Asked): Promise<Called> {
  const startedAt = process.cpuUsage();
  const open = await task.open(seed);
  const plan = { group: given, strategy: "auto", seed };
  const budget = Math.min(pages, open.budget);
  const own = await webCrawlOf(open, { option: "auto", budget, plan });
  const words = hasWords(given) ? wordsFor(task.name) : undefined;
  const crawl = { ...own, need: { ...own.need, words } };
  const crawled = await crawledWeb(open.web, crawl);
  const during = new Map<Url, boolean>();
  for await (const { url, page } of crawled.ports.records.list())
    if (page !== undefined) during.set(url, page.isTarget);
  const look = await openLook(crawled.ports, crawled.plan);
  const rows: Row[] = [];
  for await (const verdict of look.verdicts(0)) {
    const { url } = verdict;
    const truth = { duringCrawl: during.get(url) === true, verdict: open.targets.has(url) };
    rows.push({ url, ...cutPageOf(verdict), ...truth });
  }
  const { user, system } = process.cpuUsage(startedAt);
  return {
    ...{ given, task: task.name, web: task.web, seed, pages },
    judges: judgesFor(crawl.need),
    cannotTell: look.cannotTell !== undefined,
    cpuMs: Math.round((user + system) / 1000),
    rows,
  };
}
