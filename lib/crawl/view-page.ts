import { decodePage } from "../domain/page/decode-body.ts";
import {
  type LanguageReading,
  withDetectedLanguage,
} from "../domain/page/language/page-language.ts";
import { parsePage } from "../domain/page/parse-page.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import type { CanonicalOptions } from "../domain/web/url/canonical-url.ts";
import type { Clock } from "../ports/clock.ts";
import type { CrawlPlan } from "./crawl-plan.ts";
import type { ViewedPage } from "./viewed-page.ts";

/**
 * Longest time to parse a page of the live web, in ms: parsing takes milliseconds, and a page that needs
 * seconds was made to need them.
 */
export const MOST_PARSE_MS = 2_000;

const XHTML = "application/xhtml+xml";

/** The limits of one page: its length, and the time to parse it in ms. */
type ViewLimits = Pick<CrawlPlan["limits"], "bodyBytes" | "parseMs">;

/** What a page is read by, apart from its bytes. */
interface ViewReading {
  /** Product token by which a page may address the crawler; only a reader of its signals needs it. */
  readonly robotsName?: string;
  /** How its text tells its language; absent when only declarations count. */
  readonly languages?: LanguageReading | undefined;
}

/** Returns what a crawl reads its pages by. */
export function viewReading({
  politeness,
  languageReading,
}: Pick<CrawlPlan, "politeness" | "languageReading">): ViewReading {
  const { robotsName } = politeness;
  return { robotsName, languages: languageReading };
}

/** Reads the bytes of a response into the view of its page. */
export function viewPage(
  page: FetchedPage,
  canonical: CanonicalOptions,
  { bodyBytes, parseMs }: ViewLimits,
  { now }: Pick<Clock, "now">,
  { robotsName, languages }: ViewReading = {},
): ViewedPage {
  const deadline = now() + parseMs;
  const { url, truncated, headers, mediaType, rendered } = page;
  const { text: html, encoding } = decodePage(page);
  const contentLanguage = headers.find(([name]) => name === "content-language")?.[1];
  const input = {
    url,
    html,
    encoding,
    // What a browser has rendered is written as HTML.
    isXml: mediaType === XHTML && rendered === undefined,
    headers,
    ...(robotsName === undefined ? {} : { robotsName }),
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    ...(truncated ? { truncated: "bytes" as const } : {}),
  };
  const parseLimits = { maxLength: bodyBytes, overTime: () => now() > deadline };
  const view = parsePage(input, parseLimits, canonical);
  return {
    html,
    view: languages === undefined ? view : withDetectedLanguage(view, languages),
  };
}
