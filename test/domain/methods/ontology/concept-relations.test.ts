import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type ConceptRelation,
  compareStrength,
  placesOneStepOn,
} from "../../../../lib/domain/methods/ontology/collect-terms.ts";
import type { Concept } from "../../../../lib/domain/methods/ontology/concept-set.ts";

const aConcept = (links: Partial<Concept>): Concept => ({
  id: "A",
  name: "a",
  synonyms: [],
  broader: [],
  narrower: [],
  related: [],
  ...links,
});

describe("placesOneStepOn", () => {
  const links = { broader: ["UP"], narrower: ["DOWN"], related: ["BESIDE"] };
  for (const [from, up, down] of [
    ["synonym", "partial", "narrower"],
    ["partial", "partial", "context"],
    ["narrower", "context", "narrower"],
    ["context", "context", "context"],
  ] as readonly ConceptRelation[][]) {
    it(`placesOneStepOn leads from ${from} up to ${up}, down to ${down} and aside to context`, () => {
      const places = placesOneStepOn([
        { concept: aConcept(links), relation: from ?? "synonym", distance: 1 },
      ]);
      assert.deepEqual(
        [...places],
        [
          ["UP", { relation: up, distance: 2 }],
          ["DOWN", { relation: down, distance: 2 }],
          ["BESIDE", { relation: "context", distance: 2 }],
        ],
      );
    });
  }

  it("placesOneStepOn gives a concept its strongest place, whichever is discovered first", () => {
    const one = {
      concept: aConcept({ related: ["B"] }),
      relation: "synonym",
      distance: 0,
    } as const;
    const other = { ...one, concept: aConcept({ broader: ["B"] }) };
    for (const from of [
      [one, other],
      [other, one],
    ]) {
      assert.deepEqual([...placesOneStepOn(from)], [["B", { relation: "partial", distance: 1 }]]);
    }
  });
});

describe("compareStrength", () => {
  it("compareStrength orders by relation, then by distance", () => {
    const places = [
      { relation: "exact", distance: 0 },
      { relation: "own", distance: 0 },
      { relation: "synonym", distance: 0 },
      { relation: "partial", distance: 1 },
      { relation: "partial", distance: 2 },
      { relation: "narrower", distance: 1 },
      { relation: "context", distance: 1 },
      { relation: "context", distance: 2 },
    ] as const;
    assert.deepEqual(places.toReversed().toSorted(compareStrength), places);
  });
});
