import { existsSync, globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { systemClock } from "../adapters/local/system-clock.ts";
import type { Project } from "../config/project-schema.ts";
import { viewPage } from "../crawl/view-page.ts";
import type { FetchedPage, FetchLimits, FetchOutcome } from "../domain/fetch/fetch-outcome.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { Need } from "../domain/strategy/strategy.ts";
import { canonicalUrl } from "../domain/url/canonical-url.ts";
import type { Url } from "../domain/url/url.ts";
import { DowserError } from "../errors.ts";
import type { HostGate } from "../ports/host-gate.ts";
import type { Web } from "../ports/web.ts";
import { readConcepts } from "./read-concepts.ts";

/** Where example pages are read from; reading them is no fetch of the crawl. */
export interface ExampleSource {
  readonly web: Web;
  readonly gate: HostGate;
  readonly limits: FetchLimits & { readonly parseMs: number };
  /** Least rest of a host after a request, in ms; 0 for a recording. */
  readonly restMs: number;
}

/** Reads what the user is looking for, with the example pages it names: files, or URLs of the web. */
export async function readNeed(need: Project["need"], source: ExampleSource): Promise<Need> {
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

async function readExamples(
  entries: readonly string[],
  source: ExampleSource,
): Promise<PageView[]> {
  const views: PageView[] = [];
  for (const entry of entries) {
    if (/^https?:/i.test(entry)) views.push(await readFromWeb(entry, source));
    else views.push(...readFiles(entry, source));
  }
  return views;
}

/** Redirects followed to an example page. */
const MAX_HOPS = 5;

async function readFromWeb(entry: string, source: ExampleSource): Promise<PageView> {
  const parsed = canonicalUrl(entry);
  if (!parsed.ok) throw unreadable(entry, parsed.reason);
  let { url } = parsed;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const outcome = await fetchPolitely(source.web.identify(url), source);
    if (typeof outcome === "string") throw unreadable(entry, outcome);
    if (outcome.kind === "page") return viewPage(outcome, {}, source.limits, systemClock).view;
    if (outcome.kind !== "redirect") throw unreadable(entry, outcome.kind);
    url = outcome.location;
  }
  throw unreadable(entry, `more than ${MAX_HOPS} redirects`);
}

/** One request, after which the host has its rest; the reason where its rules do not allow it. */
async function fetchPolitely(
  url: Url,
  { web, gate, limits, restMs }: ExampleSource,
): Promise<FetchOutcome | string> {
  let admission = await gate.admit(url);
  if (admission.kind === "later" && admission.reason === "robots-fetched") {
    await systemClock.waitUntil(admission.retryAt);
    admission = await gate.admit(url);
  }
  if (admission.kind === "refused") return admission.rule;
  if (admission.kind === "later") return admission.reason;
  const outcome = await web.fetch(url, limits);
  const rest = Math.max(restMs, admission.crawlDelayMs ?? 0);
  if (rest > 0) await systemClock.waitUntil(systemClock.now() + rest);
  return outcome;
}

function readFiles(pattern: string, { limits }: ExampleSource): PageView[] {
  // A name without wildcards may stand in a folder whose name looks like one.
  const files = existsSync(pattern) ? [pattern] : globSync(pattern).toSorted();
  if (files.length === 0) throw unreadable(pattern, "no such file");
  return files.map((file) => {
    // A file has no address; its links are resolved against a host that cannot exist (RFC 6761 §6.4).
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
    mend: "name a file, or a URL that this web answers with a page, under need.good, need.bad or need.examplePage",
  });
}
