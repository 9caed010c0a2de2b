import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type PaysOut, spreadCash } from "../../../../lib/domain/methods/comments/opic.ts";
import type { Evidence, Visit } from "../../../../lib/domain/methods/strategy.ts";
import { nodeUrl } from "../../../support/a-graph.ts";
import { aMiss, aVisit } from "../../../support/some-evidence.ts";

const always: PaysOut = () => true;
const ifWanted: PaysOut = ({ isTarget }) => isTarget;

/** The cash of each letter that holds some, rounded. */
function held(evidence: Partial<Evidence>, pays = always): Record<string, number> {
  const cash = spreadCash({ visits: [], misses: [], ...evidence }, pays);
  const rounded = (value: number) => Number(value.toFixed(6));
  return Object.fromEntries(
    Array.from(cash, ([url, value]) => [url.slice(nodeUrl("").length), rounded(value)]),
  );
}

describe("cash", () => {
  it("Cash is shared by the seeds and paid to links by how often a page contains them", () => {
    const visits = [aVisit("a", "xxy"), aVisit("b", "yz")];
    assert.deepEqual(held({ visits }), { x: 0.333333, y: 0.166667 + 0.25, z: 0.25 });
  });

  it("Cash is not paid by a page to itself", () => {
    assert.deepEqual(held({ visits: [aVisit("a", "aaaxy")] }), { x: 0.5, y: 0.5 });
  });

  it("Cash accumulates on a link that was not chosen for the next layer", () => {
    const visits = [aVisit("a", "xy"), aVisit("x", "yz", { layer: 1 })];
    assert.deepEqual(held({ visits }), { y: 0.5 + 0.25, z: 0.25 });
  });

  it("Cash that comes back to a page is paid out again in the next layer", () => {
    const visits = [aVisit("a", "xy"), aVisit("x", "a", { layer: 1 })];
    assert.deepEqual(held({ visits }), { a: 0.5, y: 0.5 });
    visits.push(aVisit("y", "z", { layer: 2 }));
    assert.deepEqual(held({ visits }), { x: 0.25, y: 0.25, z: 0.5 });
  });

  it("Cash returns to the seeds from a page without links and from a failed link", () => {
    const visits = [aVisit("a", "xy"), aVisit("b", "z")];
    const dead = [...visits, aVisit("x", "", { layer: 1 })];
    const back = { a: 0.125 + 0.125, b: 0.125 + 0.125, z: 0.5 };
    assert.deepEqual(held({ visits: dead, misses: [aMiss("y", 1)] }), back);
    assert.deepEqual(held({ visits: [aVisit("a", "")] }), { a: 1 });
  });

  it("Cash goes to the target of a redirect, as if links led there", () => {
    const visits = [aVisit("a", "xz"), aVisit("y", "w", { layer: 1 })];
    const misses = [aMiss("x", 1, "v"), aMiss("v", 1, "y")];
    assert.deepEqual(held({ visits, misses }), { w: 0.5, z: 0.5 });
  });

  it("Cash belongs to nobody when no seed was fetched", () => {
    assert.deepEqual(held({ misses: [aMiss("a", 0)] }), {});
    assert.deepEqual(held({}), {});
  });
});

describe("cash that only wanted pages pay", () => {
  const wanted = { isTarget: true };

  it("A target page pays its own cash plus a share of what the layer's other pages hold", () => {
    const visits = [
      aVisit("a", "wxyz", wanted),
      ...[aVisit("w", "m", { ...wanted, layer: 1 }), aVisit("x", "n", { ...wanted, layer: 1 })],
      aVisit("y", "o", { layer: 1 }),
    ];
    assert.deepEqual(held({ visits }, ifWanted), { m: 0.25 + 0.125, n: 0.25 + 0.125, z: 0.25 });
  });

  it("Cash returns to the seeds when no page of a layer is a target, until one is", () => {
    const visits = [aVisit("a", "x"), aVisit("b", "x")];
    assert.deepEqual(held({ visits }, ifWanted), { a: 0.5, b: 0.5 });
    visits.push(aVisit("x", "yyz", { ...wanted, layer: 1 }));
    assert.deepEqual(held({ visits }, ifWanted), { y: 0.666667, z: 0.333333 });
  });

  it("Cash that comes back to a target page of an earlier layer is also paid out", () => {
    const visits = [
      aVisit("a", "x", wanted),
      aVisit("x", "a", { ...wanted, layer: 1 }),
      aVisit("m", "z", { layer: 2 }),
    ];
    assert.deepEqual(held({ visits }, ifWanted), { x: 1 });
  });
});

const NODES = "abcdefghij".split("");

