import { systemClock } from "../../adapters/system-clock.ts";
import { openChromiumRenderer } from "../../adapters/web/render/chromium-renderer.ts";
import type { WebFacts } from "../../features/feature.ts";
import { renderRule } from "../../features/rendering/manifest.ts";
import type { PageRendering } from "../../features/rendering/rule.ts";
import type { HostGate } from "../../ports/host-gate.ts";
import type { Web } from "../../ports/web.ts";
import { identifiedUserAgent } from "../../project/identified-user-agent.ts";
import type { Project } from "../../project/project-schema.ts";

/** What answers the requests of rendered pages. */
export interface AskedForPages extends WebFacts {
  /** Must read every media type. */
  readonly web: Web;
  readonly gate: HostGate;
}

/** The renderer of a crawl. */
export interface OpenedRendering {
  readonly pages: PageRendering;
  close(): Promise<void>;
}

/**
 * Starts the browser that a project renders its pages by.
 * @throws DowserError `renderer-missing`, `browser-not-started`
 */
export async function openRendering(
  render: NonNullable<Project["render"]>,
  { budget, politeness }: Pick<Project, "budget" | "politeness">,
  asked: AskedForPages,
): Promise<OpenedRendering> {
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
    pages: { renderer, rule: renderRule(render) },
    close: () => renderer.close(),
  };
}
