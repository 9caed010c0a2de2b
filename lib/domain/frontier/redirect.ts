import { hostOf } from "../web/url/canonical-url.ts";
import type { Url } from "../web/url/url.ts";
import type { FrontierLink, OfferedLink } from "./link.ts";

/**
 * Returns the link that a redirect stands for: its target, with the score and depth of the redirected
 * link. A target that the scope refuses, or one redirect over `maxRedirects`, is refused by that rule.
 */
export function redirectTarget(
  link: FrontierLink,
  url: Url,
  verdict: Pick<OfferedLink, "quotas" | "refusedBy">,
  maxRedirects: number,
): OfferedLink {
  const redirects = link.redirects + 1;
  const tooMany = redirects > maxRedirects ? "too-many-redirects" : undefined;
  return {
    ...link,
    url,
    host: hostOf(url),
    redirects,
    parent: link.url,
    quotas: verdict.quotas,
    refusedBy: verdict.refusedBy ?? tooMany,
  };
}
