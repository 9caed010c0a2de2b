import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PlacedConcept } from "../../../lib/domain/methods/ontology/collect-terms.ts";
import type { Concept } from "../../../lib/domain/methods/ontology/concept-set.ts";
import { pruneConcepts } from "../../../lib/workbench/host/concept-lists.ts";

describe("concepts that a person kept of those around a topic", () => {
  const concept = (id: string, links: Partial<Concept>): Concept => ({
    ...{ id, name: id, synonyms: [`${id}s`], broader: [], narrower: [], related: [] },
    ...links,
  });
  // bee ─ honeybee ─ queen; bee is an insect, which is an animal; honey is related to the honeybee.
  const placed: readonly PlacedConcept[] = [
    {
      concept: concept("bee", { broader: ["insect"], narrower: ["honeybee"] }),
      ...{ relation: "synonym", distance: 0 },
    },
    {
      concept: concept("insect", { broader: ["animal"], narrower: ["bee"] }),
      ...{ relation: "partial", distance: 1 },
    },
    { concept: concept("animal", { narrower: ["insect"] }), relation: "partial", distance: 2 },
    {
      concept: concept("honeybee", { broader: ["bee"], narrower: ["queen"], related: ["honey"] }),
      ...{ relation: "narrower", distance: 1 },
    },
    { concept: concept("queen", { broader: ["honeybee"] }), relation: "narrower", distance: 2 },
    { concept: concept("honey", { related: ["honeybee"] }), relation: "context", distance: 2 },
  ];
  const kept = (...ids: string[]) =>
    Object.fromEntries(
      pruneConcepts(placed, new Set(ids)).map(({ id, broader, related }) => [
        id,
        [...broader.map((other) => `in ${other}`), ...related.map((other) => `by ${other}`)],
      ]),
    );

  it("All of them keep their links", () => {
    assert.deepEqual(kept(...placed.map(({ concept: { id } }) => id)), {
      bee: ["in insect"],
      insect: ["in animal"],
      animal: [],
      honeybee: ["in bee", "by honey"],
      queen: ["in honeybee"],
      honey: ["by honeybee"],
    });
  });

  it("One whose way to the topic is gone is linked to the topic in the same relation", () => {
    assert.deepEqual(kept("bee", "queen", "animal", "honey"), {
      bee: ["in animal"],
      queen: ["in bee"],
      animal: [],
      honey: ["by bee"],
    });
  });

  it("One that still has a way is left as it is, and no link leads out", () => {
    assert.deepEqual(kept("bee", "honeybee", "honey"), {
      bee: [],
      honeybee: ["in bee", "by honey"],
      honey: ["by honeybee"],
    });
  });

  it("Without the topic itself nothing is left to count from", () => {
    assert.deepEqual(kept("queen", "honey"), {});
  });
});
