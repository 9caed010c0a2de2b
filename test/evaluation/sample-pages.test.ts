import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import { type SampleRequest, samplePages } from "../../lib/evaluation/sample-pages.ts";
import type { RecordStore } from "../../lib/ports/record-store.ts";
import { aUrl } from "../support/a-url.ts";

/** Records of a crawl of so many pages, of which every fifth is a target, with a failure after each. */
function aCrawl(pages: number, counted = pages): Pick<RecordStore, "list" | "totals"> {
  const targets = Math.ceil(counted / 5);
  return {
    async *list() {
      for (let number = 0; number < pages; number += 1) {
        const url = `http://site.example/page${number}`;
        const page = {
          title: `Page ${number}`,
          utility: number / pages,
          isTarget: number % 5 === 0,
        };
        yield { url, page } as PageRecord;
        yield { url: `${url}/gone`, page: undefined } as PageRecord;
      }
    },
    totals: async () => {
      return { records: 2 * counted, pages: counted, targets, bodyBytes: 0, reasons: new Map() };
    },
  };
}

const REQUEST: SampleRequest = { frame: "pages", pages: 40, seed: 1 };

describe("a sample of a crawl's pages", () => {
  it("A page sample is drawn in proportion from targets and others of each tenth of the crawl", async () => {
    const sample = await samplePages(aCrawl(1_000), { ...REQUEST, pages: 100 });
    assert.equal(new Set(sample.map(({ url }) => url)).size, 100);
    const strata = Map.groupBy(sample, ({ stratum }) => stratum);
    assert.equal(strata.size, 20);
    assert.deepEqual(
      [...strata.keys()].sort().filter((_, index) => index % 9 === 0),
      ["other 01/10", "other 10/10", "target 09/10"],
    );
    for (const [stratum, pages] of strata) {
      const isTarget = stratum.startsWith("target");
      assert.equal(pages.length, isTarget ? 2 : 8);
      for (const page of pages) {
        const number = Number(/\d+$/.exec(page.url)?.[0]);
        assert.equal(page.isTarget, isTarget);
        assert.equal(page.inclusionProbability, isTarget ? 2 / 20 : 8 / 80);
        assert.ok(stratum.includes(String(Math.floor(number / 100) + 1).padStart(2, "0")));
        assert.equal(page.title, `Page ${number}`);
        assert.equal(page.utility, number / 1_000);
      }
    }
  });

  it("Where an assessor has read pages, half is drawn from its yes and a quarter from its noes of high score", async () => {
    const answers = new Map(
      Array.from({ length: 900 }, (_, number) => {
        const verdict = number % 10 === 0 ? ("yes" as const) : ("no" as const);
        return [aUrl(`http://site.example/page${number}`), { verdict }] as const;
      }),
    );
    const sample = await samplePages(aCrawl(900), { ...REQUEST, answers });
    const strata = Map.groupBy(sample, ({ stratum }) => stratum);
    const sizes = Object.fromEntries(
      Array.from(strata, ([name, pages]) => [name, [pages.length, pages[0]?.inclusionProbability]]),
    );
    assert.deepEqual(sizes, {
      "assessed 1: yes": [20, 20 / 90],
      "assessed 2: unsure, or no of high score": [10, 10 / 81],
      "assessed 3: no": [10, 10 / 729],
    });
    const high = strata.get("assessed 2: unsure, or no of high score") ?? [];
    const low = strata.get("assessed 3: no") ?? [];
    const least = Math.min(...high.map(({ utility }) => utility));
    assert.ok(low.every(({ utility }) => utility <= least));
  });

  it("Half of the first pages are from the assessor's yes, also where the sample has all that there are", async () => {
    const verdictOf = (number: number) => (number % 30 === 0 ? ("yes" as const) : ("no" as const));
    const answers = new Map(
      Array.from({ length: 900 }, (_, number) => {
        return [aUrl(`http://site.example/page${number}`), { verdict: verdictOf(number) }] as const;
      }),
    );
    const sample = await samplePages(aCrawl(900), { ...REQUEST, pages: 100, answers });
    const yes = (most: number) =>
      sample.slice(0, most).filter(({ stratum }) => stratum === "assessed 1: yes").length;
    assert.equal(yes(100), 30);
    assert.deepEqual(
      [20, 30, 50].filter((most) => Math.abs(yes(most) - most / 2) > 1),
      [],
    );
  });

  it("Pages that the assessor has not read, or is unsure of, are in strata of their own", async () => {
    const verdicts = ["yes", "no", "unsure", "none"] as const;
    const answers = new Map(
      Array.from({ length: 40 }, (_, number) => {
        const verdict = verdicts[number % 4] ?? "no";
        return [aUrl(`http://site.example/page${number}`), { verdict }] as const;
      }),
    );
    const sample = await samplePages(aCrawl(80), { ...REQUEST, pages: 16, answers });
    const drawn = Map.groupBy(sample, ({ stratum }) => stratum);
    const sizes = Object.fromEntries(Array.from(drawn, ([name, { length }]) => [name, length]));
    assert.deepEqual(sizes, {
      "assessed 1: yes": 4,
      "assessed 2: unsure, or no of high score": 2,
      "assessed 3: no": 2,
      "assessed 4: not read": 8,
    });
  });

  it("A page sample is the same for the same seed, and another for another", async () => {
    const urls = async (seed: number) =>
      (await samplePages(aCrawl(500), { ...REQUEST, seed })).map(({ url }) => url);
    assert.deepEqual(await urls(1), await urls(1));
    assert.notDeepEqual(await urls(1), await urls(2));
  });

  it("A page sample has random order, so that its first pages are from all parts of the crawl", async () => {
    const sample = await samplePages(aCrawl(1_000), { ...REQUEST, pages: 200 });
    const first = new Set(sample.slice(0, 50).map(({ stratum }) => stratum));
    assert.ok(first.size >= 12, `only of ${first.size} strata`);
  });

  it("A page sample has each page with the probability that it states", async () => {
    const drawn = new Map<string, number>();
    const seeds = 400;
    for (let seed = 0; seed < seeds; seed += 1) {
      for (const { url, inclusionProbability } of await samplePages(aCrawl(50), {
        ...REQUEST,
        pages: 25,
        seed,
      })) {
        drawn.set(url, (drawn.get(url) ?? 0) + 1 / inclusionProbability / seeds);
      }
    }
    assert.equal(drawn.size, 50);
    // Weights of 1 to 2 and 400 draws: a standard error of 0.05 at most.
    for (const [url, weight] of drawn) assert.ok(Math.abs(weight - 1) < 0.25, `${url} ${weight}`);
  });

  it("A page sample may contain only predicted targets, by tenths of their own order", async () => {
    const sample = await samplePages(aCrawl(1_000), { frame: "targets", pages: 50, seed: 1 });
    assert.equal(sample.length, 50);
    assert.ok(sample.every(({ isTarget, frame }) => isTarget && frame === "targets"));
    assert.equal(new Set(sample.map(({ stratum }) => stratum)).size, 10);
  });

  it("A page sample has all pages when there are no more than requested", async () => {
    const sample = await samplePages(aCrawl(7), REQUEST);
    assert.equal(sample.length, 7);
    assert.ok(sample.every(({ inclusionProbability }) => inclusionProbability === 1));
    assert.deepEqual(await samplePages(aCrawl(0), REQUEST), []);
  });

  it("A page sample leaves out pages that a running crawl adds meanwhile", async () => {
    const sample = await samplePages(aCrawl(300, 100), REQUEST);
    assert.ok(sample.every(({ url }) => Number(/\d+$/.exec(url)?.[0]) < 100));
  });
});
