import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { GroupTally } from "../../../lib/domain/methods/group-tally.ts";
import {
  type SampledCrawl,
  type SampledModel,
  sampledStrategy,
} from "../../../peers/sampling/sampled-strategy.ts";
import { aForum } from "../../support/a-forum.ts";
import { aNeed } from "../../support/a-need.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";
import { aStructure, siteUrl } from "../../support/a-sample.ts";
import { crawlForum } from "../../support/crawl-forum.ts";
import { aVisit } from "../../support/some-evidence.ts";

const CONTEXT = { depth: 1, priority: 0.5, group: "", parent: undefined, snippet: undefined };

/** A crawl that learns how many pages it sampled, and drifts after ten more. */
function aCrawl(parts: Partial<SampledCrawl<string, number>> = {}) {
  return sampledStrategy<string, number>({
    name: "sampled",
    sampling: "apath",
    sampleSize: 3,
    seed: 1,
    aim: ({ topic = "" }) => topic,
    learn: ({ pages }) => pages.length,
    judge: (aim, learned) => () => ({
      utility: 0,
      isTarget: false,
      type: undefined,
      why: `${aim} ${learned}`,
    }),
    follow: () => ({ scoreLinks: () => [], rescoreLink: () => undefined }),
    ...parts,
  });
}

const sampling = (until = 3, again = false): SampledModel<string, number> => ({
  ...{ phase: "sampling", aim: "bees" },
  ...{ until, again },
});
const crawling: SampledModel<string, number> = { phase: "crawling", aim: "bees", learned: 3 };

const progress = (pages: number, pagesAtTraining = 0) => ({
  ...{ pages, pagesAtTraining, drawn: pages, layerDone: false },
  types: new Map<string, number>(),
});
const sample = ["a", "b", "c"].map((letter) => aVisit(letter, "", { structure: aStructure({}) }));
const need = aNeed({ topic: "bees" });

describe("a strategy that samples a site first", () => {
  it("A sampled strategy begins by sampling and continues until the sample is complete", () => {
    const strategy = aCrawl();
    const model = strategy.train({ visits: [], misses: [] }, need, undefined);
    assert.deepEqual(model, sampling());
    assert.equal(strategy.isStale(progress(2), model), false);
    assert.equal(strategy.isStale(progress(3), model), true);
  });

  it("A sampled strategy keeps the structure of sampled pages and of no others", () => {
    const strategy = aCrawl();
    const page = aPage({ xpathBag: new Map([["/html/body/text()", 2]]) });
    const { structure, why } = strategy.compile(sampling()).assessPage(page, CONTEXT);
    assert.deepEqual(structure?.paths, { "/html/body/text()": 2 });
    assert.equal(why, "bees undefined");
    const later = strategy.compile(crawling).assessPage(page, CONTEXT);
    assert.equal(later.structure, undefined);
    assert.equal(later.why, "bees 3");
  });

  it("A sampled strategy offers sampled links in sampling order, with their Apath as group", () => {
    const compiled = aCrawl({ markOf: () => "marked " }).compile(sampling());
    const page = aPage({ anchors: [anAnchor("http://site.example/x")] });
    const links = compiled.scoreLinks(page, compiled.assessPage(page, CONTEXT), CONTEXT);
    assert.deepEqual(
      links.map(({ url, group, why }) => [url, group, why]),
      [[siteUrl("/x"), "marked /html/body/a", "sampling: chosen of its Apath"]],
    );
  });

  it("A sampled strategy learns from pages with kept structure, then crawls without further learning", () => {
    const strategy = aCrawl();
    const visits = [...sample, aVisit("d", "")];
    const model = strategy.train({ visits, misses: [] }, need, sampling());
    assert.deepEqual(model, crawling);
    assert.equal(strategy.isStale(progress(1_000, 4), model), false);
  });

  it("A sampled strategy samples and learns again when the site has changed from what was learned", () => {
    const strategy = aCrawl({
      isDrifted: ({ pages, pagesAtTraining }) => pages > pagesAtTraining + 10,
    });
    assert.equal(strategy.isStale(progress(13, 3), crawling), false);
    assert.equal(strategy.isStale(progress(14, 3), crawling), true);
    const model = strategy.train({ visits: sample, misses: [] }, need, crawling);
    assert.deepEqual(model, sampling(6, true));
    const visits = [...sample, aVisit("d", "", { structure: aStructure({}) })];
    const relearned = strategy.train({ visits, misses: [] }, need, model);
    assert.deepEqual(relearned, { ...crawling, learned: 4 });
  });

  it("A sampled strategy crawls on after a second sample with what both samples taught", async () => {
    const strategy = aCrawl({ isDrifted: ({ pages, pagesAtTraining }) => pages > pagesAtTraining });
    const { models, pages } = await crawlForum(aForum(), strategy, { pages: 7, need });
    assert.equal(pages.length, 7);
    assert.deepEqual(models, [
      sampling(),
      crawling,
      sampling(7, true),
      { ...crawling, learned: 6 },
    ]);
  });

  it("A sampled strategy logs whether it samples, samples again or crawls", () => {
    const strategy = aCrawl();
    const phases = [sampling(), crawling, sampling(6, true)].map(
      (model) => strategy.compile(model).phase,
    );
    assert.deepEqual(phases, ["sampling", "crawling", "sampling again"]);
  });

  it("A sampled strategy sampling again keeps the groups of queued links, behind new ones and with equal weights", () => {
    const compiled = aCrawl({ isDrifted: () => true }).compile(sampling(6, true));
    const waiting = {
      ...{ ...CONTEXT, url: siteUrl("/x"), host: aVisit("a", "").host, group: "g", why: "" },
      ...{ redirects: 0, model: "", sequence: 1, attempts: 0 },
    };
    const again = compiled.rescoreLink?.(waiting);
    assert.equal(again?.group, "g");
    assert.ok(again.priority > 0 && again.priority < 1);
    const tally: GroupTally = { pages: 0, remaining: 9, types: new Map(), groups: new Map() };
    const weights = compiled.groups?.weigh(tally, ["g", "h"]);
    assert.deepEqual(
      weights,
      new Map([
        ["g", 1],
        ["h", 1],
      ]),
    );
    assert.equal(aCrawl().compile(sampling()).groups, undefined);
  });
});
