import { type DemoWeb, demoOrigin, type PageTruth, type SiteName } from "./demo-web.ts";

/** The truth about one URL of the demo web. */
export interface TruthLine extends PageTruth {
  readonly url: string;
  readonly site: SiteName;
}

/**
 * Returns one line for each listed page, in order of site and generation; unlisted pages are no
 * targets.
 */
export function truthOf(
  web: DemoWeb,
  originOf: (site: SiteName) => string = demoOrigin,
): readonly TruthLine[] {
  return web.sites.flatMap((site) =>
    Array.from(site.pages, ([target, page]) => ({
      url: originOf(site.name) + target,
      site: site.name,
      ...page.truth,
    })),
  );
}
