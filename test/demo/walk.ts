import { type DemoPage, type DemoWeb, demoOrigin, findDemoPage } from "../../demo/demo-web.ts";
import { readPage } from "./read-links.ts";

/** Finds the page of a demo URL without a socket. */
export function pageFinder(web: DemoWeb): (url: string) => DemoPage | undefined {
  const sites = new Map(web.sites.map((site) => [demoOrigin(site.name), site]));
  return (url) => {
    const origin = new URL(url).origin;
    const site = sites.get(origin);
    return site && findDemoPage(site, url.slice(origin.length));
  };
}

/** Scores a link by the page it stands on; higher is visited earlier. */
export type LinkScore = (pageText: string) => number;

/** Visits up to `limit` pages from the seeds, best score first and oldest first among equals; forbidden pages stay out. */
export function walk(web: DemoWeb, limit: number, score: LinkScore): readonly DemoPage[] {
  const find = pageFinder(web);
  const waiting = web.seeds.map((url) => ({ url, priority: 1 }));
  const seen = new Set(web.seeds);
  const visited: DemoPage[] = [];
  while (waiting.length > 0 && visited.length < limit) {
    const at = waiting.reduce(
      (best, link, i) => (link.priority > (waiting[best]?.priority ?? -1) ? i : best),
      0,
    );
    const [link] = waiting.splice(at, 1);
    const page = link && find(link.url);
    if (!link || !page || page.truth.forbidden) continue;
    visited.push(page);
    const { links, text } = readPage(page, link.url);
    const priority = score(text);
    for (const { url } of links) {
      if (seen.has(url)) continue;
      seen.add(url);
      waiting.push({ url, priority });
    }
  }
  return visited;
}
