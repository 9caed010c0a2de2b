import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { expandTopic } from "../../lib/crawl/expand-topic.ts";
import { DowserError } from "../../lib/errors.ts";
import type { Ontology } from "../../lib/ports/ontology.ts";
import { BEES, factsOf, memoryOntology, type SomeConcept } from "../support/an-ontology.ts";

const expand = (topic: string, concepts: Readonly<Record<string, SomeConcept>> = BEES) =>
  expandTopic(memoryOntology(factsOf(concepts)), topic, 2);

async function shown(topic: string, concepts = BEES): Promise<string[]> {
  const { terms } = await expand(topic, concepts);
  return terms.map(({ term, relation, distance }) => `${relation} ${distance} ${term}`);
}

describe("expandTopic", () => {
  it("`expandTopic` adds to a topic its synonyms, broader, narrower and related concepts", async () => {
    assert.deepEqual(await shown("blackcomb"), [
      "exact 0 blackcomb",
      "synonym 0 Comb Rot, Nocturnal",
      "synonym 0 NCR",
      "synonym 0 Rot, Nocturnal Comb",
      "synonym 0 night rot",
      "partial 1 Brood Disorders",
      "partial 1 Disorder, Brood",
      "partial 1 Signs and Symptoms",
      "partial 2 Hive Disorders",
      "partial 2 Disorders of the Hive",
      "partial 2 Observations",
      "narrower 1 Early Comb Rot",
      "narrower 2 Royal Comb Rot",
      // Related, its sibling and what is above the related one.
      "context 1 Sleepless Swarm",
      "context 2 Chalky Larva",
      "context 2 chalk",
      "context 2 Swarm Disorders",
    ]);
  });

  it("`expandTopic` treats another parent of a child as context", async () => {
    assert.ok((await shown("early comb rot")).includes("context 2 Royal Ailments"));
  });

  it("`expandTopic` starts from all concepts that share the topic", async () => {
    const terms = await shown("chalk");
    for (const term of ["synonym 0 Chalky Larva", "synonym 0 Royal Ailments"]) {
      assert.ok(terms.includes(term), term);
    }
  });

  it("`expandTopic` gives the terms of a topic without links", async () => {
    assert.deepEqual(await shown("wax", { A: { name: "wax" } }), ["exact 0 wax"]);
  });

  it("`expandTopic` names the topic as the user wrote it", async () => {
    assert.equal((await expand("Night  ROT")).topic, "Night  ROT");
  });

  it("`expandTopic` prefers the relation of a straight path to a shorter one's, whose distance it keeps", async () => {
    const concepts = {
      A: { name: "topic", broader: ["B"], related: ["C"] },
      B: { name: "parent", broader: ["C"] },
      C: { name: "grandparent" },
    };
    assert.deepEqual(await shown("topic", concepts), [
      "exact 0 topic",
      "partial 1 parent",
      "partial 1 grandparent",
    ]);
  });

  it("`expandTopic` follows no cycle", async () => {
    const concepts = {
      A: { name: "one", broader: ["B"] },
      B: { name: "two", broader: ["C"] },
      C: { name: "three", broader: ["A"] },
    };
    assert.deepEqual(await shown("one", concepts), [
      "exact 0 one",
      "partial 1 two",
      "partial 1 three",
    ]);
  });

  it("`expandTopic` goes as far as the given reach, and keeps straight paths straight", async () => {
    const concepts = {
      A: { name: "topic", broader: ["B"], related: ["C"] },
      B: { name: "parent", broader: ["C"] },
      C: { name: "grandparent", broader: ["D"] },
      D: { name: "great-grandparent", broader: ["E"] },
      E: { name: "root" },
    };
    const ontology = memoryOntology(factsOf(concepts));
    const reached = async (reach: number) =>
      (await expandTopic(ontology, "topic", reach)).terms.map(
        ({ term, relation, distance }) => `${relation} ${distance} ${term}`,
      );
    assert.deepEqual(await reached(0), ["exact 0 topic"]);
    assert.deepEqual(await reached(1), [
      "exact 0 topic",
      "partial 1 parent",
      "context 1 grandparent",
    ]);
    assert.deepEqual(await reached(3), [
      "exact 0 topic",
      "partial 1 parent",
      "partial 1 grandparent",
      "partial 2 great-grandparent",
      "context 3 root",
    ]);
  });

  it("`expandTopic` stops when nothing is left to reach, however far it may go", async () => {
    const bees = memoryOntology(factsOf(BEES));
    let steps = 0;
    const ontology: Ontology = {
      ...bees,
      get: (ids) => {
        steps += 1;
        assert.ok(steps < 20);
        return bees.get(ids);
      },
    };
    const { terms } = await expandTopic(ontology, "chalky larva", Number.MAX_SAFE_INTEGER);
    assert.ok(terms.some(({ term }) => term === "Swarm Disorders"));
  });

  it("`expandTopic` takes thousands of a root's children, the first by id, and counts the others", async () => {
    const children = Array.from({ length: 6_000 }, (_, index) => String(index).padStart(4, "0"));
    const alone = { synonyms: [], broader: [], narrower: [], related: [] };
    const root = { ...alone, id: "R", name: "root", narrower: children.toReversed() };
    const ontology: Ontology = {
      find: async () => [root],
      get: async (ids) => ids.map((id) => ({ ...alone, id, name: `child ${id}` })),
      closest: async () => [],
    };
    const { terms, cut } = await expandTopic(ontology, "root", 2);
    assert.equal(terms.length, 5_001);
    assert.equal(terms.at(-1)?.term, "child 4999");
    assert.deepEqual(cut, { narrower: 1_000 });
  });

  it("`expandTopic` reports the terms it left out", async () => {
    const { leftOut, cut } = await expand("wax", { A: { name: "wax", synonyms: ["W", "all"] } });
    assert.deepEqual(leftOut, [
      { term: "W", reason: "one letter" },
      { term: "all", reason: "stop words" },
    ]);
    assert.deepEqual(cut, {});
  });

  it("`expandTopic` refuses a topic the ontology does not know, and offers the closest", async () => {
    const ontology = {
      ...memoryOntology(factsOf(BEES)),
      closest: async (term: string, limit: number) => [`${term}!`, "chalk"].slice(0, limit),
    };
    await assert.rejects(expandTopic(ontology, "chlak", 2), (error) => {
      assert.ok(error instanceof DowserError);
      assert.equal(error.code, "unknown-topic");
      assert.deepEqual(error.value, { topic: "chlak", closest: ["chlak!", "chalk"] });
      assert.match(error.hint, /did you mean "chlak!", "chalk"/);
      return true;
    });
  });

  it("`expandTopic` refuses an unknown topic that nothing is close to", async () => {
    await assert.rejects(expand("nectar"), { code: "unknown-topic", hint: /another ontology/ });
  });
});
