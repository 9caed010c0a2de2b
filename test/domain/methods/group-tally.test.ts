import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { MapView } from "../../../lib/domain/methods/group-tally.ts";

/** Words with their lengths. */
class Lengths extends MapView<string, number> {
  readonly #words: readonly string[];

  constructor(words: readonly string[]) {
    super();
    this.#words = words;
  }

  get(word: string): number | undefined {
    return this.#words.includes(word) ? word.length : undefined;
  }

  forEach(visit: (length: number, word: string, lengths: this) => void): void {
    for (const word of this.#words) visit(word.length, word, this);
  }
}

describe("MapView", () => {
  it("A view of a map reads as a map with the same entries does", () => {
    const isAlike = (words: readonly string[], other: string): void => {
      const map = new Map(words.map((word) => [word, word.length]));
      const view = new Lengths(words);
      assert.deepEqual([...view], [...map]);
      assert.deepEqual(new Map(view.entries()), map);
      assert.deepEqual([...view.keys(), ...view.values()], [...map.keys(), ...map.values()]);
      assert.equal(view.size, map.size);
      for (const word of [...words, other]) {
        assert.equal(view.has(word), map.has(word));
        assert.equal(view.get(word), map.get(word));
      }
    };
    fc.assert(fc.property(fc.uniqueArray(fc.string()), fc.string(), isAlike), { seed: 1 });
  });
});