/** Any crawl: pages and misses by layer, each URL once, with links of any kind. */
const crawls: fc.Arbitrary<Evidence> = fc
  .uniqueArray(
    fc.record({
      letter: fc.constantFrom(...NODES),
      layer: fc.nat(4),
      isTarget: fc.boolean(),
      links: fc.array(fc.constantFrom(...NODES, "p", "q"), { maxLength: 8 }),
      kind: fc.constantFrom("page", "page", "page", "failed", "redirect"),
      to: fc.constantFrom(...NODES, "p"),
    }),
    { selector: ({ letter }) => letter, minLength: 1 },
  )
  .map((ends) => {
    const ordered = ends.toSorted((a, b) => a.layer - b.layer);
    return {
      visits: ordered.flatMap(({ kind, letter, links, layer, isTarget }) =>
        kind === "page" ? [aVisit(letter, links.join(""), { layer, isTarget })] : [],
      ),
      misses: ordered.flatMap(({ kind, letter, layer, to }) => {
        if (kind === "page") return [];
        return [aMiss(letter, layer, kind === "redirect" ? to : undefined)];
      }),
    };
  });

describe("the sum of all cash", () => {
  for (const [name, pays] of Object.entries({ always, ifWanted })) {
    it(`The sum of all cash stays the same on any graph and after every layer: ${name}`, () => {
      const property = fc.property(crawls, fc.nat(4), (crawl, last) => {
        const upTo = {
          visits: crawl.visits.filter(({ layer }) => layer <= last),
          misses: crawl.misses.filter(({ layer }) => layer <= last),
        };
        const cash = spreadCash(upTo, pays);
        const sum = cash.values().reduce((a, b) => a + b, 0);
        const expected = upTo.visits.some(({ layer }) => layer === 0) ? 1 : 0;
        assert.ok(Math.abs(sum - expected) < 1e-9, String(sum));
        assert.ok(cash.values().every((value) => value > 0));
      });
      fc.assert(property, { seed: 1, numRuns: 1_000 });
    });
  }
});

/** The paper's equations as they stand: c_n of each layer, where every page known is fetched in the next. */
function scoresByEquation(layers: readonly (readonly Visit[])[], isFocused: boolean) {
  const scores = new Map<string, number>();
  const [seeds = []] = layers;
  let cash = new Map<string, number>(seeds.map(({ url }) => [url, 1 / seeds.length]));
  for (const pages of layers) {
    const relevant = pages.filter(({ isTarget }) => isTarget || !isFocused);
    const holds = ({ url }: Visit) => cash.get(url) ?? 0;
    const rest = pages.filter((page) => !relevant.includes(page)).reduce((r, p) => r + holds(p), 0);
    const next = new Map<string, number>();
    for (const page of relevant) {
      const links = page.outlinks.filter((url) => url !== page.url);
      const paid = (holds(page) + rest / relevant.length) / links.length;
      for (const url of links) next.set(url, (next.get(url) ?? 0) + paid);
    }
    for (const [url, paid] of next) scores.set(url, (scores.get(url) ?? 0) + paid);
    cash = next;
  }
  return scores;
}

describe("cash and the published equations", () => {
  /** Three layers; links lead to the next layer, or to the page itself, so that nothing is left out. */
  const pagesOf = (letters: string, next: string, layer: number) =>
    fc.tuple(
      ...letters.split("").map((letter, index) =>
        fc
          .record({
            links: fc.array(fc.constantFrom(...next.split(""), letter), { maxLength: 9 }),
            isTarget: fc.boolean(),
          })
          .map(({ links, isTarget }) =>
            aVisit(letter, `${links.join("")}${next}`, {
              layer,
              isTarget: isTarget || index === 0,
            }),
          ),
      ),
    );
  const layers = fc.tuple(
    pagesOf("ab", "cde", 0),
    pagesOf("cde", "fgh", 1),
    pagesOf("fgh", "xyz", 2),
  );

  for (const [name, pays] of Object.entries({ always, ifWanted })) {
    it(`Cash agrees with the published equations when nothing waits, fails or leads back: ${name}`, () => {
      const property = fc.property(layers, (tuple) => {
        const expected = scoresByEquation(tuple, pays === ifWanted);
        const cash = spreadCash({ visits: tuple.flat(), misses: [] }, pays);
        assert.equal(cash.size, 3);
        for (const [url, value] of cash) {
          assert.ok(Math.abs(value - (expected.get(url) ?? Number.NaN)) < 1e-9, url);
        }
      });
      fc.assert(property, { seed: 1, numRuns: 300 });
    });
  }
});
