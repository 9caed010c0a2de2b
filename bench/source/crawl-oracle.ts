import { linkGraph } from "../../lib/domain/methods/graph/link-graph.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { greedyOrder } from "../../peers/commands/compare/greedy-order.ts";
import type { OpenForum } from "./forum.ts";
import { planOf, scopedViewOf } from "./forum-plan.ts";
import type { FetchedPage } from "./jobs.ts";
import type { Task } from "./task.ts";

/** What the greedy order that knows the truth fetches on each task, over the links that crawls follow. */
export async function crawlOracle(
  forum: OpenForum,
  tasks: readonly Task[],
): Promise<readonly (readonly FetchedPage[])[]> {
  const graph = linkGraph(await linksOf(forum));
  const typeOf = (page: number) => {
    const url = graph.urls[page];
    return url === undefined ? -1 : (forum.typeOf.get(url) ?? -1);
  };
  const home = canonicalUrl(forum.seed);
  const seed = home.ok ? graph.numbers.get(forum.web.identify(home.url)) : undefined;
  if (seed === undefined) throw new Error(`the seed of ${forum.id} is not recorded`);
  const fetched = async (page: number): Promise<FetchedPage> => {
    const url = graph.urls[page];
    return { type: typeOf(page), shows: url === undefined ? [] : await forum.contentOf(url) };
  };
  const orders = tasks.map(({ targetTypes, budget }) => {
    const isTarget = (page: number) => targetTypes.includes(typeOf(page));
    return greedyOrder(graph, { seeds: [seed], isTarget, budget });
  });
  return Promise.all(orders.map((order) => Promise.all(order.map(fetched))));
}

/** Links in scope to recorded pages, by page. */
async function linksOf(forum: OpenForum): Promise<{ url: Url; outlinks: Url[] }[]> {
  const { plan } = await planOf(forum, { pages: forum.pages, seed: 1 });
  const pages: { url: Url; outlinks: Url[] }[] = [];
  for (const url of forum.typeOf.keys()) {
    const page = await scopedViewOf(forum, url, plan);
    const outlinks = page.anchors.map((anchor) => anchor.url);
    pages.push({ url, outlinks: outlinks.filter((link) => forum.typeOf.has(link)) });
  }
  return pages;
}
