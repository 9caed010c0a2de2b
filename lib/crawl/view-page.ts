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

/** Reads the bytes of a response into the view of its page. */
export function viewPage(
  { url, body, charset, truncated, headers }: FetchedPage,
  canonical: CanonicalOptions,
  { bodyBytes, parseMs }: ViewLimits,
  { now }: Pick<Clock, "now">,
): ViewedPage {
  const deadline = now() + parseMs;
  const { text: html, encoding } = decodeBody(body, charset);
  const contentLanguage = headers.find(([name]) => name === "content-language")?.[1];
  const input = {
    url,
    html,
    encoding,
    robotsTags: robotsTags({ headers }),
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    ...(truncated ? { truncated: "bytes" as const } : {}),
  };
  return {
    html,
    view: parsePage(input, { maxLength: bodyBytes, overTime: () => now() > deadline }, canonical),
  };
}

/** Returns the requests to robots in the headers of a response. */
export function robotsTags({ headers }: Pick<FetchedPage, "headers">): string[] {
  return headers.filter(([name]) => name === "x-robots-tag").map(([, value]) => value);
}
