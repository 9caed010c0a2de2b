import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  folderOf,
  hostsAlike,
  isLookDue,
  kindNumber,
  linksOfHosts,
  newKindGroup,
  newKindOf,
  ownGroup,
  sharedFolders,
  withOwnGroups,
  worthOfLook,
} from "../../../../lib/domain/methods/auto/new-kinds.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aMiss, aVisit } from "../../../support/some-evidence.ts";

/** Draws of the first thousand that are looks, where the latest pages are worth so much. */
function looks(harvest: number, isFolder = false): number {
  return Array.from({ length: 1_000 }, (_, draws) => draws).filter((draws) =>
    isLookDue(draws, harvest, isFolder),
  ).length;
}

describe("looks at new kinds of links", () => {
  it("Are a quarter of the draws while the pages bring nothing, and a tenth when they bring much", () => {
    assert.equal(looks(0), 250);
    assert.equal(looks(0.1), 125);
    assert.equal(looks(0.2), 100);
    assert.equal(looks(1), 100);
  });

  it("Are at folders as long as the pages bring little, and then no more", () => {
    assert.equal(looks(0, true), 150);
    assert.ok(looks(0.1, true) < looks(0, true));
    assert.equal(looks(0.2, true), 0);
  });

  it("Folders that three links of a page share tell kinds apart, others do not", () => {
    const urls = [
      "/news/1",
      "/news/2",
      "/news/3",
      "/archive/2001",
      "/archive/2002",
      "/a",
      "/b",
      "/c",
    ];
    const shared = sharedFolders(urls.map((path) => aUrl(`http://site.example${path}`)));
    assert.deepEqual([...new Set(shared.values())], ["news"]);
    assert.deepEqual(
      [...shared.keys()],
      urls.slice(0, 3).map((path) => `http://site.example${path}`),
    );
    const kind = (path: string) => {
      const url = aUrl(`http://site.example${path}`);
      return kindNumber(url, "li/a", folderOf(url));
    };
    assert.equal(kind("/news/1"), kind("/news/2"));
    assert.notEqual(kind("/news/1"), kind("/archive/2001"));
  });

  it("Hosts that a page names alike, in one place and by one form of URLs, count together", () => {
    const alike = (...links: readonly (readonly [url: string, place: string])[]) => {
      const placed = links.map(([url, place]) => ({ anchor: { url: aUrl(url) }, place }));
      return [...hostsAlike(placed).values()];
    };
    const [one, other, third] = ["http://a.example/", "http://b.example/", "http://c.example/"];
    assert.deepEqual(alike([one, "ul/a"], [other, "ul/a"], [third, "ul/a"]), [3, 3, 3]);
    assert.deepEqual(alike([one, "ul/a"], [other, "p/a"], [third, "h1/a"]), [1, 1, 1]);
    assert.deepEqual(alike([one, "ul/a"], [`${other}x/1`, "ul/a"]), [1, 1]);
    assert.deepEqual(alike([`${one}x/1`, "ul/a"], [`${one}x/2`, "ul/a"]), [1, 1]);
  });

  it("A host counts as sixteen links where three or more are named alike", () => {
    assert.deepEqual([0, 1, 2, 3, 12].map(linksOfHosts), [0, 1, 2, 48, 192]);
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
      fc.boolean(),
      (kind, links, own, isFolder) => {
        const group = newKindGroup({ kind, isFolder }, links, own);
        const found = newKindOf(group);
        assert.equal(found?.kind, kind);
        assert.equal(found.isFolder, isFolder);
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
      const found = newKindOf(newKindGroup({ kind: 1, isFolder: false }, links, ""));
      return found === undefined ? Number.NaN : worthOfLook(found, waiting);
    };
    assert.equal(worth(1), 0);
    assert.equal(worth(2), 0);
    assert.equal(worth(4), 2);
    assert.equal(worth(1, 9), 3);
    assert.ok(worth(4_000) > worth(40));
  });

  it("Count for the link's own group when a specialist learns from links", () => {
    const group = newKindGroup({ kind: 3, isFolder: false }, 5, "list");
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
