/**
 * Serves the demo web on loopback until its parent goes. Seeds are the sites that answer without
 * waiting: no crawl-delay, no Retry-After, no trap.
 */
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { serveDemoWeb } from "../../demo/serve-demo-web.ts";
import type { ServedSite } from "./served-site.ts";

const SITES = ["forum", "travel-blog", "kitchen-blog", "university", "news"] as const;

const web = generateDemoWeb(1);
const { origins } = await serveDemoWeb(web);
const sites = SITES.map((name): ServedSite => {
  const pages = web.sites.find((site) => site.name === name)?.pages ?? new Map();
  const bytes = Array.from(pages.values()).reduce((sum, { body }) => sum + body.length, 0);
  return { seed: `${origins.get(name)}/`, pages: pages.size, bytes };
});
process.send?.(sites);
process.on("disconnect", () => process.exit());
