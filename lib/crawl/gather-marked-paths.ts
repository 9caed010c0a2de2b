import type { MarkedPath, MarkedPaths } from "../domain/methods/strategy.ts";
import { fileTypeOf } from "../domain/methods/wanted-file.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { CrawlPlan, CrawlPorts } from "./crawl-plan.ts";
import { viewPage } from "./judge-page.ts";

/** A path that is unusable for training, with the first of its pages that is missing. */
interface BrokenPath {
  readonly path: MarkedPath;
  readonly missing: Url;
  /**
   * As in reports (`gone`, `robots`, `host-denied` …); `not-fetched` when the budget ended before
   * it.
   */
  readonly reason: string;
}

/** The click paths and pages of a training crawl. */
interface GatheredPaths {
  readonly marked: MarkedPaths;
  readonly broken: readonly BrokenPath[];
}

/** The stores of a training crawl, as far as they are read. */
interface TrainingStores {
  readonly records: Pick<CrawlPorts["records"], "list">;
  readonly pages: Pick<CrawlPorts["pages"], "get">;
  readonly frontier: Pick<CrawlPorts["frontier"], "find">;
}

/**
 * Returns the click paths that a training crawl fetched whole, and all pages that it fetched, in
 * its order. Views are made from the stored pages. Paths, and the links of pages, name each page by
 * the URL that it was fetched from, redirects followed. Pages that are on broken paths only are
 * left out: they are neither on a known way nor next to one.
 */
export async function gatherMarkedPaths(
  { records, pages, frontier }: TrainingStores,
  { web, clock }: Pick<CrawlPorts, "clock"> & { readonly web: Pick<CrawlPorts["web"], "identify"> },
  { canonical, files, limits }: Pick<CrawlPlan, "canonical" | "files" | "limits">,
  paths: readonly MarkedPath[],
): Promise<GatheredPaths> {
  const outcomes = await readOutcomes(records);
  const follow = (url: Url) => endOf(web.identify(url), outcomes);
  const ways = paths.map((path) => ({ path, urls: [...new Set(path.map(follow))] }));
  const whole = ways.filter(({ urls }) => isWhole(urls, outcomes)).map(({ urls }) => urls);
  const broken: BrokenPath[] = [];
  for (const { path, urls } of ways) {
    if (isWhole(urls, outcomes)) continue;
    const missing = urls.find((url) => outcomes.get(url) !== "page") ?? urls[0];
    if (missing === undefined) continue;
    broken.push({ path, missing, reason: await reasonOf(missing, outcomes, frontier) });
  }
  const left = leftOut(
    ways.map(({ urls }) => urls),
    whole,
  );
  const views: PageView[] = [];
  for (const [url, outcome] of outcomes) {
    if (outcome !== "page" || left.has(url)) continue;
    const page = await pages.get(url);
    // A power loss may have taken the page.
    if (page === undefined || fileTypeOf(files, page) !== undefined) continue;
    const { view } = viewPage(page, canonical, limits, clock);
    views.push(withLinksTo(view, follow));
  }
  return { marked: { paths: whole, pages: views }, broken };
}

/** The result of fetching a URL: a page, a redirect, or the record's reason. */
type Outcome = "page" | { readonly location: Url } | { readonly reason: string };
type Outcomes = ReadonlyMap<Url, Outcome>;

async function readOutcomes(records: TrainingStores["records"]): Promise<Outcomes> {
  const outcomes = new Map<Url, Outcome>();
  for await (const { url, page, location, reason } of records.list()) {
    outcomes.set(
      url,
      page !== undefined ? "page" : location === undefined ? { reason } : { location },
    );
  }
  return outcomes;
}

/** Follows redirects to their end; returns the first URL of a circle. */
function endOf(url: Url, outcomes: Outcomes): Url {
  const seen = new Set<Url>();
  let end = url;
  for (;;) {
    const outcome = outcomes.get(end);
    if (outcome === undefined || outcome === "page" || "reason" in outcome || seen.has(end))
      return end;
    seen.add(end);
    end = outcome.location;
  }
}

function isWhole(path: MarkedPath, outcomes: Outcomes): boolean {
  return path.length > 1 && path.every((url) => outcomes.get(url) === "page");
}

async function reasonOf(
  url: Url,
  outcomes: Outcomes,
  frontier: TrainingStores["frontier"],
): Promise<string> {
  const outcome = outcomes.get(url);
  if (outcome === "page") return "all URLs of the path come to one page";
  if (outcome !== undefined) return "reason" in outcome ? outcome.reason : "redirects in a circle";
  const known = await frontier.find(url);
  return known === undefined || known.reason === "" ? "not-fetched" : known.reason;
}

/** Returns the pages of paths that are on none of the whole ones. */
function leftOut(all: readonly MarkedPath[], whole: readonly MarkedPath[]): ReadonlySet<Url> {
  return new Set(all.flat()).difference(new Set(whole.flat()));
}

function withLinksTo(view: PageView, follow: (url: Url) => Url): PageView {
  const anchors = view.anchors.map((anchor) => {
    const url = follow(anchor.url);
    return url === anchor.url ? anchor : { ...anchor, url };
  });
  return { ...view, anchors };
}
