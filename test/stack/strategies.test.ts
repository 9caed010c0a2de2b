import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { STRATEGY_NAMES } from "../../lib/project/registry.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aNeed } from "../support/a-need.ts";
import { aLoadedStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { assertSound } from "../support/assert-sound.ts";
import { collect } from "../support/collect.ts";
import { facultyPaths, facultySite, facultyUrl, facultyViews } from "../support/faculty-sites.ts";
import { CALM } from "../support/mortal-processes.ts";
import { aFetchedPage, type Script, scriptedWeb } from "../support/scripted-web.ts";
import { SimulatedStack } from "../support/simulated-stack.ts";

const [example, ...others] = facultyViews(1);

/** A need that every strategy can do something with. */
const need = aNeed({
  topic: "courses",
  good: others.slice(0, 2),
  bad: others.slice(-2),
  examplePage: example,
  paths: facultyPaths([0, 1]),
});

const FILES = { mediaTypes: ["application/pdf"], fetch: true };

/** A faculty's site of which each third page is a file: its links are not read. */
function siteWithFiles(): Record<string, Script> {
  const site = facultySite(2);
  const file = (url: string) => aFetchedPage(aUrl(url), "%PDF", { mediaType: "application/pdf" });
  const entries = Object.entries(site).map(([url, page], index): [string, Script] => [
    url,
    index % 3 === 2 ? file(url) : page,
  ]);
  return Object.fromEntries(entries);
}

describe("every strategy", () => {
  for (const name of STRATEGY_NAMES) {
    it(`The strategy ${name} crawls in a stack for files, which are the targets, and no page is`, async () => {
      const seeds = [aUrl(facultyUrl(2, "/"))];
      const strategy = await aLoadedStrategy(name);
      const plan = aPlan({ strategy, need: { ...need, files: FILES }, files: FILES, seeds });
      const stack = new SimulatedStack(plan, scriptedWeb(siteWithFiles()), 1, CALM, 1_000);
      await stack.crawl();
      await assertSound(stack, name);
      const { records, close } = await stack.stored();
      const pages = (await collect(records.list())).flatMap(({ page }) => page ?? []);
      close();
      assert.ok(
        pages.some(({ file }) => file !== undefined),
        name,
      );
      for (const { isTarget, file } of pages) assert.equal(isTarget, file !== undefined);
    });
    it(`The strategy ${name} crawls in a stack unchanged`, async () => {
      const budget = { pages: 30, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity };
      const seeds = [2, 3].map((site) => aUrl(facultyUrl(site, "/")));
      const plan = aPlan({ strategy: await aLoadedStrategy(name), need, budget, seeds });
      const web = scriptedWeb({ ...facultySite(2), ...facultySite(3) });
      const stack = new SimulatedStack(plan, web, 1, CALM, 1_000);
      await stack.crawl();
      await assertSound(stack, name);
      const { records, close } = await stack.stored();
      const { pages } = await records.totals();
      close();
      assert.ok(pages >= 5, `${pages} pages`);
    });
  }
});
