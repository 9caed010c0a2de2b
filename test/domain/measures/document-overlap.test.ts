import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { documentOverlap as overlapOfRows } from "../../../lib/domain/measures/document-overlap.ts";
import { sparseRows } from "../../../lib/domain/stats/vector/sparse-rows.ts";
import { cosine, type TermVector } from "../../../lib/domain/text/term-vector.ts";
import { TermNumbers } from "../../../lib/evaluation/overlap.ts";

const vector = (terms: Record<string, number>): TermVector => new Map(Object.entries(terms));

function documentOverlap(first: readonly TermVector[], second: readonly TermVector[]): number {
  const terms = new TermNumbers();
  const [ours, theirs] = [first, second].map((some) => some.map((each) => terms.number(each)));
  return overlapOfRows(sparseRows(ours ?? [], terms.size), sparseRows(theirs ?? [], terms.size));
}

/** By comparing all pairs. */
function naiveOverlap(first: readonly TermVector[], second: readonly TermVector[]): number {
  const near = (some: readonly TermVector[], others: readonly TermVector[]) =>
    some.filter((one) => others.some((other) => cosine(one, other) >= 0.9 - 1e-9)).length;
  const all = first.length + second.length;
  return all === 0 ? 0 : (near(first, second) + near(second, first)) / all;
}

describe("document overlap", () => {
  it("Document overlap is the share of documents of both sets with a near one in the other", () => {
    const ours = [vector({ bee: 3, wax: 4 }), vector({ wasp: 1 }), vector({ bee: 3, wax: 4 })];
    const theirs = [vector({ bee: 4, wax: 3 }), vector({ wasp: 1, wax: 1 })];
    // 24/25 is near, 1/√2 is not: two of ours, one of theirs.
    assert.equal(documentOverlap(ours, theirs), 3 / 5);
  });

  it("Document overlap counts a cosine of at least 0.9 as near", () => {
    const edge = [vector({ a: 9, b: Math.sqrt(19) })];
    assert.equal(documentOverlap([vector({ a: 1 })], edge), 1);
    assert.equal(documentOverlap([vector({ a: 1 })], [vector({ a: 9, b: 4.36 })]), 0);
  });

  it("Document overlap counts near documents whichever others were compared or found before", () => {
    const filled = (term: string) => Array.from({ length: 5 }, () => vector({ [term]: 1 }));
    const [bees, wasps] = [
      { sting: 5, honey: 6 },
      { sting: 5, paper: 6 },
    ];
    const ours = [vector(bees), vector(bees), vector(wasps)];
    const theirs = [
      ...[vector(bees), vector({ sting: 9, nettle: 3 }), vector(wasps), vector(wasps)],
      ...[...filled("honey"), ...filled("paper"), ...filled("nettle")],
    ];
    assert.equal(documentOverlap(ours, theirs), 6 / 22);
  });

  it("Document overlap finds nothing near a document without words", () => {
    assert.equal(documentOverlap([vector({})], [vector({})]), 0);
    assert.equal(documentOverlap([], []), 0);
  });

  it("Document overlap equals the comparison of all pairs", () => {
    const word = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
    const document = fc.dictionary(word, fc.integer({ min: 1, max: 20 })).map(vector);
    const documents = fc.array(document, { maxLength: 12 });
    let near = 0;
    const property = fc.property(documents, documents, (first, second) => {
      const overlap = documentOverlap(first, second);
      assert.equal(overlap, naiveOverlap(first, second));
      if (overlap > 0 && overlap < 1) near += 1;
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
    assert.ok(near > 50, String(near));
  });
});
