/** Forgets pages in one crawl of a stack, in its database. */
import type { FrontierPolicy } from "../domain/frontier/frontier-policy.ts";
import type { UrlTest } from "../domain/frontier/scope.ts";
import { hostOf } from "../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../domain/web/url/url.ts";
import {
  askedQueries,
  findPages,
  queriesWith,
  type Row,
  type TextsOfPages,
  textsOfPages,
  withoutQuery,
  withoutTexts,
} from "../features/forget/forgotten-texts.ts";
import type { Clock } from "../ports/clock.ts";
import type { Frontier } from "../ports/frontier.ts";
import type { JournalPosition } from "../ports/journal.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { RunLog } from "../ports/run-log.ts";
import { seedQueries } from "../project/found-seeds.ts";
import { storedPages, viewsOf } from "../project/stored-pages.ts";
import { urlNamed } from "../project/url-named.ts";
import type { PlanBundle } from "./bundle.ts";
import type { EndedStores } from "./stack-ports.ts";
import type { EndedCrawl } from "./stack-state.ts";

/** What a crawl is to forget, in its database. */
export interface CrawlToForget extends Pick<TextsOfPages, "linked" | "titles"> {
  /** URLs with a record. */
  readonly urls: ReadonlySet<Url>;
  /** All URLs, in any state. */
  readonly known: ReadonlySet<Url>;
  /** Composed queries with words of the pages. */
  readonly queries: ReadonlySet<string>;
}

/** A crawl of a stack on the disk, to forget pages in it. */
export interface ForgettableCrawl extends Pick<EndedStores, "pages" | "close"> {
  readonly records: RecordStore;
  readonly log: RunLog;
  /** Opens its frontier: when nothing is to be forgotten any more. */
  frontier(): Frontier;
  /** All URLs that were found. */
  urls(): Iterable<{ readonly url: Url; readonly host: Host; readonly isWaiting: boolean }>;
  /** Queries whose results are links. */
  queries(): readonly string[];
  forget(what: CrawlToForget, change: (event: Row) => Row | undefined): void;
  /** Writes a journal of what there is now, and of nothing that there was. */
  writeJournal(epoch: number): Promise<JournalPosition>;
}

/** Opens crawls to forget pages in them. */
export type OpenForgettable = (
  crawl: Pick<EndedCrawl, "journal" | "snapshot">,
  policy: FrontierPolicy,
) => Promise<ForgettableCrawl>;

/** What a crawl has of pages. */
interface FoundInCrawl {
  readonly records: number;
  readonly pages: number;
  /** Queued links. */
  readonly queued: number;
  /** Pages under other URLs with the content of one of them. */
  readonly copies: readonly Url[];
}

/** Returns what the first one of some crawls has of pages; it comes back to the others, the last one first. */
export async function planToForget(
  [crawl, ...earlier]: readonly [ForgettableCrawl, ...ForgettableCrawl[]],
  isForgotten: UrlTest,
  { project, need }: Pick<PlanBundle, "project" | "need">,
  clock: Pick<Clock, "now">,
): Promise<{ readonly found: FoundInCrawl; readonly what: CrawlToForget }> {
  const { urls, pages, digests, known, queued } = await findPages(
    crawl.records,
    crawl.urls(),
    isForgotten,
  );
  const copies: Url[] = [];
  if (digests.size > 0)
    for await (const { url, page } of crawl.records.list())
      if (digests.has(page?.ref?.digest ?? "") && !urls.has(url)) copies.push(url);
  const readable = [crawl, ...earlier].map((each) => ({
    records: each.records,
    viewOf: viewsOf(storedPages(each.pages, project, { clock })),
  }));
  const { linked, titles, words } = await textsOfPages(readable, isForgotten, need);
  const asked = [...askedQueries(await crawl.log.list()), ...crawl.queries()];
  const composes = project.search?.compose !== undefined;
  const queries = queriesWith(composes ? asked : [], words, seedQueries(project));
  const found = { records: urls.size, pages, queued, copies };
  return { found, what: { urls, known, linked, titles, queries } };
}

/** Forgets pages in the database of a crawl. Returns the number of results of searches that have lost their texts. */
export function forgetInCrawl(
  crawl: Pick<ForgettableCrawl, "forget">,
  what: CrawlToForget,
  isForgotten: UrlTest,
): number {
  let texts = 0;
  const isMeant = ({ url }: { readonly url?: unknown }) => isNamed(url, isForgotten);
  crawl.forget(what, (event) => {
    const emptied = withoutTexts(event, isMeant);
    if (emptied !== undefined) texts += 1;
    return withoutQuery(emptied ?? event, what.queries) ?? emptied;
  });
  return texts;
}

/** Returns whether a value is a URL that is to be forgotten. */
export function isNamed(value: unknown, isForgotten: UrlTest): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const url = urlNamed(value, {});
  return isForgotten(url, hostOf(url));
}
