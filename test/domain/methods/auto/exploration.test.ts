import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  countDraws,
  drawnByChance,
  isByChance,
  isChanceDue,
  isChanceGroup,
  ownGroup,
  withOwnGroups,
} from "../../../../lib/domain/methods/auto/gathered-crawl.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aMiss, aVisit } from "../../../support/some-evidence.ts";

const LINK = aUrl("http://site.example/a");

describe("draws by chance", () => {
  it("Are 5 of the first 100 draws, 14 of the first 1,000 and 104 of the first 10,000", () => {
    let byChance = 0;
    const at = new Map<number, number>();
    for (let all = 0; all < 10_000; all += 1) {
      if (isChanceDue({ all, byChance })) byChance += 1;
      at.set(all + 1, byChance);
    }
    assert.deepEqual([at.get(100), at.get(1_000), at.get(10_000)], [5, 14, 104]);
  });

  it("Are for one in a hundred links, always the same ones of a seed", () => {
    const urls = Array.from({ length: 20_000 }, (_, n) => aUrl(`http://site.example/${n}`));
    const drawn = urls.filter((url) => isByChance(url, 1));
    assert.ok(Math.abs(drawn.length - 200) < 45, String(drawn.length));
    assert.deepEqual(
      drawn,
      urls.filter((url) => isByChance(url, 1)),
    );
    assert.notDeepEqual(
      drawn,
      urls.filter((url) => isByChance(url, 2)),
    );
  });

  it("Are in an order of chance that is the same for each score, in the link's own group", () => {
    const property = fc.property(fc.webUrl(), fc.nat(), fc.string(), (text, seed, group) => {
      const score = drawnByChance(aUrl(text), seed, group);
      assert.ok(score.priority > 0 && score.priority < 1);
      assert.deepEqual(score, drawnByChance(aUrl(text), seed, group));
      assert.ok(isChanceGroup(score.group));
      assert.equal(ownGroup(score.group), group);
    });
    fc.assert(property, { seed: 1 });
  });

  it("Are counted among all draws, to pages and in vain", () => {
    const { group } = drawnByChance(LINK, 1, "list");
    const visits = [aVisit("a", "", { group }), aVisit("b", "", { group: "list" })];
    const misses = [{ ...aMiss("c", 0), group }];
    assert.deepEqual(countDraws({ visits, misses }), { all: 3, byChance: 2 });
  });

  it("Count for their own group when a specialist learns from links", () => {
    const { group } = drawnByChance(LINK, 1, "list");
    const own = withOwnGroups({ visits: [aVisit("a", "", { group })], misses: [] });
    assert.equal(own.visits[0]?.group, "list");
  });
});
