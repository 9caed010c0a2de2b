import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../../../lib/crawl/run-crawl.ts";
import { labelNeed } from "../../../../lib/domain/methods/label-need.ts";
import { linkDistance } from "../../../../lib/domain/methods/link-distance/link-distance.ts";
import type { LinkDistanceSettings } from "../../../../lib/domain/methods/link-distance/options.ts";
import { pathModelOf } from "../../../../lib/domain/methods/link-distance/path-model.ts";
import { aPlan, memoryPorts, recordsOf } from "../../../support/a-crawl.ts";
import { aNeed } from "../../../support/a-need.ts";
import { aLoadedStrategy } from "../../../support/a-strategy.ts";
import { aUrl } from "../../../support/a-url.ts";
import {
  EACH,
  facultyPaths,
  facultySite,
  facultyUrl,
  facultyViews,
  isCourse,
} from "../../../support/faculty-sites.ts";
import { scriptedWeb } from "../../../support/scripted-web.ts";

const SETTINGS: LinkDistanceSettings = {
  depthPenalty: 0.03,
  branchDiscount: 0,
  siblingShortfall: 0,
  selfTraining: true,
  online: true,
};

const MARKED = facultyPaths([0, 1]);
const NEED = aNeed({ paths: MARKED });
const NO_EVIDENCE = { visits: [], misses: [] };

const aLinkDistance = async (settings: LinkDistanceSettings) =>
  linkDistance.create(settings, { seed: 1, pages: Infinity });

/** What a crawl of the third faculty fetches, in order. */
async function crawled(option: string, need = NEED) {
  const seeds = [aUrl(facultyUrl(2, "/"))];
  const plan = aPlan({ strategy: await aLoadedStrategy(option), need, seeds });
  const ports = memoryPorts(scriptedWeb(facultySite(2)), plan);
  await runCrawl(ports, plan);
  return recordsOf(ports);
}

/** Pages fetched until all courses were. */
const pagesToAll = (records: readonly { readonly url: string }[]) =>
  records.findLastIndex(({ url }) => isCourse(url)) + 1;

describe("link-distance", () => {
  it("link-distance goes straight to targets on an unknown site and recognises them", async () => {
    const records = await crawled("link-distance");
    // The start page, the two pages on the way, the courses: what else it tries are a few pages.
    assert.ok(pagesToAll(records) <= 3 + EACH + 3, String(pagesToAll(records)));
    const gathered = records.filter(({ page }) => page?.isTarget === true).map(({ url }) => url);
    assert.deepEqual(gathered.filter(isCourse).length, EACH);
    assert.deepEqual(
      gathered.filter((url) => !isCourse(url)),
      [],
    );
  });

  it("link-distance reaches targets before breadth-first, which visits all other pages first", async () => {
    const blind = pagesToAll(await crawled("breadth-first"));
    assert.equal(blind, 1 + 4 + 3 * EACH + 1 + 1 + EACH);
    assert.ok(pagesToAll(await crawled("link-distance")) < blind / 2);
  });

  it("link-distance repeats the same crawl from click paths or from a stored model", async () => {
    const way = async (need = NEED) => (await crawled("link-distance", need)).map(({ url }) => url);
    const taught = linkDistance.pathModel?.learn(SETTINGS, MARKED, 1) ?? null;
    const lesson = JSON.parse(JSON.stringify(pathModelOf("dowser", taught)));
    const first = await way();
    assert.deepEqual(await way(), first);
    assert.deepEqual(await way(aNeed({ pathModel: lesson })), first);
  });

  it("link-distance learns the same from the same paths, whether it has seen them before or not", async () => {
    const strategy = await aLinkDistance(SETTINGS);
    const train = (need = NEED) => strategy.train(NO_EVIDENCE, need, undefined);
    assert.deepEqual(train(), train(aNeed({ paths: { ...MARKED } })));
  });

  it("link-distance requires click paths or a model of the same variant", async () => {
    const { checkNeed } = await aLinkDistance(SETTINGS);
    assert.equal(checkNeed?.(NEED), undefined);
    assert.equal(checkNeed?.(aNeed({ paths: { ...MARKED, pages: [] } })), undefined);
    assert.equal(checkNeed?.(aNeed({ pathModel: pathModelOf("dowser", {}) })), undefined);
    assert.throws(() => checkNeed?.(aNeed()), { code: "no-click-path" });
    assert.throws(() => checkNeed?.(aNeed({ pathModel: pathModelOf("paper", {}) })), {
      code: "other-path-model",
      message: "link-distance of variant dowser was given a model of variant paper",
    });
    for (const lesson of [null, 3, [], {}, { strategy: "link-distance", variant: "dowser" }])
      assert.throws(() => checkNeed?.(aNeed({ pathModel: lesson })), { code: "other-path-model" });
  });

  it("link-distance learns from user labels during the crawl", async () => {
    const strategy = await aLinkDistance(SETTINGS);
    const utilityOf = (need: typeof NEED, path: string) => {
      const { assessPage } = strategy.compile(strategy.train(NO_EVIDENCE, need, undefined));
      const page = facultyViews(2).find(({ url }) => url === facultyUrl(2, path));
      assert.ok(page !== undefined);
      const context = { depth: 1, priority: 1, group: "", parent: undefined, snippet: undefined };
      return assessPage(page, context).utility;
    };
    const label = (path: string, value: number) => {
      const wanted = (url: string) => new URL(url).pathname.startsWith(path);
      const views = facultyViews(3).filter(({ url }) => wanted(url));
      return labelNeed(
        NEED,
        views.map((view) => ({ view, label: value })),
      );
    };
    const project = "/research/project0.html";
    assert.ok(utilityOf(label("/research/project", 1), project) > utilityOf(NEED, project) + 0.2);
    const course = "/classes/cs0.html";
    assert.ok(utilityOf(label("/classes/cs", 0), course) < utilityOf(NEED, course));
  });

  it("link-distance takes pages from the need's threshold as targets, or from one half on", async () => {
    const judged = async (threshold: number | undefined) => {
      const need = { ...NEED, threshold };
      const strategy = await aLinkDistance(SETTINGS);
      const { assessPage } = strategy.compile(strategy.train(NO_EVIDENCE, need, undefined));
      const context = { depth: 1, priority: 1, group: "", parent: undefined, snippet: undefined };
      return facultyViews(2).filter((page) => assessPage(page, context).isTarget).length;
    };
    const [own, half, all] = await Promise.all([undefined, 0.5, 0].map(judged));
    assert.equal(own, half);
    assert.ok(own !== undefined && own < facultyViews(2).length);
    assert.equal(all, facultyViews(2).length);
  });

  it("link-distance trains again when pages grow by a tenth and at least five, if that can help", async () => {
    const isStale = async (
      settings: Partial<LinkDistanceSettings>,
      pages: number,
      pagesAtTraining = 0,
    ) =>
      (await aLinkDistance({ ...SETTINGS, ...settings })).isStale(
        { pages, pagesAtTraining, drawn: pages, layerDone: false, types: new Map() },
        {},
      );
    assert.deepEqual(await Promise.all([4, 5].map((pages) => isStale({}, pages))), [false, true]);
    assert.deepEqual(await Promise.all([109, 110].map((pages) => isStale({}, pages, 100))), [
      false,
      true,
    ]);
    assert.equal(await isStale({ online: false }, 100), false);
    assert.equal(await isStale({ online: false, siblingShortfall: 0.1 }, 100), true);
  });
});
