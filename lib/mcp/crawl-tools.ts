/** Tools that begin crawls within what the user allowed, and watch them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stringify } from "yaml";
import { z } from "zod";
import { hostSchema } from "../config/host-schema.ts";
import { fail } from "../errors.ts";
import { counted } from "../evaluation/report/figure-text.ts";
import { nameFor } from "../project/new-project-text.ts";
import type { RunFolder } from "../workbench/host/run-folder.ts";
import type { RunCrawl } from "../workbench/schemas.ts";
import type { AllowedCrawl } from "./allowance.ts";
import { directoryOf } from "./run-of-agent.ts";
import { type AgentHost, type Answer, agentTool, type Call } from "./tool.ts";

/** Names of a run, of which no path is one. */
export const runName = z.string().max(300).describe("Name of a run, as list_runs has it.");

/** Time that a call waits, at most and as a rule, in seconds: most clients give up after a minute. */
const [LONGEST_WAIT, USUAL_WAIT] = [50, 20];

/** Time between two looks at a crawl, in ms. */
const LOOK_MS = 500;

/** Most runs listed, the one that changed last first. */
const MOST_RUNS = 50;

/** A crawl that has an end, for now or for good. */
const AT_REST: ReadonlySet<RunCrawl["state"]> = new Set(["finished", "paused"]);

const limits = agentTool({
  name: "limits",
  title: "What the user allowed",
  description:
    "Says what the user allowed when this server was started: pages, hours, crawls and hosts, and what is left of them. Nothing can widen it.",
  does: "read",
  input: z.strictObject({}),
  output: {
    pages: z.int(),
    pagesLeft: z.int(),
    crawls: z.int(),
    crawlsLeft: z.int(),
    hoursOfACrawl: z.number(),
    hosts: z.array(z.string()),
    web: z.enum(["live", "recorded"]),
    searchesForSeeds: z.boolean(),
  },
  run: async ({ host }) => {
    const { allowance, isLive, search } = host;
    await giveBack(host);
    const { pages, crawls, hours, hosts } = allowance.limits;
    const left = allowance.left();
    const where = hosts.length === 0 ? "any host" : counted(hosts.length, "host");
    return {
      says: `${left.pages} of ${counted(pages, "page")} and ${left.crawls} of ${counted(crawls, "crawl")} are left, on ${where}.`,
      data: {
        pages,
        pagesLeft: left.pages,
        crawls,
        crawlsLeft: left.crawls,
        hoursOfACrawl: hours,
        hosts,
        web: isLive ? "live" : "recorded",
        searchesForSeeds: search !== undefined,
      },
    };
  },
});

const listRuns = agentTool({
  name: "list_runs",
  title: "List the runs",
  description: "Lists the runs in the user's folder, the one that changed last first.",
  does: "read",
  input: z.strictObject({}),
  output: { runs: z.array(z.strictObject({ run: z.string(), state: z.string() })), of: z.int() },
  run: async ({ host }) => {
    const all = await host.crawls.list();
    const runs = all.slice(0, MOST_RUNS);
    return {
      says: `${runs.length} of ${all.length} runs, the last changed first.`,
      data: { runs: runs.map(({ run, state }) => ({ run, state })), of: all.length },
      fromWeb: { topics: runs.map(({ run, topic, changedAt }) => ({ run, topic, changedAt })) },
    };
  },
});

const beginCrawl = agentTool({
  name: "begin_crawl",
  title: "Begin a crawl",
  description:
    "Begins a crawl for pages that answer a question, and returns at once: watch it with watch_crawl. It asks the user. Pages, hours and hosts may only narrow what limits says.",
  does: "crawl",
  input: z.strictObject({
    question: z.string().trim().min(3).max(1_000).describe("What the pages are to be about."),
    words: z
      .array(z.string().trim().min(1).max(100))
      .max(40)
      .optional()
      .describe("7 to 25 words that such pages have: they tell pages better than the question."),
    seeds: z
      .array(z.string().max(8_000))
      .max(100)
      .optional()
      .describe("Pages to begin at; none where limits says that a search engine finds them."),
    hosts: z
      .array(hostSchema)
      .max(100)
      .optional()
      .describe("Only these hosts, with their subdomains."),
    pages: z.int().min(1).optional().describe("Most pages; 200 where none is named."),
    hours: z.number().gt(0).optional().describe("Longest time, in hours."),
  }),
  output: { run: z.string(), pages: z.int(), hours: z.number(), pagesLeft: z.int() },
  run: async ({ host, ask }, { question, words, ...asked }) => {
    const { allowance, folder, crawls } = host;
    await giveBack(host);
    refuseWithoutStart(host, asked.seeds);
    const { pages, hours, hosts } = allowance.allow(asked);
    const where = hosts.length === 0 ? "any host" : hosts.join(", ");
    await ask(
      `begin a crawl of at most ${counted(pages, "page")} and ${counted(hours, "hour")} on ${where}, for: ${question}`,
    );
    // Another crawl may have been begun while the user thought.
    const allowed = allowance.allow({ ...asked, pages });
    const run = freeName(folder, nameFor(question));
    allowance.hold(run, pages);
    try {
      await crawls.begin(run, projectText(host, { run, question, words }, allowed));
    } catch (error) {
      allowance.release(run);
      throw error;
    }
    const { pages: pagesLeft } = allowance.left();
    return {
      says: `Begun as ${run}, for at most ${counted(pages, "page")} and ${counted(hours, "hour")}.`,
      data: { run, pages, hours, pagesLeft },
    };
  },
});

