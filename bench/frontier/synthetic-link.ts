import type { OfferedLink } from "../../lib/domain/frontier/link.ts";
import { canonicalUrl, hostOf } from "../../lib/domain/web/url/canonical-url.ts";

/** What differs between the links of a bench. */
interface SyntheticLink extends Pick<OfferedLink, "priority" | "group" | "snippet" | "why"> {
  /** Numbers of the host, of the page that lists the link, and of the link on it. */
  readonly host: number;
  readonly page: number;
  readonly index: number;
}

/** Returns the address of a link, from which chance may draw its other parts. */
export function syntheticUrl({
  host,
  page,
  index,
}: Pick<SyntheticLink, "host" | "page" | "index">): string {
  return `https://www.site-${host}.example/articles/section-${index % 7}/page-${page}-${index}.html`;
}

/** Makes a link as a page of a real crawl offers it. */
export function syntheticLink({ host, page, index, ...parts }: SyntheticLink): OfferedLink {
  const text = syntheticUrl({ host, page, index });
  const url = canonicalUrl(text);
  if (!url.ok) throw new RangeError(`no URL: ${text}`);
  return {
    ...parts,
    url: url.url,
    host: hostOf(url.url),
    depth: 1,
    redirects: 0,
    parent: undefined,
    model: "sha256:of-the-model",
    quotas: [],
    refusedBy: undefined,
  };
}
