import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { pageStructure } from "../../../lib/domain/page/page-structure.ts";
import type { PageView } from "../../../lib/domain/page/page-view.ts";
import { linkSampler, type SamplingOrder } from "../../../peers/sampling/sample-links.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";

const PATHS = ["/html/body/ul/a", "/html/body/p/a.more", "/html/body/div/a"];

const pages: fc.Arbitrary<PageView> = fc
  .array(fc.record({ to: fc.nat({ max: 30 }), apath: fc.constantFrom(...PATHS) }), {
    maxLength: 60,
  })
  .map((links) =>
    aPage({
      anchors: links.map(({ to, apath }) => anAnchor(`http://site.example/${to}`, { apath })),
    }),
  );

const sampled = (order: SamplingOrder, page: PageView, { seed = 1, depth = 0 } = {}) =>
  linkSampler(order, seed)(page, pageStructure(page), { depth });

describe("a link sampler", () => {
  it("A link sampler offers each URL of the page once, at one of its Apaths, in any order", () => {
    const orders = fc.constantFrom<SamplingOrder>("apath", "breadth-first", "deque");
    const property = fc.property(orders, pages, (order, page) => {
      const { links } = pageStructure(page);
      const offered = sampled(order, page);
      assert.deepEqual(
        offered.map(({ url }) => url),
        [...new Set(page.anchors.map(({ url }) => url))],
      );
      for (const { url, group } of offered) assert.ok(links[group]?.includes(url), group);
    });
    fc.assert(property, { seed: 1 });
  });

  it("A link sampler depends on its seed alone", () => {
    const property = fc.property(pages, (page) => {
      assert.deepEqual(sampled("apath", page), sampled("apath", page));
      assert.deepEqual(sampled("deque", page), sampled("deque", page));
    });
    fc.assert(property, { seed: 2 });
  });

  it("A link sampler puts the caller's mark first in a link's group", () => {
    const page = aPage({ anchors: [anAnchor("http://site.example/x", { text: "2" })] });
    const sampler = linkSampler("deque", 1, ({ text }) => `${text} `);
    const [link] = sampler(page, pageStructure(page), { depth: 1 });
    assert.equal(link?.group, "2 /html/body/a");
  });
});

describe("sampling by Apath", () => {
  const isQueued = ({ priority }: { priority: number }) => priority > 1;

  it("Sampling by Apath queues exactly one link of each Apath", () => {
    const property = fc.property(pages, fc.integer(), (page, seed) => {
      const queued = sampled("apath", page, { seed }).filter(isQueued);
      const structure = pageStructure(page);
      for (const urls of Object.values(structure.links))
        assert.ok(queued.some(({ url }) => urls.includes(url)));
      const groups = queued.map(({ group }) => group);
      assert.equal(new Set(groups).size, groups.length);
      assert.ok(groups.length <= Object.keys(structure.links).length);
    });
    fc.assert(property, { seed: 3 });
  });

  it("Sampling by Apath puts the other links behind all chosen ones, in random order", () => {
    const anchors = Array.from({ length: 50 }, (_, at) => anAnchor(`http://site.example/${at}`));
    const links = sampled("apath", aPage({ anchors }), { depth: 1_000_000 });
    const kept = links.filter((link) => !isQueued(link)).map(({ priority }) => priority);
    assert.equal(kept.length, 49);
    assert.ok(kept.every((priority) => priority > 0 && priority < 1));
    assert.notDeepEqual(
      kept,
      kept.toSorted((a, b) => b - a),
    );
  });

  it("Sampling by Apath chooses another link for another page or seed, all about equally often", () => {
    const counts = new Map<string, number>();
    const hrefs = ["a", "b", "c", "d"].map((name) => `http://site.example/${name}`);
    for (let seed = 0; seed < 400; seed += 1) {
      const page = aPage({ anchors: hrefs.map((href) => anAnchor(href)) });
      const chosen = sampled("apath", page, { seed }).find(isQueued);
      counts.set(chosen?.url ?? "", (counts.get(chosen?.url ?? "") ?? 0) + 1);
    }
    // Binomial with n = 400, p = 1/4: five standard deviations are 43.
    for (const href of hrefs) assert.ok(Math.abs((counts.get(href) ?? 0) - 100) < 43);
  });

  it("Sampling by Apath queues links of pages nearer to the seed first", () => {
    const page = aPage({ anchors: [anAnchor("http://site.example/x")] });
    const at = (depth: number) => sampled("apath", page, { depth })[0]?.priority ?? 0;
    assert.ok(at(0) > at(1) && at(1) > at(2));
  });
});

describe("sampling breadth first", () => {
  it("Breadth-first sampling leaves all links in order of discovery", () => {
    const anchors = ["x", "y"].map((name) => anAnchor(`http://site.example/${name}`));
    const priorities = sampled("breadth-first", aPage({ anchors })).map(({ priority }) => priority);
    assert.deepEqual(priorities, [1, 1]);
  });
});
