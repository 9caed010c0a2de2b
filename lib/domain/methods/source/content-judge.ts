import { linkName, type TextHash, type TextHashes } from "../../page/text-hashes.ts";
import { DisjointSets } from "../../stats/cluster/clustering.ts";
import type { Url } from "../../web/url/url.ts";

/** A model of pages on which users wrote much. */
export type ContentModel = {
  /** Hashes of lines and of link texts that occur on many pages. */
  readonly commonLines: readonly number[];
  readonly commonLinks: readonly number[];
  /** Hashes of link texts that lead to many URLs, so they name none of them. */
  readonly sharedNames: readonly number[];
  /** Fresh text of a typical page, in UTF-16 units. */
  readonly usual: number;
};

/** Most pages on which a fresh text occurs: its own and another, or two in a hundred. */
const FRESH_PAGES = 2;
const FRESH_SHARE = 0.02;

/** Most URLs to which a naming link text leads: a page may have two URLs. */
const NAMED_URLS = 2;

/** Share of a page's worth that its name gives, and the letters of a name that is half a title. */
const NAME_SHARE = 0.5;
const HALF_TITLE = 8;

/** Least text that a typical page is assumed to have, in UTF-16 units. */
const LEAST_USUAL = 50;

/** Share of a typical page's text that gives half the certainty of content. */
const SOME = 0.1;

/**
 * Learns which texts of a site are boilerplate, and how much text is typical without it. Variants
 * of one page count as one page: they repeat its text, which is no boilerplate for that.
 */
export function learnContent(printed: readonly PrintedPage[]): ContentModel {
  const pages = printed.map(({ prints }) => prints);
  const numbers = variantNumbers(printed);
  const most = Math.max(FRESH_PAGES, FRESH_SHARE * new Set(numbers).size);
  const commonLines = common(
    pages.map(({ lines }) => lines),
    numbers,
    most,
  );
  const commonLinks = common(
    pages.map(({ links }) => oneOfEach(links)),
    numbers,
    most,
  );
  const sharedNames = sharedBy(pages);
  const boilerplate = new Set(commonLines);
  const lengths = pages
    .map(({ lines }) => freshLength(lines, boilerplate))
    .filter((length) => length > 0)
    .toSorted((a, b) => a - b);
  const usual = Math.max(LEAST_USUAL, lengths[Math.floor(lengths.length / 2)] ?? 0);
  return { commonLines, commonLinks, sharedNames, usual };
}

/** Judges the content of a page by its prints and by the letters of its name. */
type ContentJudge = (page: TextHashes, letters: number) => number;

/**
 * Compiles the model to the worth of a page, in [0,1]. Fresh text outside links is what users
 * write. A page whose fresh text is mostly links is a list. User content has a title, by which
 * links name it.
 * With L units of fresh text outside links, the worth is the product
 * L / (L + usual / 10) · L / (L + links) · (½ + ½ · letters / (letters + 8)).
 */
export function compileContent({ commonLines, commonLinks, usual }: ContentModel): ContentJudge {
  const [boilerplate, menus] = [new Set(commonLines), new Set(commonLinks)];
  return ({ lines, links }, letters) => {
    const own = freshLength(lines, boilerplate);
    if (own === 0) return 0;
    const linked = freshLength(oneOfEach(links), menus);
    const title = 1 - NAME_SHARE + (NAME_SHARE * letters) / (letters + HALF_TITLE);
    return (own / (own + SOME * usual)) * (own / (own + linked)) * title;
  };
}

/** Compiles a count of the letters of a link text that names its page; 0 for other link texts. */
export function compileNames({
  sharedNames,
}: Pick<ContentModel, "sharedNames">): (text: string) => number {
  const shared = new Set(sharedNames);
  return (text) => {
    const { hash, letters } = linkName(text);
    return shared.has(hash) ? 0 : letters;
  };
}

/**
 * Returns the letters of the longest name that links give each URL. URLs that no link names are
 * missing.
 */
export function namesByUrl(
  pages: readonly TextHashes[],
  { sharedNames }: Pick<ContentModel, "sharedNames">,
): ReadonlyMap<Url, number> {
  const shared = new Set(sharedNames);
  const longest = new Map<Url, number>();
  for (const { links } of pages) {
    for (const [hash, , letters, url] of links)
      if (!shared.has(hash)) longest.set(url, Math.max(letters, longest.get(url) ?? 0));
  }
  return longest;
}

function sharedBy(pages: readonly TextHashes[]): number[] {
  const leadTo = new Map<number, Set<Url>>();
  for (const { links } of pages) {
    for (const [hash, , , url] of links) {
      const urls = leadTo.get(hash);
      if (urls === undefined) leadTo.set(hash, new Set([url]));
      else if (urls.size <= NAMED_URLS) urls.add(url);
    }
  }
  return [...leadTo].filter(([, urls]) => urls.size > NAMED_URLS).map(([hash]) => hash);
}

/** Yields each link text once, whatever URLs it leads to. */
function oneOfEach(links: TextHashes["links"]): Iterable<TextHash> {
  return new Map(links.map(([hash, length]) => [hash, length]));
}

/** Returns the hashes of prints on more than `most` pages, of which variants have one number. */
function common(
  pages: readonly Iterable<TextHash>[],
  numbers: readonly number[],
  most: number,
): number[] {
  const seenOn = new Map<number, Set<number>>();
  for (const [place, prints] of pages.entries()) {
    for (const [hash] of prints) {
      const seen = seenOn.get(hash);
      if (seen === undefined) seenOn.set(hash, new Set([numbers[place] ?? place]));
      else seen.add(numbers[place] ?? place);
    }
  }
  return [...seenOn].filter(([, seen]) => seen.size > most).map(([hash]) => hash);
}

function freshLength(prints: Iterable<TextHash>, stale: ReadonlySet<number>): number {
  let length = 0;
  for (const [hash, each] of prints) if (!stale.has(hash)) length += each;
  return length;
}

/** A page of the site with the prints of its texts. */
export interface PrintedPage {
  readonly url: Url;
  readonly prints: TextHashes;
}

/** Least share of the lines of two pages that both have, for them to be variants of one page. */
const SAME_SHARE = 0.5;

/**
 * Numbers pages so that the variants of one page have the same number: permalinks of its comments,
 * its sort orders. Variants link to each other, since the page repeats its links, and share most of
 * their lines. Pages that only have the frame of the site in common do not: log-in pages for many
 * URLs do not link to each other.
 */
export function variantNumbers(pages: readonly PrintedPage[]): number[] {
  const places = new Map(pages.map(({ url }, place) => [url, place]));
  const linked = pages.map(({ prints }) => {
    const found = prints.links.flatMap(([, , , url]) => places.get(url) ?? []);
    return new Set(found);
  });
  const lines = pages.map(({ prints }) => new Set(prints.lines.map(([hash]) => hash)));
  const sets = new DisjointSets(pages.length);
  for (const [place, others] of linked.entries()) {
    for (const other of others) {
      if (other <= place || linked[other]?.has(place) !== true) continue;
      if (isSame(lines[place], lines[other])) sets.join(place, other);
    }
  }
  return pages.map((_, place) => sets.find(place));
}

function isSame(a: ReadonlySet<number> = new Set(), b: ReadonlySet<number> = new Set()): boolean {
  let both = 0;
  for (const line of a) if (b.has(line)) both += 1;
  return both > 0 && both >= SAME_SHARE * (a.size + b.size - both);
}
