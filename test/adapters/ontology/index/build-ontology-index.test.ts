import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import {
  type BuildProgress,
  buildOntologyIndex,
} from "../../../../lib/adapters/ontology/index/build-ontology-index.ts";
import type { SkippedPiece } from "../../../../lib/adapters/ontology/ontology-reader.ts";
import type { OntologyFact } from "../../../../lib/domain/methods/ontology/concept-set.ts";
import { BEES, factsOf, type SomeConcept } from "../../../support/an-ontology.ts";

async function build(facts: readonly (OntologyFact | SkippedPiece)[], onProgress?: BuildProgress) {
  const database = new DatabaseSync(":memory:");
  async function* stream() {
    yield* facts;
  }
  try {
    return await buildOntologyIndex(database, stream(), "bees.obo", onProgress);
  } finally {
    database.close();
  }
}

const buildConcepts = (concepts: Readonly<Record<string, SomeConcept>>) => build(factsOf(concepts));

describe("buildOntologyIndex", () => {
  it("`buildOntologyIndex` counts concepts, terms and links", async () => {
    const { concepts, terms, links, skipped, cycles } = await buildConcepts(BEES);
    assert.deepEqual([concepts, terms, links, cycles], [11, 19, 10, 0]);
    assert.deepEqual([...skipped], []);
  });

  it("`buildOntologyIndex` counts a repeated link, term or relation of two concepts once", async () => {
    const facts = factsOf({ A: { name: "a", broader: ["B"], related: ["B"] }, B: { name: "b" } });
    const back: OntologyFact = { kind: "related", concept: "B", other: "A" };
    const { terms, links } = await build([...facts, back, ...facts]);
    assert.deepEqual([terms, links], [2, 2]);
  });

  it("`buildOntologyIndex` counts what the reader skipped and what it leaves out itself, by reason", async () => {
    const { skipped } = await build([
      ...factsOf({
        A: { name: "wax", synonyms: [" ", "x".repeat(1_001)], broader: ["A", "X"], related: ["Y"] },
        B: { broader: ["A"] },
      }),
      { kind: "skipped", reason: "dead bees" },
      { kind: "skipped", reason: "dead bees" },
    ]);
    assert.deepEqual(Object.fromEntries(skipped), {
      "dead bees": 2,
      "terms that are empty or longer than 1000 characters": 2,
      "links of a concept to itself": 1,
      "links to concepts that the file does not name": 3,
    });
  });

  it("`buildOntologyIndex` reports each cycle as a path back to its start", async () => {
    const { cycles, cycleExamples } = await buildConcepts({
      A: { name: "a", broader: ["B"] },
      B: { name: "b", broader: ["C"] },
      C: { name: "c", broader: ["A", "D"] },
      D: { name: "d" },
    });
    assert.equal(cycles, 1);
    assert.deepEqual(cycleExamples, [{ ids: ["A", "B", "C"], more: 0 }]);
  });

  it("`buildOntologyIndex` reports the first few concepts of a large cycle", async () => {
    const ring = Array.from({ length: 1_000 }, (_, index) => {
      return [`R${index}`, { name: "r", broader: [`R${(index + 1) % 1_000}`] }] as const;
    });
    const { cycleExamples } = await buildConcepts(Object.fromEntries(ring));
    assert.deepEqual(cycleExamples, [{ ids: ["R0", "R1", "R2", "R3", "R4"], more: 995 }]);
  });

  it("`buildOntologyIndex` reports three cycles at most, and how many there are", async () => {
    const pairs = Array.from({ length: 5 }, (_, index) => [
      [`A${index}`, { name: "a", broader: [`B${index}`] }] as const,
      [`B${index}`, { name: "b", broader: [`A${index}`] }] as const,
    ]);
    const { cycles, cycleExamples } = await buildConcepts(Object.fromEntries(pairs.flat()));
    assert.deepEqual([cycles, cycleExamples.length], [5, 3]);
  });

  for (const [what, facts] of [
    ["nothing", []],
    ["links alone", [{ kind: "broader", concept: "A", other: "B" }]],
    ["empty terms alone", [{ kind: "name", concept: "A", term: "" }]],
  ] as readonly [string, OntologyFact[]][]) {
    it(`\`buildOntologyIndex\` refuses a file of ${what}`, async () => {
      await assert.rejects(build(facts), { code: "ontology-empty", value: "bees.obo" });
    });
  }

  it("`buildOntologyIndex` reports its progress", async () => {
    const told: string[] = [];
    const facts = Array.from({ length: 120_000 }, (_, index): OntologyFact => {
      return { kind: "synonym", concept: "A", term: `bee ${index % 10}` };
    });
    await build(facts, (phase, count) => told.push(`${phase} ${count}`));
    assert.deepEqual(told, ["reading 50000", "reading 100000", "indexing 120000"]);
  });
});
