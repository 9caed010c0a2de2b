import type { MarkedPaths } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { type KnownWeb, openKnownWeb } from "../known-web/known-web.ts";
import { viewOf } from "../known-web/labelled-web.ts";
import type { Site } from "../known-web/site.ts";
import { drawPaths, type TargetSite, withNeighbours } from "./draw-paths.ts";
import { TARGETS } from "./trial.ts";

/** A recorded site with its targets, and those of its pages that were parsed so far. */
export interface OpenSite extends KnownWeb, TargetSite {
  readonly views: Map<Url, Promise<PageView>>;
}

const open = new Map<string, Promise<OpenSite>>();

/** Opens a site; each once a process. */
export function siteOf(site: Site): Promise<OpenSite> {
  const known = open.get(site.name) ?? openSite(site);
  open.set(site.name, known);
  return known;
}

async function openSite(site: Site): Promise<OpenSite> {
  const known = await openKnownWeb(site);
  const targets = new Set(
    [...known.classesOf].flatMap(([url, classes]) => (classes.has(TARGETS) ? [url] : [])),
  );
  // No crawl gets credit for its seed.
  targets.delete(known.root);
  return { ...known, targets, views: new Map() };
}

/** Paths on a site, marked as a user would who knew it, with all recorded pages that they link to. */
export async function markSite(
  site: OpenSite,
  { paths: count, seed }: { readonly paths: number; readonly seed: number },
): Promise<MarkedPaths> {
  const paths = drawPaths(site, count, seed);
  const urls = withNeighbours(site.graph, paths);
  return { paths, pages: await Promise.all(Array.from(urls, (url) => viewAt(site, url))) };
}

/** Paths on several sites as one. */
export function joinPaths(marked: readonly MarkedPaths[]): MarkedPaths {
  return {
    paths: marked.flatMap(({ paths }) => paths),
    pages: marked.flatMap(({ pages }) => pages),
  };
}

function viewAt(site: OpenSite, url: Url): Promise<PageView> {
  const known = site.views.get(url) ?? viewOf(site, url);
  site.views.set(url, known);
  return known;
}
