/** The shape of a page, the places of its links, and the links that are rows of a list. */
import { rememberParts } from "../text/safe-text.ts";
import type { Url } from "../web/url/url.ts";
import type { Anchor, PageView } from "./page-view.ts";
import type { TextHashes } from "./text-hashes.ts";

/** The shape of a page: the kinds of its parts and their places, without its words. */
export interface PageStructure {
  /**
   * Tag paths and class paths of the displayed leaves with their number; a path without classes is
   * both.
   */
  readonly paths: Readonly<Record<string, number>>;
  /** Path of links → their distinct URLs in document order. */
  readonly links: Readonly<Record<string, readonly Url[]>>;
  /** Set when a strategy asks how new the text is. */
  readonly prints?: TextHashes;
}

/** The kind of path under which a link's URLs are grouped. */
export type LinkPath = "apath" | "classPath";

/**
 * Returns the structure of a page. A class path without any class is the tag path of the leaves
 * without classes around them. It is kept once, with the count of the tag path, which includes
 * those leaves.
 */
export function pageStructure(
  { xpathBag, classPathBag, anchors }: Pick<PageView, "xpathBag" | "classPathBag" | "anchors">,
  linkPath: LinkPath = "apath",
): PageStructure {
  const paths = Object.fromEntries([...classPathBag, ...xpathBag]);
  return { paths, links: linksByPath(anchors, linkPath) };
}

function linksByPath(anchors: readonly Anchor[], linkPath: LinkPath): Record<string, Url[]> {
  const sets = new Map<string, Set<Url>>();
  for (const anchor of anchors) {
    const path = anchor[linkPath];
    const urls = sets.get(path);
    if (urls === undefined) sets.set(path, new Set([anchor.url]));
    else urls.add(anchor.url);
  }
  return Object.fromEntries(Array.from(sets, ([path, urls]) => [path, [...urls]]));
}

/** Steps at the end of a class path that tell places on a page apart. */
const STEPS = 4;

/** Longest class path whose place is remembered, in UTF-16 units, and number of them: a site has some hundred. */
const PLACES_REMEMBERED = { longest: 500, most: 2_000 };

/** Returns the place of a link on its page, from the class path of its anchor. */
export const placeOf = rememberParts(
  (classPath) => classPath.split("/").slice(-STEPS).join("/"),
  PLACES_REMEMBERED,
);

/** Elements of a site's navigation, by their tag or the beginning of a class or its part. */
const NAVIGATION = /[./_-](?:nav|menu|header|footer|aside|sidebar)/i;

/** Links in one place of a page that are a list, and the least share of links in the text of a page that is one. */
const [LEAST_ROWS, LEAST_LINKED] = [10, 0.5];

/** No link is a row. */
export const NO_ROWS: ReadonlySet<Anchor> = new Set();

/** Classes on the way to a link, but those of its last two steps: they may tell odd rows from even ones. */
const ROW_CLASSES = /\.[^/]*(?=\/[^/]*\/)/g;

/**
 * Returns the links that are the rows of a list if a page is one: half of its text is links, ten or more of them in one
 * place, which is no menu: none leads to the page itself or to the page before it. A list is left out, too, if half of its
 * links come right after one of a list that began before it, as the author of a thread comes after its title. Rows that
 * differ in classes alone, as every second one does, are rows all the same, and so is a title after an image with its URL.
 */
export function rowsOn(
  { url: own, anchors, text, linkLengths }: PageView,
  parent: Url | undefined,
): ReadonlySet<Anchor> {
  const linked = linkLengths.reduce((sum, length) => sum + length, 0);
  if (linked < LEAST_LINKED * text.length) return NO_ROWS;
  const places = Map.groupBy(anchors, ({ classPath }) => placeOf(classPath));
  const isMenu = ({ url, classPath }: Anchor) =>
    url === own || url === parent || NAVIGATION.test(classPath);
  const lists = [...places].filter(
    ([, links]) => links.length >= LEAST_ROWS && !links.some(isMenu),
  );
  const order = new Map(lists.map(([place], at) => [place, at]));
  const shapes = lists.map(([place]) => place.replaceAll(ROW_CLASSES, ""));
  const following = new Float64Array(lists.length);
  let [before, last]: [number, Url | undefined] = [lists.length, undefined];
  for (const { classPath, url } of anchors) {
    const at = order.get(placeOf(classPath));
    if (at === undefined) continue;
    const isOfRow = before < at && url !== last && shapes[before] !== shapes[at];
    if (isOfRow) following[at] = (following[at] ?? 0) + 1;
    [before, last] = [at, url];
  }
  const rows = lists.filter(([, links], at) => (following[at] ?? 0) < links.length / 2);
  return new Set(rows.flatMap(([, links]) => links));
}
