import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeWarcFile } from "../../lib/adapters/warc/write-warc-file.ts";
import { loadProject } from "../../lib/project/load-project.ts";
import { crawlInto } from "../../lib/run/crawl/crawl.ts";
import { aUrl } from "./a-url.ts";
import { aFetchedPage, linking } from "./scripted-web.ts";

/**
 * Records pages at these URLs and crawls them breadth-first from the first one, for bees and honey.
 * Returns the run, which is in `folder` under its name.
 */
export async function aCrawledSite(
  folder: string,
  pages: readonly (readonly [url: string, html: string])[],
  name = "run",
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const run = join(folder, name);
  const web = join(folder, "web.warc.gz");
  const file = join(folder, "project.json");
  await recordPages(web, pages);
  const parts = { need: { topic: "bees honey" }, seeds: { urls: [pages[0]?.[0]] } };
  writeFileSync(file, JSON.stringify({ name: "r", ...parts, strategy: "breadth-first", ...more }));
  await crawlInto(run, await loadProject(file), [web]);
  return run;
}

/** Writes a recording of these pages. */
export async function recordPages(
  file: string,
  pages: readonly (readonly [url: string, html: string])[],
): Promise<void> {
  const recorded = pages.map(([url, html]) => ({
    page: aFetchedPage(aUrl(url), html),
    fetchedAt: 0,
  }));
  await writeWarcFile(file, recorded, {});
}

/** Returns so many pages at `/page0` and on; every fourth is about bees, the others link to all. */
export function beesAndStones(site: string, count: number): [url: string, html: string][] {
  const paths = Array.from({ length: count }, (_, number) => `/page${number}`);
  return paths.map((path, number) => [
    site + path,
    number % 4 === 3
      ? `<title>Bees ${number}</title><p>Bees make honey, all of them, the whole summer long.</p>`
      : `<title>Stones ${number}</title><p>Stones lie there.</p>${linking(...paths)}`,
  ]);
}

/** Returns three pages: a start, one about bees, and one about stones. */
export function threePages(site: string): [url: string, html: string][] {
  return [
    [`${site}/`, `<p>Bees and honey.</p>${linking("/a", "/b")}`],
    [`${site}/a`, "<p>Bees make honey.</p>"],
    [`${site}/b`, "<p>Stones lie there.</p>"],
  ];
}
