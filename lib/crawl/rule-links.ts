/** The links that rules find on a page, beside those of its HTML. */
import type { FrontierLink, OfferedLink } from "../domain/frontier/link.ts";
import { canonicalUrl, hostOf } from "../domain/web/url/canonical-url.ts";
import type { Web } from "../ports/web.ts";
import type { SkipReason } from "./admit-links.ts";
import type { ReadingPlan } from "./crawl-plan.ts";
import type { LinkReader } from "./rules.ts";
import type { ViewedPage } from "./viewed-page.ts";

/** Returns how the references of an answer become links. */
export function linkReader(
  { canonical, scope }: Pick<ReadingPlan, "canonical" | "scope">,
  { identify }: Pick<Web, "identify">,
): LinkReader {
  return {
    urlOf(href, base) {
      const parsed = canonicalUrl(href.trim(), base, canonical);
      return parsed.ok ? identify(parsed.url) : undefined;
    },
    admit(url, depth) {
      const host = hostOf(url);
      return { host, ...scope({ url, host, depth }) };
    },
  };
}

/** Returns the links that rules find on a page; none is followed where the page is not. */
export function linksOfRules(
  plan: Pick<ReadingPlan, "canonical" | "scope" | "reads">,
  web: Pick<Web, "identify">,
  viewed: ViewedPage,
  link: Pick<FrontierLink, "url" | "depth" | "priority">,
  skipReason: SkipReason | undefined,
): readonly OfferedLink[] {
  const reader = linkReader(plan, web);
  const found = plan.reads.flatMap((rule) => rule.links?.(viewed, link, reader) ?? []);
  return found.map((each) => ({ ...each, refusedBy: each.refusedBy ?? skipReason }));
}

/** Adds the links of rules to those of a page; one that the page also links to is the rule's alone. */
export function withLinksOfRules(
  links: readonly OfferedLink[],
  found: readonly OfferedLink[],
): readonly OfferedLink[] {
  if (found.length === 0) return links;
  const named = new Map(found.map((link) => [link.url, link]));
  return [...links.filter(({ url }) => !named.has(url)), ...named.values()];
}
