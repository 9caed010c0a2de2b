import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type {
  ConceptPlace,
  PlacedConcept,
} from "../../../../lib/domain/methods/ontology/collect-terms.ts";
import { collectTerms } from "../../../../lib/domain/methods/ontology/collect-terms.ts";

const TOPIC: ConceptPlace = { relation: "synonym", distance: 0 };
const PARENT: ConceptPlace = { relation: "partial", distance: 1 };

/** A concept by its terms, the name first. */
function placed(id: string, terms: readonly string[], place: ConceptPlace): PlacedConcept {
  const [name = "", ...synonyms] = terms;
  return { concept: { id, name, synonyms, broader: [], narrower: [], related: [] }, ...place };
}

function shown(topic: string, concepts: readonly PlacedConcept[]): string[] {
  return collectTerms(topic, concepts).terms.map(
    ({ term, relation, distance, isName, isAcronym, concept }) =>
      [relation, distance, concept, term, isName && "name", isAcronym && "acronym"]
        .filter((part) => part !== false)
        .join(" "),
  );
}

describe("collectTerms", () => {
  it("collectTerms begins with the topic, then lists its concept's other terms, the name first", () => {
    assert.deepEqual(shown("night rot", [placed("A", ["Comb rot", "night rot", "black"], TOPIC)]), [
      "exact 0 A night rot name",
      "synonym 0 A Comb rot name",
      "synonym 0 A black",
    ]);
  });

  it("collectTerms writes the topic as the user does, not as the ontology does", () => {
    assert.deepEqual(shown("Night-Rot", [placed("A", ["night rot"], TOPIC)]), [
      "exact 0 A Night-Rot name",
    ]);
  });

  it("collectTerms marks both word orders as exact when the topic was found noun first", () => {
    assert.deepEqual(shown("nocturnal rot", [placed("A", ["rot, nocturnal", "black"], TOPIC)]), [
      "exact 0 A nocturnal rot name",
      "exact 0 A rot, nocturnal name",
      "synonym 0 A black",
    ]);
  });

  it("collectTerms marks the concept's name as exact when the topic is a concept id", () => {
    assert.deepEqual(shown("B:7", [placed("B:7", ["comb rot", "black"], TOPIC)]), [
      "exact 0 B:7 comb rot name",
      "synonym 0 B:7 black",
    ]);
  });

  it("collectTerms lists the terms of all concepts that share the topic", () => {
    const concepts = [placed("A", ["rot", "chalk"], TOPIC), placed("B", ["dust", "chalk"], TOPIC)];
    assert.deepEqual(shown("chalk", concepts), [
      "exact 0 A chalk name",
      "synonym 0 A rot name",
      "synonym 0 B dust name",
    ]);
  });

  it("collectTerms lists each folded term once, under its strongest relation", () => {
    const concepts = [
      placed("P", ["Disorders", "Black"], PARENT),
      placed("A", ["rot", "black"], TOPIC),
      placed("C", ["disorders", "wax"], { relation: "context", distance: 1 }),
      placed("N", ["wax"], { relation: "narrower", distance: 2 }),
    ];
    assert.deepEqual(shown("rot", concepts), [
      "exact 0 A rot name",
      "synonym 0 A black",
      "partial 1 P Disorders name",
      "narrower 2 N wax name",
    ]);
  });

  it("collectTerms recognises an acronym by another spelling or by the term that it abbreviates", () => {
    const concepts = [placed("A", ["Night comb rot", "NCR", "nicor"], TOPIC)];
    assert.equal(shown("ncr", concepts)[0], "exact 0 A ncr name acronym");
    assert.equal(shown("NCR", concepts)[0], "exact 0 A NCR name acronym");
    const spelled = [placed("A", ["fly", "FLY"], TOPIC)];
    assert.deepEqual(shown("fly", spelled), ["exact 0 A fly name acronym"]);
  });

  it("collectTerms does not let an acronym of one concept change a word of another", () => {
    const concepts = [placed("A", ["aids", "help"], TOPIC), placed("B", ["AIDS"], PARENT)];
    assert.deepEqual(shown("aids", concepts)[0], "exact 0 A aids name");
  });

  for (const [term, reason] of [
    ["!!", "no word"],
    ["x", "one letter"],
    ["K.", "one letter"],
    ["2", "a number"],
    ["12-34", "a number"],
    ["all", "stop words"],
    ["IT", "stop words"],
    ["of the", "stop words"],
  ] as const) {
    it(`collectTerms leaves out ${term} and gives the reason: ${reason}`, () => {
      const { terms, leftOut } = collectTerms("rot", [placed("A", ["rot", term], TOPIC)]);
      assert.deepEqual(
        terms.map((each) => each.term),
        ["rot"],
      );
      assert.deepEqual(leftOut, [{ term, reason }]);
    });
  }

  for (const term of ["蜂", "wax of the hive", "B12", "ox"]) {
    it(`collectTerms keeps ${term}`, () => {
      assert.deepEqual(collectTerms("rot", [placed("A", ["rot", term], TOPIC)]).leftOut, []);
    });
  }
});
