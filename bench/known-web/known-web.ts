import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { type LinkGraph, linkGraph } from "../../lib/domain/methods/graph/link-graph.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { type LabelledWeb, openLabelledWeb, viewOf } from "./labelled-web.ts";
import type { Site } from "./site.ts";

/** The links between the pages of a recorded web. */
export interface WebLinks {
  readonly graph: LinkGraph;
  /** Where crawls begin. */
  readonly root: Url;
  /** The root and what can be reached from it. */
  readonly reachable: readonly Url[];
}

/** A labelled web with all links between its pages. */
export interface KnownWeb extends LabelledWeb, WebLinks {
  readonly site: Site;
}

/** Pages of this class, one a university, are where people begin. */
const HOME = "department";

/** Opens a site and reads every page once. */
export async function openKnownWeb(site: Site): Promise<KnownWeb> {
  const labelled = await openLabelledWeb(site);
  return { ...labelled, site, ...(await linksOf(labelled, site)) };
}

const read = new WeakMap<RecordedWeb, Promise<LinkGraph>>();

/**
 * Returns the links between the pages of a web; each page is read once, however often they are asked
 * for.
 */
export function graphOf(web: RecordedWeb): Promise<LinkGraph> {
  const graph = read.get(web) ?? readLinks(web);
  read.set(web, graph);
  return graph;
}

async function readLinks(web: RecordedWeb): Promise<LinkGraph> {
  const recorded = new Set(web.urls());
  const pages: { readonly url: Url; readonly outlinks: readonly Url[] }[] = [];
  for (const url of recorded) {
    const { anchors } = await viewOf({ web }, url);
    const outlinks = anchors.map((anchor) => anchor.url).filter((link) => recorded.has(link));
    pages.push({ url, outlinks });
  }
  return linkGraph(pages);
}

/** Returns the links of a site with what its root reaches. */
export async function linksOf(labelled: LabelledWeb, site: Site): Promise<WebLinks> {
  const graph = await graphOf(labelled.web);
  const root = homeOf(labelled, site) ?? pageOfMostLinks(graph);
  return { graph, root, reachable: reachableFrom(root, graph) };
}

/** Returns where people begin, as the site or a label says; `undefined` when neither does. */
export function homeOf({ web, classesOf }: LabelledWeb, { root }: Site): Url | undefined {
  const parsed = root === undefined ? undefined : canonicalUrl(root);
  if (parsed?.ok === true) return web.identify(parsed.url);
  for (const [url, classes] of classesOf) if (classes.has(HOME)) return url;
  return undefined;
}

function pageOfMostLinks({ urls, pages, firstTarget }: LinkGraph): Url {
  const links = (page: number) => (firstTarget[page + 1] ?? 0) - (firstTarget[page] ?? 0);
  let most = 0;
  for (let page = 1; page < pages; page += 1) if (links(page) > links(most)) most = page;
  const url = urls[most];
  if (url === undefined) throw new Error("nothing is recorded");
  return url;
}

function reachableFrom(root: Url, { urls, numbers, firstTarget, targets }: LinkGraph): Url[] {
  const seen = new Set([numbers.get(root) ?? 0]);
  for (const page of seen)
    for (const target of targets.subarray(firstTarget[page], firstTarget[page + 1]))
      seen.add(target);
  return [...seen].flatMap((page) => urls[page] ?? []);
}

/** `count` of these pages, drawn by lot. */
export function drawPages(urls: Iterable<Url>, count: number, seed: number): Url[] {
  return [...urls]
    .map((url) => ({ url, turn: hashToUnit(seed, url) }))
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, count)
    .map(({ url }) => url);
}
