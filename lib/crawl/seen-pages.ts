import { type SeenPage, sampleSeen } from "../domain/methods/sample-seen.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { settledView } from "../domain/page/view-parts.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { CrawlPlan, DecidingPorts } from "./crawl-plan.ts";
import { viewPage } from "./view-page.ts";

/**
 * Pages fetched at which a need gets a sample of them. The first is the least that shows what a site
 * repeats. Each step has four times as many pages, so all steps together judge pages again 4/3 × as
 * often as the last one. Beyond it, a sample of the same size would change little.
 */
export const SEEN_STEPS = [32, 128, 512, 2_048];

/** Returns the last step that a crawl of so many pages has reached; 0 before the first. */
export function seenStep(pages: number): number {
  return SEEN_STEPS.findLast((step) => step <= pages) ?? 0;
}

/**
 * Views of the first pages of a crawl, kept until the sample that nearly all of them belong to: to
 * make them again for it took a sixth of a crawl of 1,500 pages. There are hardly more than a sample has.
 */
export class FirstViews {
  readonly #views = new Map<Url, PageView>();

  /** Keeps the view of a page read after `seen` pages were sampled. */
  keep(view: PageView, seen: number): void {
    if (seen >= MOST_KEPT || this.#views.size >= MOST_KEPT) return;
    this.#views.set(view.url, settledView(view));
  }

  /** Returns the views for a sample; drops them with the last one that has most of them. */
  take(seen: number): readonly PageView[] {
    const views = [...this.#views.values()];
    if (seen >= MOST_KEPT) this.#views.clear();
    return views;
  }
}

/** The last step of which nearly all pages are in the sample. */
const MOST_KEPT = 512;

/** Pages viewed before the process yields to a timer: some tens of ms of work. */
const PAGES_PER_SLICE = 10;

/**
 * Returns views of a sample of the first `pages` pages of a crawl, as they were stored: nothing is
 * fetched, and a page of an earlier sample is not viewed again. It leaves out files, and a page
 * that the store has lost.
 */
export async function seenPages(
  ports: Pick<DecidingPorts, "records" | "pages" | "clock">,
  {
    canonical,
    limits,
    seed,
    languageReading,
  }: Pick<CrawlPlan, "canonical" | "limits" | "seed" | "languageReading">,
  pages: number,
  earlier: readonly PageView[] = [],
): Promise<PageView[]> {
  const { clock } = ports;
  const views = new Map(earlier.map((view) => [view.url, view]));
  const urls = sampleSeen(await firstPages(ports.records, pages), seed);
  for (const [index, url] of urls.entries()) {
    if (views.has(url)) continue;
    const page = await ports.pages.get(url);
    if (page !== undefined)
      views.set(
        url,
        settledView(viewPage(page, canonical, limits, clock, { languages: languageReading }).view),
      );
    if (index % PAGES_PER_SLICE === 0) await clock.waitUntil(clock.now());
  }
  return urls.flatMap((url) => views.get(url) ?? []);
}

async function firstPages(
  records: DecidingPorts["records"],
  most: number,
): Promise<readonly SeenPage[]> {
  const pages: SeenPage[] = [];
  let count = 0;
  for await (const { url, host, page } of records.list()) {
    if (page === undefined) continue;
    if (count === most) break;
    count += 1;
    if (page.file !== undefined) continue;
    pages.push({ url, host, digest: page.ref?.digest });
  }
  return pages;
}
