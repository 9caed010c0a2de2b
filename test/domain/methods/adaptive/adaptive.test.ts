import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type {
  Evidence,
  LinkContext,
  Miss,
  Visit,
} from "../../../../lib/domain/methods/strategy.ts";
import { hostOf } from "../../../../lib/domain/web/url/canonical-url.ts";
import { nodeUrl } from "../../../support/a-graph.ts";
import { aNeed } from "../../../support/a-need.ts";
import { anAnchor, aPage } from "../../../support/a-page.ts";
import { aLoadedStrategy } from "../../../support/a-strategy.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aMiss, aVisit } from "../../../support/some-evidence.ts";

const CONTEXT: LinkContext = {
  ...{ depth: 1, priority: 1, group: "", parent: undefined, snippet: undefined },
};
const NOTHING: Evidence = { visits: [], misses: [] };

const page = (topic: string, number: number) =>
  aPage({
    url: aUrl(`http://${topic}.example/${topic}${number}`),
    title: `${topic} ${number}`,
    mainText: `All about ${topic}, number ${number}, and more on ${topic}.`,
  });
const some = (topic: string) => [1, 2, 3, 4, 5].map((number) => page(topic, number));
const NEED = aNeed({ good: some("bees"), bad: some("cars") });

/** A page that links to one about bees and one about cars. */
const HUB = aPage({
  url: aUrl("http://hub.example/"),
  anchors: [
    anAnchor("http://site.example/1", { text: "cars" }),
    anAnchor("http://site.example/2", { text: "bees" }),
  ],
});

/** The priorities of the hub's links: to cars, and to bees. */
async function priorities(options: string, evidence = NOTHING): Promise<readonly number[]> {
  const named = options.startsWith("published-") ? options : `adaptive:${options}`;
  const strategy = await aLoadedStrategy(named);
  const compiled = strategy.compile(strategy.train(evidence, NEED, undefined));
  const assessment = compiled.assessPage(HUB, CONTEXT);
  return compiled.scoreLinks(HUB, assessment, CONTEXT).map(({ priority }) => priority);
}

/** Pages that links with a word led to, and what they were worth. */
const visits = (anchor: string, utility: number, letters: string): Visit[] =>
  Array.from(letters, (letter) => {
    const snippet = { anchor, before: "", after: "", title: "" };
    return aVisit(letter, "", { parent: nodeUrl("z"), snippet, utility });
  });

const progress = (pages: number, pagesAtTraining: number, drawn = pages) => ({
  ...{ pages, pagesAtTraining, drawn, layerDone: false, types: new Map<string, number>() },
});