const crawlOutput = {
  run: z.string(),
  state: z.string(),
  isAtRest: z.boolean(),
  end: z.string().nullable(),
  pagesFetched: z.int(),
  budgetPages: z.int().nullable(),
  calledRelevantByTheCrawl: z.int(),
  seconds: z.number(),
};

const watchCrawl = agentTool({
  name: "watch_crawl",
  title: "Watch a crawl",
  description:
    "Waits until a crawl has ended, or for some seconds, and tells how far it is. It sends progress where the client asks for it. Call it again while isAtRest is false, or begin it as a task.",
  does: "read",
  isLong: true,
  input: z.strictObject({
    run: runName,
    seconds: z
      .number()
      .min(0)
      .max(LONGEST_WAIT)
      .optional()
      .describe(
        "Longest time to wait, in seconds; 20 where none is named, and for a task until it has ended.",
      ),
  }),
  output: crawlOutput,
  run: async (call, { run, seconds }) => {
    directoryOf(call.host.folder, run);
    const longest = seconds ?? (call.isTask ? Number.POSITIVE_INFINITY : USUAL_WAIT);
    const until = performance.now() + longest * 1_000;
    for (let told = -1; ; ) {
      const crawl = await call.host.crawls.crawl(run);
      const fetched = crawl.report?.fetched ?? 0;
      if (fetched > told) {
        const message = `${crawl.state}: ${counted(fetched, "page")}`;
        await call.progress(fetched, crawl.budgetPages ?? undefined, message);
      }
      told = Math.max(told, fetched);
      if (AT_REST.has(crawl.state) || performance.now() >= until) return crawlAnswer(crawl);
      await sleep(LOOK_MS, undefined, { signal: call.signal });
    }
  },
});

const pauseCrawl = agentTool({
  name: "pause_crawl",
  title: "Pause a crawl",
  description:
    "Pauses a crawl that this server began: pages in flight are completed. It asks the user.",
  does: "write",
  input: z.strictObject({ run: runName }),
  output: crawlOutput,
  run: (call, { run }) => orderOwn(call, run, "pause"),
});

const resumeCrawl = agentTool({
  name: "resume_crawl",
  title: "Resume a crawl",
  description:
    "Goes on with a paused crawl that this server began, within its limits; it takes up labels. It asks the user.",
  does: "crawl",
  input: z.strictObject({ run: runName }),
  output: crawlOutput,
  run: (call, { run }) => orderOwn(call, run, "resume"),
});

export const CRAWL_TOOLS = [limits, listRuns, beginCrawl, watchCrawl, pauseCrawl, resumeCrawl];

async function orderOwn(
  { host, ask }: Call,
  run: string,
  order: "pause" | "resume",
): Promise<Answer> {
  const { allowance, folder, crawls } = host;
  directoryOf(folder, run);
  if (!allowance.has(run)) throw fail("agent-run/other", { run });
  await ask(`${order} the crawl ${run}`);
  if (order === "pause") await crawls.pause(run);
  else await crawls.resume(run, undefined);
  return crawlAnswer(await crawls.crawl(run));
}

function crawlAnswer(crawl: RunCrawl): Answer {
  const { crawl: run, state, end, report, budgetPages, seconds, problem } = crawl;
  const { fetched = 0, targets = 0 } = report ?? {};
  return {
    says: `${run}: ${state}; fetched: ${counted(fetched, "page")}, of which the crawl itself calls ${targets} relevant: predicted, not judged.`,
    data: {
      run,
      state,
      isAtRest: AT_REST.has(state),
      end,
      pagesFetched: fetched,
      budgetPages,
      calledRelevantByTheCrawl: targets,
      seconds: Math.round(seconds),
    },
    fromWeb: problem === null ? undefined : { problem },
  };
}

/** Gives back what crawls that have finished did not spend. */
async function giveBack({ allowance, crawls }: AgentHost): Promise<void> {
  for (const run of allowance.begun) {
    const { state, report } = await crawls.crawl(run);
    if (state === "finished" && report !== null) allowance.hold(run, report.fetched);
  }
}

function refuseWithoutStart(
  { isLive, contact, search }: AgentHost,
  seeds: readonly string[] = [],
): void {
  if (isLive && contact === undefined) throw fail("agent-without-contact");
  if (seeds.length === 0 && search === undefined) throw fail("agent-without-seeds");
}

/** Returns the first of `bees`, `bees-2`, `bees-3` … that neither a project nor a run has. */
function freeName(folder: RunFolder, stem: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    const file = join(folder.folder, `${name}.yaml`);
    if (!existsSync(file) && !existsSync(folder.directory(name))) return name;
  }
}

/** Writes the project file: what the agent asks for, within what the user allowed. */
function projectText(
  { contact, search }: AgentHost,
  asked: {
    readonly run: string;
    readonly question: string;
    readonly words: readonly string[] | undefined;
  },
  { pages, hours, hosts, seeds }: AllowedCrawl,
): string {
  const { run, question, words = [] } = asked;
  return stringify({
    name: run,
    need: { topic: question, ...(words.length > 0 && { words }) },
    seeds: { urls: seeds },
    ...(search !== undefined && { search }),
    scope: { hosts: "any", ...(hosts.length > 0 && { allowHosts: hosts }) },
    budget: { pages, hours },
    ...(contact !== undefined && { politeness: { contact } }),
  });
}
