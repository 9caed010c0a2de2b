import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  isPageOf,
  likesOf,
  linkKind,
  pathOf,
  placeOf,
  widerKinds,
} from "../../../../lib/domain/methods/source/kind-counts.ts";

const KIND = linkKind(3, "/topic.php?t=0", "/html/body/div.post/a.user");

describe("a kind of links", () => {
  it("A link kind is the page's cluster, the URL skeleton and the place of the link", () => {
    assert.equal(KIND, "3 /topic.php?t=0 /html/body/div.post/a.user");
    assert.equal(placeOf(KIND), "/topic.php?t=0 /html/body/div.post/a.user");
    assert.equal(pathOf(KIND), "/html/body/div.post/a.user");
  });

  it("A link kind is part of its place, its skeleton and all links", () => {
    assert.deepEqual(widerKinds(KIND), [
      KIND,
      "at /topic.php?t=0 /html/body/div.post/a.user",
      "as /topic.php?t=0",
      "",
    ]);
  });

  it("A link kind shares its place with other clusters and its skeleton with other places", () => {
    const [, place, skeleton] = widerKinds(KIND);
    const outliers = linkKind(-1, "/topic.php?t=0", "/html/body/div.post/a.user");
    const elsewhere = linkKind(3, "/topic.php?t=0", "/html/body/ul/li/a");
    assert.equal(widerKinds(outliers)[1], place);
    assert.notEqual(widerKinds(elsewhere)[1], place);
    assert.equal(widerKinds(elsewhere)[2], skeleton);
  });

  it("A link kind has no skeleton before words of URLs are learned", () => {
    const kind = linkKind(-1, "", "/html/body/a");
    assert.equal(pathOf(kind), "/html/body/a");
    assert.equal(widerKinds(kind)[2], "as ");
  });

  it("A link kind is distinct from any other and contains its path", () => {
    const name = fc.string({ unit: fc.constantFrom("/", ".", "0", "*", "a", "ü", "\u00A0") });
    const parts = fc.tuple(fc.integer({ min: -1, max: 20 }), name, name);
    const property = fc.property(parts, parts, (one, other) => {
      assert.equal(pathOf(linkKind(...one)), one[2]);
      const areSame = linkKind(...one) === linkKind(...other);
      assert.equal(areSame, one.join(" ") === other.join(" "));
      const places = [one, other].map((kind) => placeOf(linkKind(...kind)));
      assert.equal(places[0] === places[1], one[1] === other[1] && one[2] === other[2]);
    });
    fc.assert(property, { seed: 1 });
  });

  it("A group that is no link kind, such as the seeds' group, has wider kinds too", () => {
    assert.deepEqual(widerKinds(""), ["", "at ", "as ", ""]);
  });

  it("A link kind's place has the class path whose forms are like its own, a skeleton any path", () => {
    const [own, place, skeleton, all] = widerKinds(KIND);
    assert.deepEqual([own, place, skeleton, all].map(likesOf), [
      undefined,
      "/html/body/div.post/a.user",
      "",
      undefined,
    ]);
  });

  it("A URL form is a page of a list if a number makes the difference", () => {
    const lists: readonly (readonly [form: string, list: string, isPage: boolean])[] = [
      ["/members?page=0", "/members", true],
      ["/members/page-0", "/members/", true],
      ["/members.php?start=0.html", "/members.php.html", true],
      ["/page/0/", "/", true],
      ["/members", "/members", false],
      ["/members?sort=*", "/members", false],
      ["/members/tag:*/page:0/", "/members/page:0/", false],
      ["/members", "/members?page=0", false],
      ["/threads?page=0", "/members", false],
    ];
    for (const [form, list, isPage] of lists)
      assert.equal(isPageOf(`as ${form}`, `as ${list}`), isPage, `${form} of ${list}`);
  });
});
