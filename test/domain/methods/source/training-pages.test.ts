import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { trainingPages } from "../../../../lib/domain/methods/source/learn-so-far.ts";

describe("pages to learn from", () => {
  it("Training pages are the first four that links of each place led to", () => {
    assert.deepEqual(trainingPages(["a", "a", "a", "a", "a", "b", "a", "b"]), [0, 1, 2, 3, 5, 7]);
    assert.deepEqual(trainingPages([]), []);
  });

  it("Training pages are at most 400, with one page of every place before any second", () => {
    const twice = Array.from({ length: 600 }, (_, page) => `${Math.floor(page / 2)}`);
    const chosen = new Set(trainingPages(twice));
    assert.equal(chosen.size, 400);
    for (let place = 0; place < 300; place += 1) {
      assert.ok(chosen.has(2 * place));
      assert.equal(chosen.has(2 * place + 1), place < 100);
    }
  });

  it("Training pages are in order of fetching, and complete when there are few", () => {
    const places = fc.array(fc.constantFrom("a", "b", "c", "__proto__", ""), { maxLength: 40 });
    const property = fc.property(places, (list) => {
      const chosen = trainingPages(list);
      assert.deepEqual(
        chosen,
        [...list.keys()].filter((page) => list.slice(0, page).filter(isAt(list[page])).length < 4),
      );
    });
    fc.assert(property, { seed: 1 });
  });
});

function isAt(place: string | undefined): (other: string) => boolean {
  return (other) => other === place;
}
