import { existsSync, globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { systemClock } from "../../adapters/system-clock.ts";
import type { Project } from "../../config/project-schema.ts";
import { viewPage } from "../../crawl/view-page.ts";
import type { FetchedPage } from "../../domain/fetch/fetch-outcome.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import type { Need } from "../../domain/strategy/strategy.ts";
import { canonicalUrl } from "../../domain/url/canonical-url.ts";
import { DowserError } from "../../errors.ts";
import { readConcepts } from "./read-concepts.ts";
import { type PageSource, readPage } from "./read-page.ts";

/**
 * Reads the user's need, with the example pages it names: files, or URLs of the web. Click paths
 * take a crawl of their own.
 */
export async function readNeed(
  need: Project["need"],
  source: PageSource,
): Promise<Omit<Need, "paths" | "lesson">> {
  const { topic, good, bad, examplePage, threshold } = need;
  const [example] = examplePage === undefined ? [] : await readExamples([examplePage], source);
  return {
    topic,
    concepts: await readConcepts(need),
    good: await readExamples(good, source),
    bad: await readExamples(bad, source),
    examplePage: example,
    threshold,
  };
}

async function readExamples(entries: readonly string[], source: PageSource): Promise<PageView[]> {
  const views: PageView[] = [];
  for (const entry of entries) {
    if (/^https?:/i.test(entry)) views.push(await readFromWeb(entry, source));
    else views.push(...readFiles(entry, source));
  }
  return views;
}

async function readFromWeb(entry: string, source: PageSource): Promise<PageView> {
  const parsed = canonicalUrl(entry);
  if (!parsed.ok) throw unreadable(entry, parsed.reason);
  const reading = await readPage(parsed.url, source);
  if (reading.kind === "unread") throw unreadable(entry, reading.reason);
  return reading.view;
}

function readFiles(pattern: string, { limits }: PageSource): PageView[] {
  // A name without wildcards may be in a folder whose name looks like a wildcard.
  const files = existsSync(pattern) ? [pattern] : globSync(pattern).toSorted();
  if (files.length === 0) throw unreadable(pattern, "no such file");
  return files.map((file) => {
    // A file has no address; its links are resolved against a host that cannot exist (RFC 6761
    // §6.4).
    const parsed = canonicalUrl(pathToFileURL(file).pathname, "http://file.invalid/");
    if (!parsed.ok) throw unreadable(file, parsed.reason);
    const page: FetchedPage = {
      kind: "page",
      url: parsed.url,
      status: 200,
      headers: [],
      body: readFileSync(file),
      mediaType: "text/html",
      charset: undefined,
      truncated: false,
    };
    return viewPage(page, {}, limits, systemClock).view;
  });
}

function unreadable(entry: string, reason: string): DowserError {
  return new DowserError(`cannot read the example page ${entry}: ${reason}`, {
    code: "example-unreadable",
    reaction: "fix-config",
    value: entry,
    hint: "name a file, or a URL that this web answers with a page, under need.good, need.bad or need.examplePage",
  });
}
