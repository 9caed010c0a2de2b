import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { KindCounts, linkKind } from "../../../../lib/domain/methods/source/kind-counts.ts";

const TOPICS = linkKind(0, "/t", "/ul/a");
const OUTLIERS_TOPICS = linkKind(-1, "/t", "/ul/a");
const LATEST = linkKind(0, "/t", "/p/a");
const MEMBERS = linkKind(1, "/m", "/div/a");

const landings = (pages: number, worth: number, types: Readonly<Record<string, number>> = {}) => {
  return { pages, worth, types: Object.entries(types) };
};
const meanOf = (counts: KindCounts, kind: string) => counts.mean(counts.chainOf(kind));

function assertMeans(counts: KindCounts, expected: Readonly<Record<string, number>>): void {
  for (const [kind, mean] of Object.entries(expected))
    assert.ok(Math.abs(meanOf(counts, kind) - mean) < 1e-12, `${kind}: ${meanOf(counts, kind)}`);
}

describe("counts by kind of link", () => {
  it("Kind counts expect half of the maximum when nothing is known", () => {
    assert.equal(meanOf(new KindCounts({ formsCountOnce: false }), TOPICS), 0.5);
  });

  it("Kind counts smooth a mean towards its wider kind: (2 · wider + Σ score) ÷ (2 + pages)", () => {
    const counts = new KindCounts({ formsCountOnce: false });
    counts.add(TOPICS, landings(3, 3));
    // All: (2 · 0.5 + 3) ÷ 5; then the skeleton, the place and the kind, each from the one before.
    assertMeans(counts, {
      [MEMBERS]: 0.8,
      [LATEST]: 0.92,
      [OUTLIERS_TOPICS]: 0.968,
      [TOPICS]: 0.9872,
    });
  });

  it("Kind counts count pages of a kind in all wider kinds", () => {
    const counts = new KindCounts({ formsCountOnce: false });
    counts.add(TOPICS, landings(3, 3));
    counts.add(MEMBERS, landings(2, 0));
    const all = (2 * 0.5 + 3) / (2 + 5);
    const topics = (2 * all + 3) / 5;
    const members = (2 * all) / 4;
    assertMeans(counts, { [LATEST]: topics, [linkKind(5, "/m", "/a")]: members });
    assertMeans(counts, { [linkKind(5, "/x", "/a")]: all });
  });

  it("Kind counts can count pages at one place of a chain alone", () => {
    const counts = new KindCounts({ formsCountOnce: false });
    const [own = -1] = counts.chainOf(TOPICS);
    counts.addAt(own, landings(2, 2));
    assertMeans(counts, { [TOPICS]: (2 * 0.5 + 2) / 4, [OUTLIERS_TOPICS]: 0.5 });
  });

  it("Kind counts that count each form once judge an unseen form by its class path, by all forms and by all links", () => {
    const counts = new KindCounts({ formsCountOnce: true });
    counts.add(TOPICS, landings(98, 98));
    counts.add(linkKind(0, "/m", "/ul/a"), landings(1, 0));
    counts.add(linkKind(0, "/n", "/div/a"), landings(1, 0));
    const forms = (2 * 0.5 + 1) / 5;
    const all = (2 * 0.5 + 98) / 102;
    assertMeans(counts, {
      [linkKind(0, "/new", "/p/a")]: (forms + all) / 2,
      [linkKind(0, "/new", "/ul/a")]: ((2 * forms + 1) / 4 + all) / 2,
      [linkKind(0, "/new", "/div/a")]: ((2 * forms) / 3 + all) / 2,
    });
    assert.ok(meanOf(counts, TOPICS) > 0.95);
  });

  it("Kind counts know a form as tried once a link to it led to a page", () => {
    const counts = new KindCounts({ formsCountOnce: true });
    counts.add(TOPICS, landings(1, 0));
    assert.ok(counts.isFormTried(counts.chainOf(LATEST)));
    assert.ok(!counts.isFormTried(counts.chainOf(MEMBERS)));
  });

  it("Kind counts know the narrowest kind with data, except the kind of all links", () => {
    const counts = new KindCounts({ formsCountOnce: false });
    counts.add(TOPICS, landings(1, 1));
    const narrowest = (kind: string) => counts.narrowest(counts.chainOf(kind));
    const [own, place, skeleton] = counts.chainOf(TOPICS);
    assert.equal(narrowest(TOPICS), own);
    assert.equal(narrowest(OUTLIERS_TOPICS), place);
    assert.equal(narrowest(LATEST), skeleton);
    assert.equal(narrowest(MEMBERS), undefined);
  });

  it("Kind counts list the types of the pages", () => {
    const counts = new KindCounts({ formsCountOnce: false });
    counts.add(TOPICS, landings(3, 3, { thread: 2, login: 1 }));
    counts.add(TOPICS, landings(1, 1, { thread: 1 }));
    const [own = -1] = counts.chainOf(TOPICS);
    assert.equal(counts.typesAt(own)[counts.typeNumber("thread")], 3);
    assert.equal(counts.typesAt(own)[counts.typeNumber("login")], 1);
    assert.equal(counts.typesAt(own)[counts.typeNumber("board")], undefined);
  });

  it("Kind counts continue from other counts without changing them", () => {
    const base = new KindCounts({ formsCountOnce: false });
    base.add(TOPICS, landings(3, 3, { thread: 3 }));
    const before = base.toJSON();
    const since = new KindCounts(base, base);
    since.add(TOPICS, landings(2, 0, { login: 2 }));
    assert.deepEqual(base.toJSON(), before);
    assert.deepEqual(since.toJSON()[0], [
      TOPICS,
      5,
      3,
      [
        ["thread", 3],
        ["login", 2],
      ],
    ]);
    assert.deepEqual(new KindCounts(base, base).toJSON(), before);
  });
});

