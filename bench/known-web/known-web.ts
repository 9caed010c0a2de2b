import { type LinkGraph, linkGraph } from "../../lib/domain/graph/link-graph.ts";
import { hashToUnit } from "../../lib/domain/random/hash-to-unit.ts";
import { canonicalUrl } from "../../lib/domain/url/canonical-url.ts";
import type { Url } from "../../lib/domain/url/url.ts";
import { type LabelledWeb, openLabelledWeb, viewOf } from "./labelled-web.ts";
import type { Site } from "./site.ts";

/** A labelled web with all links between its pages. */
export interface KnownWeb extends LabelledWeb {
  readonly site: Site;
  readonly graph: LinkGraph;
  /** Where crawls begin. */
  readonly root: Url;
  /** The root and what can be reached from it. */
  readonly reachable: readonly Url[];
}

/** Pages of this class, one a university, are where people begin. */
const HOME = "department";

/** Opens a site and reads every page once. */
export async function openKnownWeb(site: Site): Promise<KnownWeb> {
  const labelled = await openLabelledWeb(site);
  const recorded = new Set(labelled.web.urls());
  const pages: { readonly url: Url; readonly outlinks: readonly Url[] }[] = [];
  for (const url of recorded) {
    const { anchors } = await viewOf(labelled, url);
    const outlinks = anchors.map((anchor) => anchor.url).filter((link) => recorded.has(link));
    pages.push({ url, outlinks });
  }
  const graph = linkGraph(pages);
  const root = rootOf(labelled, site) ?? pageOfMostLinks(graph);
  return { ...labelled, site, graph, root, reachable: reachableFrom(root, graph) };
}

function rootOf({ web, classesOf }: LabelledWeb, { root }: Site): Url | undefined {
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
