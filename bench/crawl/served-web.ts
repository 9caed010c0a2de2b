/** A closed web that a server process has ready, as it tells its parent. */
export interface ServedWeb {
  /** A URL of each site. */
  readonly seeds: readonly string[];
  /** URL → bytes of its body, for all pages: each is reached from a seed. */
  readonly pages: Readonly<Record<string, number>>;
  /** URL of a site with one page and no links. */
  readonly single: string;
}

/** The answers of the server in one crawl. */
export interface Delivery {
  /** URL → bytes of the body, for the pages sent with status 200. */
  readonly pages: Record<string, number>;
  /** Further answers with the same page. */
  repeated: number;
  /** Answers that held none of the pages: status 404, and robots.txt. */
  otherAnswers: number;
}

/** Tells how what a crawler received differs from what there is; `undefined` where it is the same. */
export function difference(
  pages: ServedWeb["pages"],
  { pages: sent }: Pick<Delivery, "pages">,
): string | undefined {
  const urls = Object.keys(pages);
  const missing = urls.filter((url) => !(url in sent));
  if (missing.length > 0) {
    return `${missing.length} of ${urls.length} pages not fetched, the first is ${missing[0]}`;
  }
  const other = Object.keys(sent).find((url) => sent[url] !== pages[url]);
  return other === undefined ? undefined : `other bytes of ${other}`;
}
