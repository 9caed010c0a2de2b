import { demoOrigin } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { renderDemoPage } from "../../demo/render-demo-page.ts";
import { openRecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import type { ServedPage, Site } from "./closed-web.ts";

/** Sites of the demo web that answer without waiting: no crawl delay, no Retry-After, no trap. */
const DEMO_SITES: ReadonlySet<string> = new Set([
  "forum",
  "travel-blog",
  "kitchen-blog",
  "university",
  "news",
]);
const LIMITS = { bodyBytes: 5_000_000, timeoutMs: 10_000 };

/** Generates the sites of the demo web: their pages with status 200 that robots.txt allows. */
export function demoSites(): Site[] {
  return generateDemoWeb(1)
    .sites.filter(({ name }) => DEMO_SITES.has(name))
    .map((site) => {
      const origin = demoOrigin(site.name);
      const pages = new Map<string, ServedPage>();
      for (const [target, page] of site.pages) {
        const { status, headers, body } = renderDemoPage(page, demoOrigin);
        const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
        const isPage = status === 200 && type.startsWith("text/html") && !page.truth.forbidden;
        if (isPage) pages.set(origin + target, { type, body });
      }
      return { origin, seed: `${origin}/`, pages };
    });
}

/** Reads recordings of one site each. A crawl of a site begins at its shortest URL. */
export async function recordedSites(files: readonly string[]): Promise<Site[]> {
  const sites: Site[] = [];
  for (const file of files) {
    const web = await openRecordedWeb([file]);
    const pages = new Map<string, ServedPage>();
    let seed: string | undefined;
    for (const url of web.urls()) {
      const page = await web.fetch(url, LIMITS);
      if (page.kind !== "page") continue;
      const type = page.charset === undefined ? "text/html" : `text/html; charset=${page.charset}`;
      pages.set(url, { type, body: Buffer.from(page.body) });
      if (seed === undefined || url.length < seed.length) seed = url;
    }
    web.close();
    if (seed !== undefined) sites.push({ origin: new URL(seed).origin, seed, pages });
  }
  return sites;
}
