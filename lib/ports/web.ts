import type { FetchLimits, FetchOutcome } from "../domain/fetch/fetch-outcome.ts";
import type { Url } from "../domain/url/url.ts";

/** A web that answers requests: the live one, or a recording. Never throws for what a server does. */
export interface Web {
  /**
   * The URL under which this web knows the page. A recording answers `/x` for `/x/` as its server
   * did; the live web cannot know before it asks and returns `url`.
   */
  identify(url: Url): Url;

  /** One request, no redirect followed, nothing retried. */
  fetch(url: Url, limits: FetchLimits): Promise<FetchOutcome>;
}
