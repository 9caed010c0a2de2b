import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OntologyFact } from "../../lib/domain/methods/ontology/concept-set.ts";
import type { Ontology } from "../../lib/ports/ontology.ts";
import { BEES, factsOf } from "../support/an-ontology.ts";

/** Tests the promises of every ontology, whatever its storage. */
export function describeOntology(
  name: string,
  create: (facts: readonly OntologyFact[]) => Promise<Ontology>,
): void {
  describe(name, () => {
    const bees = () => create(factsOf(BEES));
    const idsFound = async (term: string) => {
      return (await (await bees()).find(term)).map(({ id }) => id);
    };

    it("An ontology gives a concept with its terms, and its links in order of id", async () => {
      const [concept] = await (await bees()).get(["H3"]);
      assert.deepEqual(concept, {
        id: "H3",
        name: "Comb Rot, Nocturnal",
        synonyms: ["Blackcomb", "NCR", "Rot, Nocturnal Comb", "night rot"],
        broader: ["H2", "S1"],
        narrower: ["H5"],
        related: ["H8"],
      });
    });

    it("An ontology links related concepts both ways", async () => {
      const [concept] = await (await bees()).get(["H8"]);
      assert.deepEqual(concept?.related, ["H3"]);
    });

    it("An ontology gives concepts in the requested order, and leaves out unknown ones", async () => {
      const ontology = await bees();
      const concepts = await ontology.get(["S1", "X", "H1", ""]);
      assert.deepEqual(
        concepts.map(({ id }) => id),
        ["S1", "H1"],
      );
      assert.deepEqual(await ontology.get([]), []);
    });

    for (const [how, term] of [
      ["its name", "Chalky Larva"],
      ["any case", "chalky LARVA"],
      ["other marks and spaces", "  chalky-larva! "],
      ["a possessive", "chalky’s larva"],
      ["letters with accents", "Chälky Lárva"],
      ["its id", "H4"],
      ["its id in another case", "h4"],
    ] as const) {
      it(`An ontology finds a concept by ${how}`, async () => {
        assert.deepEqual(await idsFound(term), ["H4"]);
      });
    }

    for (const [how, term] of [
      ["a synonym", "blackcomb"],
      ["a name in the order of speech", "nocturnal comb rot"],
      ["a name as it stands", "comb rot, nocturnal"],
    ] as const) {
      it(`An ontology finds a concept with an inverted name by ${how}`, async () => {
        assert.deepEqual(await idsFound(term), ["H3"]);
      });
    }

    it("An ontology finds a concept named in natural word order by an inverted term", async () => {
      assert.deepEqual(await idsFound("larva, chalky"), ["H4"]);
    });

    it("An ontology finds all concepts that share a synonym, in order of id", async () => {
      assert.deepEqual(await idsFound("chalk"), ["H4", "H7"]);
    });

    it("An ontology prefers concepts with that name to those with that synonym", async () => {
      const facts = factsOf({ A: { name: "wax", synonyms: ["comb"] }, B: { name: "Comb" } });
      const found = await (await create(facts)).find("comb");
      assert.deepEqual(
        found.map(({ id }) => id),
        ["B"],
      );
    });

    for (const term of ["", " ", "...", "chalky", "nectar"]) {
      it(`An ontology finds nothing by ${JSON.stringify(term)}`, async () => {
        assert.deepEqual(await idsFound(term), []);
      });
    }

    it("An ontology uses the first of several names, and keeps the others as synonyms", async () => {
      const facts: OntologyFact[] = [
        { kind: "synonym", concept: "A", term: "wax" },
        { kind: "name", concept: "A", term: "Bee wax" },
        { kind: "name", concept: "A", term: "Beeswax" },
        { kind: "name", concept: "A", term: "Bee wax" },
      ];
      const [concept] = await (await create(facts)).get(["A"]);
      assert.equal(concept?.name, "Bee wax");
      assert.deepEqual(concept?.synonyms, ["Beeswax", "wax"]);
    });

    it("An ontology names a concept that has synonyms only by the first of them", async () => {
      const [concept] = await (await create(factsOf({ A: { synonyms: ["wax", "cera"] } }))).get([
        "A",
      ]);
      assert.equal(concept?.name, "cera");
      assert.deepEqual(concept?.synonyms, ["wax"]);
    });

    it("An ontology accepts facts in any order, and more than once", async () => {
      const facts = factsOf(BEES);
      const shuffled = await create([...facts.toReversed(), ...facts]);
      const ids = Object.keys(BEES);
      assert.deepEqual(await shuffled.get(ids), await (await bees()).get(ids));
    });

    it("An ontology has no link to itself, and none to a concept without a name", async () => {
      const facts = factsOf({
        A: { name: "wax", broader: ["A", "X"], related: ["A", "Y"] },
        B: { broader: ["A"] },
      });
      const concepts = await (await create(facts)).get(["A", "B", "X", "Y"]);
      assert.deepEqual(concepts, [
        { id: "A", name: "wax", synonyms: [], broader: [], narrower: [], related: [] },
      ]);
    });

    it("An ontology keeps the cycles of its file", async () => {
      const facts = factsOf({
        A: { name: "a", broader: ["B"] },
        B: { name: "b", broader: ["A"] },
      });
      const [a] = await (await create(facts)).get(["A"]);
      assert.deepEqual([a?.broader, a?.narrower], [["B"], ["B"]]);
    });
  });
}
