import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { CompiledScope } from "../../lib/domain/frontier/scope.ts";
import type { Progress, Strategy } from "../../lib/domain/methods/strategy.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { linking, type Script, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";

/** `{ "/": html }` as a script of absolute URLs. */
function site(pages: Readonly<Record<string, Script>>): Readonly<Record<string, Script>> {
  return Object.fromEntries(Object.entries(pages).map(([path, answer]) => [SITE + path, answer]));
}

const COMMENT = '<ol class="commentlist"><li class="comment-body">so true</li></ol>';

/** Crawls with a strategy as the command line names it; gives the paths fetched, layer by layer. */
async function layersOf(
  option: string,
  web: Readonly<Record<string, Script>>,
  changes: Partial<CrawlPlan> = {},
) {
  const plan = aPlan({ strategy: aStrategy(option), ...changes });
  const ports = memoryPorts(scriptedWeb(site(web)), plan);
  const end = await runCrawl(ports, plan);
  const layers: string[][] = [];
  for (const { url, layer } of await recordsOf(ports)) {
    (layers[layer] ??= []).push(url.slice(SITE.length));
  }
  const log = await ports.log.list();
  const trainings = log
    .filter(({ kind }) => kind === "trained")
    .map(({ detail }) => detail["pages"]);
  return { layers: layers.map((paths) => paths.toSorted()), end, trainings };
}

describe("a crawl in layers", () => {
  const fork = {
    "/": linking("/a", "/b", "/c"),
    "/a": linking("/x"),
    "/b": linking("/x", "/y"),
    "/c": linking("/z"),
    ...{ "/x": "", "/y": "", "/z": "" },
  };

  it("A layered crawl fetches the topN best of all known links, `depth` times after the seeds", async () => {
    const { layers, end } = await layersOf("opic:topN=3,depth=1", fork);
    assert.deepEqual(layers, [["/"], ["/a", "/b", "/c"]]);
    assert.equal(end, "frontier-empty");
  });

  it("A layered crawl without a depth goes on below the tenth layer while links are left", async () => {
    const chain = Array.from({ length: 15 }, (_, n) => [`/${n}`, linking(`/${n + 1}`)] as const);
    const web = { "/": linking("/0"), ...Object.fromEntries(chain), "/15": "" };
    for (const option of ["commd", "opic", "opic-commd"]) {
      const { layers, end } = await layersOf(option, web);
      assert.deepEqual([layers.length, layers.at(-1), end], [17, ["/15"], "frontier-empty"]);
    }
  });

  it("A layered crawl trains when a layer is done, and chooses the next by all it learned", async () => {
    const { layers, trainings } = await layersOf("opic:topN=3,depth=9", fork);
    // x is paid 1/3 by a and 1/6 by b; z is paid 1/3 by c; y 1/6 by b.
    assert.deepEqual(layers, [["/"], ["/a", "/b", "/c"], ["/x", "/y", "/z"]]);
    assert.deepEqual(trainings, [0, 1, 4]);
    const narrow = await layersOf("opic:topN=1,depth=9", fork);
    assert.deepEqual(narrow.layers, [["/"], ["/a"], ["/b"], ["/x"], ["/c"], ["/z"], ["/y"]]);
  });

  it("A layered crawl fills its layers with links in scope, and counts none that the scope refused", async () => {
    const scope: CompiledScope = ({ url }) => {
      return { refusedBy: url.includes("/out") ? "pattern-denied" : undefined, quotas: [] };
    };
    const outside = Array.from({ length: 9 }, (_, n) => `/out/${n}`);
    const web = { "/": linking(...outside, "/a", "/b"), "/a": linking(...outside, "/c") };
    const { layers } = await layersOf(
      "opic:topN=2,depth=9",
      { ...web, "/b": "", "/c": "" },
      { scope },
    );
    assert.deepEqual(layers, [["/"], ["/a", "/b"], ["/c"]]);
  });

  it("A layered crawl counts a link as often as it is on its page", async () => {
    const web = { "/": linking("/y", "/x", "/x"), ...{ "/x": "", "/y": "" } };
    const { layers } = await layersOf("opic:topN=1,depth=9", web);
    assert.deepEqual(layers, [["/"], ["/x"], ["/y"]]);
  });

  it("A layered crawl treats a redirect and its target as one page of one layer", async () => {
    const moved = {
      kind: "redirect",
      status: 301,
      headers: [],
      location: aUrl(`${SITE}/new`),
    } as const;
    const { layers } = await layersOf("opic:topN=1,depth=9", {
      "/": linking("/old", "/b"),
      "/old": moved,
      "/new": linking("/x"),
      ...{ "/b": linking("/y", "/z"), "/x": "", "/y": "", "/z": "" },
    });
    assert.deepEqual(layers.slice(0, 3), [["/"], ["/new", "/old"], ["/b"]]);
    // x holds what the redirect was paid, 1/2; y and z have halves of the other.
    assert.deepEqual(layers[3], ["/x"]);
  });

  it("A layered crawl also consults the strategy at each page, and reports that no layer is done", async () => {
    const asked: Progress[] = [];
    const strategy: Strategy = {
      ...aStrategy("commd:variant=paper,topN=2,depth=1"),
      isStale: (progress) => {
        asked.push(progress);
        return false;
      },
    };
    const plan = aPlan({ strategy });
    await runCrawl(memoryPorts(scriptedWeb(site(fork)), plan), plan);
    const ends = asked.filter(({ layerDone }) => layerDone);
    const types = new Map();
    assert.deepEqual(ends, [{ pages: 1, pagesAtTraining: 0, drawn: 1, layerDone: true, types }]);
    assert.ok(asked.length > ends.length);
  });

  it("A layered crawl stops within a layer when the budget ends, and continues from there", async () => {
    const strategy = aStrategy("opic:topN=3,depth=9");
    const plan = aPlan({ strategy });
    const ports = memoryPorts(scriptedWeb(site(fork)), plan);
    const budget = (pages: number) => ({ ...plan.budget, pages });
    assert.equal(await runCrawl(ports, { ...plan, budget: budget(2) }), "budget-pages");
    assert.equal(await runCrawl(ports, { ...plan, budget: budget(9) }), "frontier-empty");
    const layers = (await recordsOf(ports)).map(({ layer }) => layer);
    assert.deepEqual(layers, [0, 1, 1, 1, 2, 2, 2]);
  });
});