describe("the adaptive crawler", () => {
  it("adaptive expects links to be like the labelled pages before it has fetched any", async () => {
    const [cars = 0, bees = 0] = await priorities("beta=1");
    assert.ok(bees > cars);
  });

  it("adaptive learns from the results of followed links, even against the labels", async () => {
    const fetched = [...visits("cars", 1, "abcdefghij"), ...visits("bees", 0, "klmnopqrst")];
    const [cars = 0, bees = 0] = await priorities("labelPrior=false", {
      visits: fetched,
      misses: [],
    });
    assert.ok(cars > bees);
  });

  it("adaptive draws at random during the warm-up: equal weights when proportional, random order otherwise", async () => {
    assert.deepEqual(await priorities("warmUp=10,beta=8"), [1, 1]);
    const greedy = await priorities("warmUp=10,beta=greedy");
    assert.ok(greedy.every((priority) => priority > 0 && priority < 1));
    assert.notEqual(greedy[0], greedy[1]);
    const { selection } = await aLoadedStrategy("adaptive:beta=8");
    assert.equal(selection.kind, "proportional");
    assert.equal((await aLoadedStrategy("adaptive:beta=greedy")).selection.kind, "best");
  });

  it("adaptive sharpens the draw by β", async () => {
    const [cars = 0, bees = 0] = await priorities("beta=1");
    const [sharpCars = 0, sharpBees = 0] = await priorities("beta=4");
    assert.ok(Math.abs(sharpBees / sharpCars - (bees / cars) ** 4) < 1e-6 * (bees / cars) ** 4);
  });

  it("adaptive prefers the faster of two hosts when utility is measured per second", async () => {
    const at = (host: string, fetchMs: number): Visit => {
      const url = aUrl(`http://${host}.example/`);
      return aVisit("a", "", { url, host: hostOf(url), fetchMs });
    };
    const strategy = await aLoadedStrategy(
      "adaptive:objective=utility-per-second,beta=1,features=snippet",
      { asksQueries: true },
    );
    const evidence = { visits: [at("slow", 9_000), at("fast", 100)], misses: [] };
    const { queries } = strategy.compile(strategy.train(evidence, NEED, undefined));
    const snippet = { anchor: "bees", before: "", after: "", title: "" };
    const worth = (host: string) =>
      queries?.scoreResult?.({ url: aUrl(`http://${host}.example/x`), snippet }).priority ?? 0;
    assert.ok(worth("fast") > worth("slow"));
  });

  it("adaptive trains again when the pages have grown by a tenth, unless growth is 0", async () => {
    const { isStale } = await aLoadedStrategy("published-adaptive:warmUp=0");
    const model = { drawn: null };
    assert.ok(!isStale(progress(109, 100, 900), model));
    assert.ok(isStale(progress(110, 100), model));
    const never = await aLoadedStrategy("adaptive:growth=0");
    assert.ok(!never.isStale(progress(9_999, 0), { drawn: 0 }));
    const warm = await aLoadedStrategy("adaptive:warmUp=50");
    assert.ok(!warm.isStale(progress(49, 0), { drawn: 0 }));
    assert.ok(warm.isStale(progress(50, 0), { drawn: 0 }));
  });

  it("adaptive also trains again when links lead to no page, before it has drawn all that are alike", async () => {
    const { isStale } = await aLoadedStrategy("adaptive");
    assert.ok(!isStale(progress(100, 100, 219), { drawn: 200 }));
    assert.ok(isStale(progress(100, 100, 220), { drawn: 200 }));
  });

  it("adaptive learns from links that led to no page, but not from redirects, nor as published", async () => {
    const fetched = visits("bees", 0.9, "abcdefgh");
    const missed = Array.from("ijklmnop", (letter) => {
      const snippet = { anchor: "cars", before: "", after: "", title: "" };
      return { ...aMiss(letter, 0), parent: nodeUrl("z"), snippet };
    });
    const moved = missed.map((miss) => ({ ...miss, location: nodeUrl("z") }));
    const worthOfCars = async (options: string, misses: readonly Miss[]) => {
      const [cars = 0] = await priorities(options, { visits: fetched, misses });
      return cars;
    };
    const words = "features=snippet";
    assert.ok((await worthOfCars(words, missed)) < (await worthOfCars(words, [])));
    assert.equal(await worthOfCars(words, moved), await worthOfCars(words, []));
    const paper = "published-adaptive:warmUp=0";
    assert.equal(await worthOfCars(paper, missed), await worthOfCars(paper, []));
  });

  it("adaptive trains its page judgement again only when the labels change", async () => {
    const strategy = await aLoadedStrategy("adaptive");
    const first = strategy.train(NOTHING, NEED, undefined);
    const fetched = { visits: visits("bees", 1, "abc"), misses: [] };
    const pagesOf = (model: unknown) => JSON.stringify((model as { pages: unknown }).pages);
    assert.equal(pagesOf(strategy.train(fetched, NEED, first)), pagesOf(first));
    const relabelled = aNeed({ good: NEED.bad, bad: NEED.good });
    assert.notEqual(pagesOf(strategy.train(fetched, relabelled, first)), pagesOf(first));
  });

  it("adaptive judges pages by the labels and reports its fallback when there are too few", async () => {
    const strategy = await aLoadedStrategy("adaptive");
    const { assessPage } = strategy.compile(strategy.train(NOTHING, NEED, undefined));
    assert.ok(assessPage(page("bees", 9), CONTEXT).isTarget);
    assert.ok(!assessPage(page("cars", 9), CONTEXT).isTarget);
    assert.equal(strategy.checkNeed?.(NEED), undefined);
    assert.match(strategy.checkNeed?.(aNeed({ topic: "bees" })) ?? "", /at least 3 pages/);
  });

  it("adaptive names the words that a prediction is based on", async () => {
    const strategy = await aLoadedStrategy("adaptive");
    const { explainLink } = strategy.compile(strategy.train(NOTHING, NEED, undefined));
    const snippet = { anchor: "bees", before: "", after: "", title: "" };
    const signs = explainLink?.({ url: nodeUrl("a"), parent: undefined, snippet }) ?? [];
    assert.equal(signs[0]?.feature, "anchor bee");
    assert.ok((signs[0]?.weight ?? 0) > 0);
  });
});
