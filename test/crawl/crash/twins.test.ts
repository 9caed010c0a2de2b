import { it } from "node:test";
import { aPlan } from "../../support/a-crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { crashEverywhere, PAGES, SITE, siteOf } from "../../support/crash-everywhere.ts";

const TWIN = "http://www.site.example";

/** A site that answers under two names alike. */
const script = Object.fromEntries(
  Object.entries(siteOf(PAGES)).flatMap(([url, html]) => [
    [url, html],
    [url.replace(SITE, TWIN), html],
  ]),
);

for (const commits of ["deferred", "at once"] as const) {
  it(`A crash between any two effects changes no refusal of a page that was fetched under a twin name: commits ${commits}`, async (test) => {
    const plan = aPlan({ seeds: [aUrl(`${SITE}/`), aUrl(`${TWIN}/`)] });
    // Three pages show that the names are twins: the other nine are fetched once.
    await crashEverywhere(test, plan, { commits, pages: PAGES + 3, script });
  });
}
