/** `dowser/testing`: crawls of a few pages that a test writes, for tests of handlers and strategies. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type WarcPage, writeWarcFile } from "../adapters/warc/write-warc-file.ts";
import type { CrawlReport } from "../crawl/report-crawl.ts";
import type { PageHandler } from "../features/handler/handle-pages.ts";
import { urlNamed } from "../project/url-named.ts";
import { openCorpus, type RunLink, type RunPage } from "../run/export/open-corpus.ts";
import { crawl, type ProjectFile, parseProject } from "./crawl.ts";

/** What a test crawls with: keys of a project file, and a handler. */
export interface TestCrawl extends Partial<ProjectFile> {
  readonly onPage?: PageHandler;
}

/** What was crawled. */
export interface CrawledPages {
  readonly report: CrawlReport;
  /** In the order of the crawl. */
  readonly pages: readonly RunPage[];
  /** All URLs that were found, with what became of them. */
  readonly links: readonly RunLink[];
}

/**
 * Crawls pages given as HTML by their URLs, the first one first; by default breadth-first. Nothing is asked of the web, and
 * nothing is left on the disk.
 */
export async function crawlPages(
  web: Readonly<Record<string, string>>,
  { onPage, ...project }: TestCrawl = {},
): Promise<CrawledPages> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-test-"));
  const [directory, recording] = [join(folder, "run"), join(folder, "web.warc.gz")];
  try {
    await writeWarcFile(recording, Object.entries(web).map(recorded), {});
    const seeds = { urls: Object.keys(web).slice(0, 1) };
    const given = { name: "test", seeds, strategy: "breadth-first", ...project };
    const options = { directory, recordings: [recording], ...(onPage && { onPage }) };
    const { report } = await crawl(await parseProject(given), options);
    const corpus = await openCorpus(directory);
    const pages = await Array.fromAsync(corpus.pages());
    const links = await Array.fromAsync(corpus.links());
    await corpus.close();
    return { report, pages, links };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function recorded([text, html]: readonly [string, string]): WarcPage {
  const page: WarcPage["page"] = {
    kind: "page",
    url: urlNamed(text, {}),
    status: 200,
    headers: [["content-type", "text/html; charset=utf-8"]],
    body: new TextEncoder().encode(html),
    mediaType: "text/html",
    charset: "utf-8",
    truncated: false,
  };
  return { page, fetchedAt: 0 };
}
