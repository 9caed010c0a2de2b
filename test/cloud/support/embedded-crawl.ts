import assert from "node:assert/strict";
import { join } from "node:path";
import { type CrawlReport, reportCrawl } from "../../../lib/crawl/report-crawl.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { runCli } from "../../support/run-cli.ts";
import { projectFile } from "./a-deployment.ts";

/** The result of a crawl on this machine. */
export interface EmbeddedCrawl {
  readonly end: string;
  readonly report: CrawlReport;
  readonly outcomes: readonly Outcome[];
}

/** The outcome of a URL, wherever it was crawled. */
export interface Outcome {
  readonly url: string;
  readonly state: string;
  readonly reason: string;
  readonly title: string;
  readonly isTarget: boolean;
  readonly utility: number;
}

/** Crawls a project by `dowser crawl`. */
export async function embeddedCrawl(
  parts: Readonly<Record<string, unknown>>,
): Promise<EmbeddedCrawl> {
  const file = projectFile("embedded", parts);
  const out = join(file, "../run");
  const { code, stdout, stderr } = await runCli(["crawl", file, "--out", out, "--json"]);
  assert.equal(code, 0, stderr);
  const { end } = JSON.parse(stdout);
  const run = readRun(out);
  // A stack has no last look: its verdicts are those that the crawl decided by.
  const report = await reportCrawl({ ...run, records: run.decided });
  const outcomes: Outcome[] = [];
  for await (const { url, state, reason, page } of run.decided.list()) {
    const { title = "", isTarget = false, utility = 0 } = page ?? {};
    outcomes.push({ url, state, reason, title, isTarget, utility });
  }
  await run.close();
  return { end, report, outcomes };
}
