import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rescoringBy } from "../../lib/crawl/train-model.ts";
import type { FrontierLink } from "../../lib/domain/frontier/link.ts";
import type { LinkFacts, Strategy } from "../../lib/domain/methods/strategy.ts";
import { aPlan } from "../support/a-crawl.ts";
import { aNeed } from "../support/a-need.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";

const PARENT = aUrl("https://bees.example/hive");

function aWaiting(url: string, parts: Partial<FrontierLink> = {}): FrontierLink {
  return {
    ...{ url: aUrl(url), host: aUrl(url).split("/")[2] ?? "", parent: PARENT, snippet: undefined },
    ...{ priority: 1, group: "g", depth: 1, redirects: 0, why: "", model: "old" },
    ...{ sequence: 1, attempts: 0 },
    ...parts,
  } as FrontierLink;
}

/** Scores links by the length of their URL, read or packed. */
const strategy: Strategy = {
  ...aStrategy("breadth-first"),
  packLink: ({ url }: LinkFacts) => Uint8Array.of(url.length),
};
const scoreOf = (length: number) => ({ priority: 1 / length, group: "new", why: `${length}` });
const compiled = {
  ...strategy.compile(strategy.train({ visits: [], misses: [] }, aNeed(), undefined)),
  rescoreLink: ({ url }: FrontierLink) => scoreOf(url.length),
  rescorePacked: (packed: Uint8Array, start: number, says: boolean) => {
    const score = scoreOf(packed[start] ?? 0);
    return says ? score : { ...score, why: "" };
  },
};
const rescoring = rescoringBy(aPlan({ strategy }), { hash: "new", compiled });

describe("rescoring by a model", () => {
  it("A packed link gets the score of its texts, last when it leads to a form", () => {
    const urls = [
      "https://bees.example/queen",
      "https://bees.example/login",
      "https://bees.example/hive?print=1",
      "https://social.example/?u=https://bees.example/hive",
    ];
    for (const url of urls) {
      for (const parent of [PARENT, undefined]) {
        const link = aWaiting(url, { parent });
        const packed = rescoring?.packed?.pack(link);
        assert.ok(packed !== undefined);
        const given = rescoring?.packed?.score(packed, link, true);
        assert.deepEqual(given, rescoring?.score(link));
        const rank = rescoring?.packed?.score(packed, link, false);
        assert.deepEqual([rank?.priority, rank?.group], [given?.priority, given?.group]);
        assert.equal(given?.model, "new");
      }
    }
  });

  it("Seeds, and links that the model scored already, keep their scores, packed or not", () => {
    for (const parts of [{ depth: 0 }, { model: "new" }]) {
      const link = aWaiting("https://bees.example/queen", parts);
      const packed = rescoring?.packed?.pack(link) ?? new Uint8Array();
      assert.equal(rescoring?.score(link), undefined);
      assert.equal(rescoring?.packed?.score(packed, link, true), undefined);
    }
  });

  it("The links of a strategy are packed by one function, whatever the model", () => {
    const other = rescoringBy(aPlan({ strategy }), { hash: "newer", compiled });
    assert.equal(other?.packed?.pack, rescoring?.packed?.pack);
  });
});
