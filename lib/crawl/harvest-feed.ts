import type { Lease, OfferedLink } from "../domain/frontier/link.ts";
import { languageAllowed } from "../domain/frontier/scope.ts";
import { decodeBody } from "../domain/page/decode-body.ts";
import { FEED_MEDIA_TYPES, type Feed, type FeedFacts } from "../domain/page/feeds/feed.ts";
import { feedHtml } from "../domain/page/feeds/feed-html.ts";
import { isFeedText } from "../domain/page/feeds/feed-text.ts";
import { parsePage } from "../domain/page/parse-page.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { validatorsOf } from "../domain/web/http/validators.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Web } from "../ports/web.ts";
import { admitLinks, offeredLinks } from "./admit-links.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import { rankForms } from "./form-links.ts";
import { type ReadingPorts, skipReasonOf } from "./harvest-page.ts";

/** Reason of a link that led to a feed. */
export const FEED = "feed";

/** What was read of a feed. */
export interface HarvestedFeed {
  readonly feed: FeedFacts;
  readonly links: readonly OfferedLink[];
}

/** Returns whether an answer is of a media type that only feeds are taken as. */
export function isFeedAnswer(
  { feeds }: Pick<ReadingPlan, "feeds">,
  { mediaType }: FetchedPage,
): boolean {
  return feeds !== undefined && FEED_MEDIA_TYPES.includes(mediaType);
}

/**
 * Reads a feed, and scores its items as links; `undefined` for everything else. A feed is neither
 * judged nor evidence, and has no text of the corpus.
 */
export function harvestFeed(
  { web, clock }: ReadingPorts,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  { link }: Pick<Lease, "link">,
  fetched: FetchedPage,
): HarvestedFeed | undefined {
  const feed = parsedFeed(plan, fetched);
  if (feed === undefined) return undefined;
  const { url, headers } = fetched;
  const { robotsName } = plan.politeness;
  const deadline = clock.now() + plan.limits.parseMs;
  const view = parsePage(
    { url, html: feedHtml(feed), headers, robotsName },
    { maxLength: Number.POSITIVE_INFINITY, overTime: () => clock.now() > deadline },
    plan.canonical,
  );
  const { page, verdicts } = admitLinks(view, link.depth + 1, web, plan.scope);
  const isLanguageAllowed = languageAllowed(plan.languages, view.language);
  const skipReason = skipReasonOf(plan, view, isLanguageAllowed);
  const assessment = model.compiled.assessPage(view, link);
  const scored = skipReason === undefined ? model.compiled.scoreLinks(page, assessment, link) : [];
  const validators = validatorsOf(fetched);
  const { links } = rankForms(plan.strategy, scored, link.url);
  const origin = { depth: link.depth + 1, redirects: 0, parent: link.url, model: model.hash };
  return {
    feed: {
      format: feed.format,
      title: view.title,
      items: feed.items.length,
      dated: datesOf(feed, fetched, plan, web),
      ...(validators && { validators }),
    },
    links: offeredLinks(verdicts, links, origin, skipReason ?? "strategy"),
  };
}

/** Returns the feed of an answer that was sent as one, or as a page and begins like one. */
function parsedFeed(
  { feeds }: Pick<ReadingPlan, "feeds">,
  { mediaType, body, charset, truncated }: FetchedPage,
): Feed | undefined {
  if (feeds === undefined) return undefined;
  if (!FEED_MEDIA_TYPES.includes(mediaType) && !isFeedText(START.decode(body.subarray(0, STARTS))))
    return undefined;
  return feeds(decodeBody(body, charset).text, truncated);
}

/** The start of a body, in bytes, in which the first element of a feed sent as a page is looked for. */
const STARTS = 1_024;
const START = new TextDecoder();

/** Returns when the pages of the items last changed. Of several dates of one page the latest counts. */
function datesOf(
  { items }: Feed,
  { url: base }: FetchedPage,
  { canonical }: Pick<ReadingPlan, "canonical">,
  { identify }: Pick<Web, "identify">,
): FeedFacts["dated"] {
  const dated = new Map<Url, number>();
  for (const { href, at } of items) {
    const parsed = at === undefined ? undefined : canonicalUrl(href.trim(), base, canonical);
    if (at === undefined || parsed?.ok !== true) continue;
    const url = identify(parsed.url);
    dated.set(url, Math.max(at, dated.get(url) ?? at));
  }
  return Array.from(dated, ([url, at]) => ({ url, at }));
}
