import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  isLookDue,
  kindNumber,
  newKindGroup,
  newKindOf,
  ownGroup,
  withOwnGroups,
  worthOfLook,
} from "../../../../lib/domain/methods/auto/new-kinds.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aMiss, aVisit } from "../../../support/some-evidence.ts";

/** Draws of the first thousand that are looks, where the latest pages are worth so much. */
function looks(harvest: number): number {
  return Array.from({ length: 1_000 }, (_, draws) => draws).filter((draws) =>
    isLookDue(draws, harvest),
  ).length;
}

describe("looks at new kinds of links", () => {
  it("Are a quarter of the draws while the pages bring nothing, and a tenth when they bring much", () => {
    assert.equal(looks(0), 250);
    assert.equal(looks(0.1), 125);
    assert.equal(looks(0.2), 100);
    assert.equal(looks(1), 100);
  });

  it("A kind is a host, a form of URLs and a place", () => {
    const kind = (url: string, place = "li/a") => kindNumber(aUrl(url), place);
    const one = kind("http://site.example/events/2019");
    assert.equal(kind("http://site.example/events/2020"), one);
    assert.notEqual(kind("http://site.example/events/2020", "p/a"), one);
    assert.notEqual(kind("http://site.example/events"), one);
    assert.notEqual(kind("http://other.example/events/2020"), one);
  });

  it("The group of a new kind tells the kind, how many links a page has of it, and its own group", () => {
    const property = fc.property(
      fc.nat(1_023),
      fc.integer({ min: 1, max: 100_000 }),
      fc.string({ unit: "grapheme" }),
      (kind, links, own) => {
        const group = newKindGroup(kind, links, own);
        const found = newKindOf(group);
        assert.equal(found?.kind, kind);
        assert.ok(2 ** found.size <= links && links < 2 ** (found.size + 1));
        assert.equal(found.own, own);
        assert.equal(ownGroup(group), own);
      },
    );
    fc.assert(property, { seed: 1 });
    assert.equal(newKindOf("list"), undefined);
    assert.equal(ownGroup("list"), "list");
  });

  it("The groups of links that older versions drew by chance are known, and of no new kind", () => {
    assert.equal(ownGroup("by chance list"), "list");
    assert.equal(newKindOf("by chance list"), undefined);
  });

  it("Begin with kinds of many links; fewer than three are worth none", () => {
    const worth = (links: number, waiting = 1) => {
      const found = newKindOf(newKindGroup(1, links, ""));
      return found === undefined ? Number.NaN : worthOfLook(found, waiting);
    };
    assert.equal(worth(1), 0);
    assert.equal(worth(2), 0);
    assert.equal(worth(4), 2);
    assert.equal(worth(1, 9), 3);
    assert.ok(worth(4_000) > worth(40));
  });

  it("Count for the link's own group when a specialist learns from links", () => {
    const group = newKindGroup(3, 5, "list");
    const own = withOwnGroups({
      visits: [aVisit("a", "", { group }), aVisit("b", "", { group: "other" })],
      misses: [{ ...aMiss("c", 0), group }],
    });
    assert.deepEqual(
      [...own.visits, ...own.misses].map((link) => link.group),
      ["list", "other", "list"],
    );
  });
});
