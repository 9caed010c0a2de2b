import { openGate } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { frontierPolicy, openPlan } from "../../lib/project/plan-crawl.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { openRun } from "../../lib/run/folder/open-run.ts";
import { runProject } from "../../lib/run/folder/run-project.ts";
import { readInputs } from "../../lib/run/input/crawl-inputs.ts";
import type { OpenedWeb } from "../../lib/run/web/open-web.ts";
import { generatedWeb, urlOfPage } from "./generated-web.ts";

const CONNECTIONS = 16;

/** A crawl of the generated web that is about to begin. */
interface GeneratedCrawl {
  crawl(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a crawl of so many pages of the generated web in a directory; `onFetch` is told of each. */
export async function openGeneratedCrawl(
  directory: string,
  pages: number,
  onFetch: () => void,
): Promise<GeneratedCrawl> {
  const project = await parseProject(
    JSON.stringify({
      name: "bench",
      need: { topic: "music and travel with friends" },
      seeds: { urls: [urlOfPage(0)] },
      strategy: "breadth-first",
      scope: { hosts: "any" },
      budget: { pages },
      politeness: {
        contact: "bench@dowser.example",
        minDelayMs: 0,
        concurrency: CONNECTIONS,
        connectionsPerHost: CONNECTIONS,
      },
      extract: { heading: "h1" },
    }),
    "bench.yaml",
  );
  const web = generatedWeb(onFetch);
  const opened: OpenedWeb = {
    web,
    gate: openGate,
    isLive: true,
    recording: undefined,
    sitemapPages: async () => ({ urls: [], modified: new Map(), unread: new Map() }),
    aliases: () => 0,
    writePolitenessLog: async () => {},
    lastWait: () => undefined,
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
  const options = { seed: project.seed, pages: project.budget.pages, asksQueries: false };
  const strategy = await createStrategy(project.strategy, options);
  const plan = await openPlan(project, opened, await readInputs(project, opened, [strategy]));
  const policy = frontierPolicy(project, strategy, opened);
  const run = await openRun(directory, runProject(project, []), policy);
  const ports = { ...run.stores, web, gate: openGate, search: undefined };
  return {
    crawl: () => runCrawl(ports, { ...plan, strategy }),
    close: () => run.close(),
  };
}
