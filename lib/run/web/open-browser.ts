import { systemClock } from "../../adapters/system-clock.ts";
import { openChromiumRenderer } from "../../adapters/web/render/chromium-renderer.ts";
import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import type { WebFacts } from "../../features/feature.ts";
import { renderRule } from "../../features/rendering/manifest.ts";
import { rendering } from "../../features/rendering/rule.ts";
import type { HostGate } from "../../ports/host-gate.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { Web } from "../../ports/web.ts";
import { identifiedUserAgent } from "../../project/identified-user-agent.ts";
import type { Project } from "../../project/project-schema.ts";

/** What answers the requests of rendered pages. */
export interface AskedForPages extends WebFacts {
  /** Must read every media type. */
  readonly web: Web;
  readonly gate: HostGate;
}

/** The browser of a crawl. */
export interface OpenedBrowser {
  /** Returns the plan with the pages that need it read as it makes them; these are stored, too. */
  readonly addTo: (plan: CrawlPlan, pages: Pick<PageStore, "putRendered">) => CrawlPlan;
  close(): Promise<void>;
}

/**
 * Starts the browser that a project renders its pages by.
 * @throws DowserError `renderer-missing`, `browser-not-started`
 */
export async function openBrowser(
  render: NonNullable<Project["render"]>,
  { budget, politeness }: Pick<Project, "budget" | "politeness">,
  asked: AskedForPages,
): Promise<OpenedBrowser> {
  const { browser, seconds, requests, bytes, pages } = render;
  const renderer = await openChromiumRenderer({
    ...asked,
    clock: systemClock,
    maxRedirects: politeness.maxRedirects,
    browser,
    userAgent: identifiedUserAgent(politeness),
    pageMs: seconds * 1_000,
    requests,
    bytes,
    htmlBytes: budget.bytesPerPage,
    pages,
  });
  return {
    addTo: (plan, stored) => rendering(plan, { renderer, rule: renderRule(render) }, stored),
    close: () => renderer.close(),
  };
}
