import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FrontierLink } from "../../../../lib/domain/frontier/link.ts";
import { auto } from "../../../../lib/domain/methods/auto/auto.ts";
import { isByChance, isChanceGroup } from "../../../../lib/domain/methods/auto/gathered-crawl.ts";
import { NO_NEED } from "../../../../lib/domain/methods/label-need.ts";
import { aLease } from "../../../support/a-lease.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aVisit } from "../../../support/some-evidence.ts";

const SEED = 1;
const NEED = { ...NO_NEED, topic: "bees" };
const snippet = {
  anchor: "hive",
  before: "",
  after: "",
  title: "",
  inherited: 0,
  place: "ul/li/a",
};

/** A link in a folder that chance may draw. */
function aLinkByChance(folder: string): FrontierLink {
  const numbers = Array.from({ length: 2_000 }, (_, n) => n);
  const links = numbers.map((n) => aLease(`site.example/${folder}/${n}`).link);
  const link = links.find(({ url }) => isByChance(url, SEED));
  assert.ok(link);
  return { ...link, parent: aUrl("http://site.example/"), snippet };
}

describe("auto", () => {
  it("A link is drawn by chance as long as nothing is known of its kind, then for its worth", async () => {
    const strategy = await auto.create(auto.options.parse({}), { seed: SEED, pages: 100 });
    const parts = {
      url: aUrl("http://site.example/hives/1"),
      parent: aUrl("http://site.example/"),
    };
    const visits = [aVisit("a", "", { ...parts, snippet })];
    const compiled = strategy.compile(strategy.train({ visits, misses: [] }, NEED, undefined));
    const isDrawnByChance = (folder: string) => {
      const score = compiled.rescoreLink?.(aLinkByChance(folder));
      return score !== undefined && isChanceGroup(score.group);
    };
    assert.equal(isDrawnByChance("hives/wild"), true);
    assert.equal(isDrawnByChance("hives"), false);
  });
});
