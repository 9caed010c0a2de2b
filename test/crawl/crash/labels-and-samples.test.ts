import { it } from "node:test";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import { aPlan } from "../../support/a-crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { crashEverywhere, type Machine, PAGES, SITE } from "../../support/crash-everywhere.ts";
import { labelledStrategy } from "../../support/labelled-strategy.ts";
import { samplingStrategy } from "../../support/sampling-strategy.ts";

it("A crash between any two effects lets labels apply completely and once, with unchanged verdicts", async (test) => {
  const plan = aPlan({ strategy: labelledStrategy, seeds: [aUrl(`${SITE}/`)] });
  const begin = async ({ boot, labels }: Machine) => {
    const ports = boot();
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: PAGES / 2 } });
    const given = [
      [`${SITE}/1`, 1],
      [`${SITE}/`, 0],
    ] as const;
    await labels.append(given.map(([url, label]) => ({ at: 0, url: aUrl(url), label })));
    await ports.pages.close();
  };
  await crashEverywhere(test, plan, { begin });
});

it("A crash between any two effects lets a sample of the pages seen be taken once, with unchanged verdicts", async (test) => {
  // It begins a page before the first sample and ends a page after it.
  const plan = aPlan({ strategy: samplingStrategy, seeds: [aUrl(`${SITE}/`)] });
  const begin = async ({ boot }: Machine) => {
    const ports = boot();
    await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages: 31 } });
    await ports.pages.close();
  };
  await crashEverywhere(test, plan, { begin, pages: 33 });
});
