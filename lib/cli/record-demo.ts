import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { truthOf } from "../../demo/demo-truth.ts";
import { type DemoWeb, demoOrigin } from "../../demo/demo-web.ts";
import { recordDemoWeb } from "../../demo/record-demo-web.ts";
import { type WarcPage, writeWarcFile } from "../adapters/warc/write-warc-file.ts";
import { headerValue, mediaTypeOf } from "../domain/web/http/response-outcome.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";

/** Files of a recorded demo web, relative to its folder. */
export const DEMO_FILES = {
  web: "web.warc.gz",
  truth: "truth.jsonl",
  project: "project.yaml",
  task: "task.yaml",
} as const;

/** The date of all pages, so that a recording of one seed is the same wherever it is made. */
const RECORDED_AT = Date.UTC(2026, 0, 1);

/** The need of the task that everybody has, and where it begins. */
const PROJECT = {
  name: "bees",
  need: { topic: "beekeeping honey hive" },
  seeds: {
    urls: (["forum", "garden-blog", "news"] as const).map((site) => `${demoOrigin(site)}/`),
  },
  politeness: { contact: "you@example.org" },
};

/** A fifth of the web. */
const BUDGET = 300;

/**
 * Writes the demo web into a folder, as a WARC file, as its truth, and as a task for methods. The truth has one
 * line a page with `url`, `target` and what else the generator knows. Pages in a content coding are left out. Returns the number of pages.
 */
export async function recordDemo(web: DemoWeb, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const lines = truthOf(web).map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, DEMO_FILES.truth), lines.join(""));
  const { web: file, truth, project } = DEMO_FILES;
  const task = { name: "generated bees", project, web: file, truth, target: "target=true" };
  writeFileSync(join(folder, project), stringify(PROJECT));
  writeFileSync(join(folder, DEMO_FILES.task), stringify({ ...task, budget: BUDGET }));
  return writeWarcFile(join(folder, DEMO_FILES.web), pagesOf(web), { software: "dowser demo" });
}

function* pagesOf(web: DemoWeb): Generator<WarcPage> {
  for (const { url: href, status, headers, body } of recordDemoWeb(web)) {
    const parsed = canonicalUrl(href);
    if (!parsed.ok || headerValue(headers, "content-encoding") !== undefined) continue;
    const answer = { kind: "page", url: parsed.url, status, headers, body } as const;
    const page = { ...answer, ...mediaTypeOf(headers), truncated: false };
    yield { page, fetchedAt: RECORDED_AT };
  }
}
