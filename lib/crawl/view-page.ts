import type { FetchedPage } from "../domain/fetch/fetch-outcome.ts";
import { decodeBody } from "../domain/page/decode-body.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { parsePage } from "../domain/page/parse-page.ts";
import type { CanonicalOptions } from "../domain/url/canonical-url.ts";
import type { Clock } from "../ports/clock.ts";
import type { CrawlPlan } from "./crawl-plan.ts";

/** A fetched page as text, and as strategies see it. */
export interface ViewedPage {
  readonly html: string;
  readonly view: PageView;
}

/** The limits of one page: its length, and the time to parse it in ms. */
type ViewLimits = Pick<CrawlPlan["limits"], "bodyBytes" | "parseMs">;

/**
 * Reads the bytes of a response into the view of its page. `robotsName` is the product token by
 * which the page may address the crawler; only a reader of its signals needs it.
 */
export function viewPage(
  { url, body, charset, truncated, headers }: FetchedPage,
  canonical: CanonicalOptions,
  { bodyBytes, parseMs }: ViewLimits,
  { now }: Pick<Clock, "now">,
  robotsName?: string,
): ViewedPage {
  const deadline = now() + parseMs;
  const { text: html, encoding } = decodeBody(body, charset);
  const contentLanguage = headers.find(([name]) => name === "content-language")?.[1];
  const input = {
    url,
    html,
    encoding,
    headers,
    ...(robotsName === undefined ? {} : { robotsName }),
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    ...(truncated ? { truncated: "bytes" as const } : {}),
  };
  return {
    html,
    view: parsePage(input, { maxLength: bodyBytes, overTime: () => now() > deadline }, canonical),
  };
}
