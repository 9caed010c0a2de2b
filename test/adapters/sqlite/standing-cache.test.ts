import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { StandingCache } from "../../../lib/adapters/sqlite/standing-cache.ts";
import type { Standing } from "../../../lib/domain/frontier/frontier-tables.ts";
import { urlOf } from "../../contract/frontier-links.ts";

const standing = (sequence: number): Standing => ({
  sequence,
  hostId: 1,
  group: "",
  place: "lane",
  priority: 1,
  depth: 0,
});

describe("StandingCache", () => {
  it("forgets what was not asked for in two generations, and keeps what was", () => {
    const cache = new StandingCache();
    const [asked, unasked] = [urlOf("a.test/asked"), urlOf("a.test/unasked")];
    cache.set(asked, standing(1));
    cache.set(unasked, standing(2));
    for (let sequence = 3; sequence < 250_000; sequence += 1) {
      cache.set(urlOf(`a.test/${sequence}`), standing(sequence));
      if (sequence % 50_000 === 0) assert.equal(cache.get(asked)?.sequence, 1);
    }
    assert.equal(cache.get(unasked), undefined);
  });

  it("never gives a standing that was dropped, whichever generation holds it", () => {
    const cache = new StandingCache();
    const url = urlOf("a.test/1");
    cache.set(url, standing(1));
    for (let sequence = 2; sequence < 150_000; sequence += 1) {
      cache.set(urlOf(`a.test/${sequence}`), standing(sequence));
    }
    assert.equal(cache.get(url)?.sequence, 1);
    cache.drop(1);
    assert.equal(cache.get(url), undefined);
    cache.drop(1);
  });
});