describe("commd as published", () => {
  it("The published `commd` follows links of pages with comments before all others", async () => {
    const { layers } = await layersOf("commd:variant=paper,topN=2,detector=keywords", {
      "/": linking("/plain", "/discussed"),
      "/plain": linking("/p1", "/p2"),
      "/discussed": COMMENT + linking("/d1", "/d2"),
      ...{ "/p1": "", "/p2": "", "/d1": "", "/d2": "" },
    });
    assert.deepEqual(layers, [["/"], ["/discussed", "/plain"], ["/d1", "/d2"], ["/p1", "/p2"]]);
  });
});

describe("commd", () => {
  it("The strategy `commd` learns which links lead to pages with comments, wherever they are", async () => {
    const posts = [1, 2, 3, 4, 5, 6].map((n) => `/2024/0${n}/a-post-${n}/`);
    const tags = [1, 2, 3, 4, 5, 6].map((n) => `/tag/${n}`);
    const mixed = (from: number) => [posts[from], tags[from]].map((path) => path ?? "");
    const { layers } = await layersOf("commd:topN=4,detector=keywords", {
      "/": linking(...mixed(0), ...mixed(1)),
      ...Object.fromEntries(posts.map((path) => [path, COMMENT])),
      ...Object.fromEntries(tags.map((path) => [path, linking(...tags.toReversed(), ...posts)])),
    });
    assert.deepEqual(layers.slice(0, 3), [
      ["/"],
      [...mixed(0), ...mixed(1)].toSorted(),
      posts.slice(2),
    ]);
  });
});

describe("opic-commd", () => {
  it("The strategy `opic-commd` lets only pages with comments pay, including others' cash in their layer", async () => {
    const { layers } = await layersOf("opic-commd:topN=2,detector=keywords", {
      "/": COMMENT + linking("/plain", "/discussed"),
      "/plain": linking("/p1", "/p2"),
      "/discussed": COMMENT + linking("/d1", "/d2"),
      ...{ "/p1": "", "/p2": "", "/d1": "", "/d2": "" },
    });
    assert.deepEqual(layers.slice(0, 3), [["/"], ["/discussed", "/plain"], ["/d1", "/d2"]]);
  });
});
