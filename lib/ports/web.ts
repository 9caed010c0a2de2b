import type { FetchLimits, FetchOutcome, RequestMethod } from "../domain/web/http/fetch-outcome.ts";
import type { Validators } from "../domain/web/http/validators.ts";
import type { Host, Url } from "../domain/web/url/url.ts";

/**
 * A web that answers requests: the live one, or a recording. Never throws for what a server does.
 */
export interface Web {
  /**
   * Returns the URL under which this web knows the page. A recording answers `/x` for `/x/` as its
   * server did. The live web cannot know before a request, so it returns `url`.
   */
  identify(url: Url): Url;

  /**
   * Returns the address that a host was last reached at; `undefined` when it was not reached. A
   * recording has no addresses.
   */
  addressOf?(host: Host): string | undefined;

  /**
   * Makes one request, without following redirects or retrying; by GET if not said otherwise. A
   * recording answers as it was asked. With the validators of a page the request is conditional, and
   * may be answered by `not-modified`; a web that knows no conditions answers with the page.
   */
  fetch(
    url: Url,
    limits: FetchLimits,
    method?: RequestMethod,
    validators?: Validators,
  ): Promise<FetchOutcome>;
}
