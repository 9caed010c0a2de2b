import { NEED_TOPIC } from "../../demo/words.ts";
import { restoreDatabase } from "../../lib/adapters/sqlite/journal.ts";
import type { Usage } from "../../lib/domain/cost/usage.ts";
import { NO_NEED } from "../../lib/domain/strategy/no-need.ts";
import type { JournalPosition } from "../../lib/ports/journal.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { type StackLimits, stackLimits } from "../../lib/project/stack-limits.ts";
import { mergeStatus } from "../../lib/stack/merge-status.ts";
import { parseReport } from "../../lib/stack/stack-registers.ts";
import { GeneratedWeb } from "./generated-web.ts";
import { type Reading, type Trouble, VirtualStack } from "./virtual-stack.ts";

/** The settings of a crawl. */
export interface AskedCrawl {
  readonly hosts: number;
  readonly pagesPerHost: number;
  readonly seeds: number;
  /** The budget. */
  readonly pages: number;
  readonly strategy: string;
  /** The section of the project file. */
  readonly stack: object;
  readonly trouble?: Trouble;
}

/** The result of a crawl. */
export interface CountedCrawl {
  readonly limits: StackLimits;
  /** At a tenth of the pages, and at half of them. */
  readonly tenth: Reading;
  readonly half: Reading;
  readonly end: Reading;
  /** The cost that the stack itself reports, in dollars. */
  readonly reported: number;
  readonly fetched: number;
  /** CPU of the functions on a whole processor, in ms. */
  readonly cpuMs: { readonly plan: number; readonly harvest: number; readonly train: number };
  readonly journal: {
    readonly segments: number;
    readonly bytes: number;
    /** CPU of restoring the whole database from it, in ms. */
    readonly restoreMs: number;
  };
  /** Usage of DynamoDB by partition, over the whole crawl. */
  readonly partitions: ReadonlyMap<string, Usage>;
  /** Objects of results and pages, and their bytes. */
  readonly batches: number;
  readonly resultBytes: number;
  readonly pageBytes: number;
}

/** A stack whose processes all live, with one environment of the planner. */
const NO_TROUBLE: Trouble = { runsADeath: Infinity, planners: 1 };

const SEED = 1;

/** Crawls until the budget is spent. */
export async function crawlOf(asked: AskedCrawl): Promise<CountedCrawl> {
  const web = new GeneratedWeb(asked, SEED);
  const project = await parseProject(
    JSON.stringify({
      name: "bench",
      need: { topic: `${NEED_TOPIC} hive honey bee queen colony swarm` },
      seeds: { urls: web.seeds(asked.seeds) },
      strategy: asked.strategy,
      stack: asked.stack,
      scope: { hosts: "seeds" },
      budget: { pages: asked.pages },
      politeness: { contact: "bench@dowser.example" },
    }),
    "bench.yaml",
  );
  const bundle = {
    project,
    need: { ...NO_NEED, topic: project.need.topic },
    foundSeeds: undefined,
    sitemapSeeds: [],
    sessions: [],
    year: 2026,
  };
  let tenth: Reading | undefined;
  let half: Reading | undefined;
  const stack = new VirtualStack(bundle, web, asked.trouble ?? NO_TROUBLE, (pages) => {
    if (tenth === undefined && pages >= asked.pages / 10) tenth = stack.reading();
    if (half === undefined && pages >= asked.pages / 2) half = stack.reading();
  });
  await stack.crawl();
  const end = stack.reading();
  const states = await stack.states();
  const status = mergeStatus(states.map((state) => state?.status ?? null));
  if (tenth === undefined || half === undefined || status === null) {
    throw new Error(`the crawl ended with ${end.pages} pages`);
  }
  const objects = [...stack.aws.objects];
  const under = (prefix: string) => objects.filter(([key]) => key.startsWith(prefix));
  const bytes = (prefix: string) => under(prefix).reduce((sum, [, { length }]) => sum + length, 0);
  return {
    limits: stackLimits(project),
    tenth,
    half,
    end,
    reported: status.dollars,
    fetched: parseReport(status.report).fetched,
    cpuMs: {
      plan: stack.cpuMs("plan"),
      harvest: stack.cpuMs("harvest"),
      train: stack.cpuMs("train"),
    },
    journal: {
      segments: under("journal/").length,
      bytes: bytes("journal/"),
      restoreMs: await restoreMs(stack.aws.objects, states[0]?.journal ?? []),
    },
    partitions: stack.aws.partitions,
    batches: under("batches/").length,
    resultBytes: bytes("batches/"),
    pageBytes: bytes("pages/"),
  };
}

async function restoreMs(
  objects: ReadonlyMap<string, Uint8Array>,
  position: JournalPosition,
): Promise<number> {
  const before = process.threadCpuUsage();
  const blobs = { get: async (key: string) => objects.get(key) };
  (await restoreDatabase(":memory:", blobs, position)).close();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