describe("counts that a model keeps", () => {
  it("Stored kind counts name only the types that a kind has pages of", () => {
    const counts = new KindCounts({ formsCountOnce: false });
    counts.add(MEMBERS, landings(1, 0, { profile: 1 }));
    counts.add(TOPICS, landings(1, 1, { thread: 1 }));
    counts.add(TOPICS, landings(1, 1, { thread: 1 }));
    const kept = new Map(counts.toJSON().map(([kind, , , types]) => [kind, types]));
    assert.deepEqual(kept.get(TOPICS), [["thread", 2]]);
  });

  it("Stored kind counts survive JSON", () => {
    const kind = fc.constantFrom(TOPICS, OUTLIERS_TOPICS, LATEST, MEMBERS);
    const type = fc.constantFrom("a", "b", "c", "__proto__");
    const added = fc.array(fc.tuple(kind, type, fc.double({ min: 0, max: 1, noNaN: true })));
    const property = fc.property(added, (list) => {
      const counts = new KindCounts({ formsCountOnce: false });
      for (const [each, of, worth] of list) counts.add(each, { pages: 1, worth, types: [[of, 1]] });
      const kept = KindCounts.of(JSON.parse(JSON.stringify(counts)), counts);
      const sorted = (some: KindCounts) =>
        some
          .toJSON()
          .map(([name, pages, worth, types]) => [
            name,
            pages,
            worth,
            types.toSorted(([a], [b]) => (a < b ? -1 : 1)),
          ]);
      assert.deepEqual(sorted(kept), sorted(counts));
      for (const each of [TOPICS, OUTLIERS_TOPICS, LATEST, MEMBERS]) {
        assert.equal(meanOf(kept, each), meanOf(counts, each));
        assert.ok(meanOf(kept, each) >= 0 && meanOf(kept, each) <= 1);
      }
    });
    fc.assert(property, { seed: 1 });
  });
});
