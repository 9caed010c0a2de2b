import { type DemoWeb, demoOrigin, type SiteName } from "./demo-web.ts";
import { type RenderedPage, renderDemoPage } from "./render-demo-page.ts";

/** A response of the demo web as a server would have sent it. */
interface RecordedDemoPage extends RenderedPage {
  readonly url: string;
}

/**
 * Returns every listed page, robots.txt and sitemap as a recording made without sockets.
 *
 * First answers and endless pages are not included. A body may be in a content coding: its headers
 * say so.
 */
export function* recordDemoWeb(
  web: DemoWeb,
  originOf: (site: SiteName) => string = demoOrigin,
): Generator<RecordedDemoPage> {
  for (const site of web.sites) {
    for (const [target, page] of site.pages) {
      yield { url: originOf(site.name) + target, ...renderDemoPage(page, originOf) };
    }
  }
}
