import { join } from "node:path";
import { loadProject } from "../config/load-project.ts";
import type { Project } from "../config/project-schema.ts";
import type { CrawlPorts } from "../crawl/crawl.ts";
import { reportCrawl } from "../crawl/report-crawl.ts";
import { type RunEnd, runCrawl } from "../crawl/run-crawl.ts";
import { createStrategy } from "../domain/strategy/create-strategy.ts";
import { openRun } from "./open-run.ts";
import { type OpenedWeb, openWeb } from "./open-web.ts";
import { frontierPolicy, planCrawl } from "./plan-crawl.ts";
import { EXIT } from "./print-error.ts";
import { startProgress } from "./progress-line.ts";
import { formatReport } from "./report.ts";

/** What the user says on the command line. */
export interface CrawlOptions {
  /** Recordings to crawl instead of the live web. */
  readonly web: readonly string[];
  /** Where the run is kept; `runs/NAME` if not said. */
  readonly out: string | undefined;
  readonly json: boolean;
}

const ENDINGS: Readonly<Record<RunEnd, string>> = {
  "budget-pages": "the page budget is spent",
  "budget-bytes": "the byte budget is spent",
  "budget-seconds": "the time budget is spent",
  "frontier-empty": "no link is left",
  paused: "paused; the same command resumes",
};

/** `dowser crawl`: begins a crawl, or goes on with the one found in the directory. */
export async function crawlCommand(file: string, options: CrawlOptions): Promise<number> {
  const project = loadProject(file);
  const directory = options.out ?? join("runs", project.name);
  const { report, end } = await crawlInto(directory, project, options.web);
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ end, directory, ...report })}\n`
      : `${formatReport(report)}\n${ENDINGS[end]}; kept in ${directory}\n`,
  );
  return end === "paused" ? EXIT.paused : EXIT.ok;
}

/** Runs a project into a directory, with progress on standard error. */
export async function crawlInto(directory: string, project: Project, webPaths: readonly string[]) {
  const opened = await openWeb(project, webPaths);
  try {
    const strategy = createStrategy(project.strategy);
    const run = await openRun(directory, project, frontierPolicy(project, strategy, opened));
    try {
      const ports: CrawlPorts = { ...run.stores, web: opened.web, gate: opened.gate };
      const plan = { ...(await planRun(project, opened, ports)), strategy };
      const progress = startProgress(process.stderr, () => reportCrawl(ports));
      const end = await untilInterrupted((signal) => runCrawl(ports, plan, signal)).finally(() =>
        progress.stop(),
      );
      return { end, report: await reportCrawl(ports) };
    } finally {
      await run.close();
    }
  } finally {
    await opened.close();
  }
}

/** The plan of a run that may have begun earlier: its year stays, and sitemaps are read once. */
async function planRun(project: Project, opened: OpenedWeb, { log }: Pick<CrawlPorts, "log">) {
  const [first] = await log.list();
  const plan = await planCrawl(project, opened, new Date(first?.at ?? Date.now()).getUTCFullYear());
  const isNew = first === undefined;
  if (!isNew || !project.seeds.sitemaps) return plan;
  return { ...plan, seeds: [...plan.seeds, ...(await opened.sitemapPages(plan.seeds))] };
}

/** The first Ctrl-C (or SIGTERM) pauses: what is in flight is settled. The second ends at once, which loses nothing either. */
async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupt = new AbortController();
  const pause = () => {
    if (interrupt.signal.aborted) process.exit(EXIT.paused);
    process.stderr.write("\npausing: waiting for the pages in flight (again to end at once)\n");
    interrupt.abort();
  };
  process.on("SIGINT", pause).on("SIGTERM", pause);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off("SIGINT", pause).off("SIGTERM", pause);
  }
}
