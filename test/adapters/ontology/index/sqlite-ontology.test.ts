import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { buildOntologyIndex } from "../../../../lib/adapters/ontology/index/build-ontology-index.ts";
import {
  createSqliteOntology,
  openOntology,
} from "../../../../lib/adapters/ontology/index/open-ontology.ts";
import type { OntologyFact } from "../../../../lib/domain/methods/ontology/concept-set.ts";
import type { Ontology } from "../../../../lib/ports/ontology.ts";
import { describeOntology } from "../../../contract/ontology.ts";
import { BEES, factsOf, memoryOntology } from "../../../support/an-ontology.ts";

const folder = mkdtempSync(join(tmpdir(), "dowser-ontology-"));
const open: { close(): void }[] = [];
let files = 0;

after(() => {
  for (const each of open) each.close();
  rmSync(folder, { recursive: true });
});

async function* stream(facts: readonly OntologyFact[]) {
  yield* facts;
}

async function inMemory(facts: readonly OntologyFact[]): Promise<Ontology> {
  const database = new DatabaseSync(":memory:");
  open.push(database);
  await buildOntologyIndex(database, stream(facts), "bees");
  return createSqliteOntology(database);
}

async function inFile(facts: readonly OntologyFact[]): Promise<Ontology> {
  const file = join(folder, `${(files += 1)}.sqlite`);
  const database = new DatabaseSync(file);
  await buildOntologyIndex(database, stream(facts), "bees");
  database.close();
  const ontology = openOntology(file);
  open.push(ontology);
  return ontology;
}

describeOntology("memoryOntology", async (facts) => memoryOntology(facts));
describeOntology("SqliteOntology in memory", inMemory);
describeOntology("SqliteOntology in a file", inFile);

describe("SqliteOntology", () => {
  it("`SqliteOntology` answers like an ontology in memory, whatever the facts", async () => {
    const ids = ["a", "b", "c", "d"];
    const id = fc.constantFrom(...ids);
    const term = fc.constantFrom(
      "wax",
      "Wax",
      "bee wax",
      "wax, bee",
      "wax, bee, old",
      "é",
      "日本",
      "-",
    );
    const fact = fc.oneof(
      fc.record({ kind: fc.constantFrom("name", "synonym"), concept: id, term }),
      fc.record({ kind: fc.constantFrom("broader", "related"), concept: id, other: id }),
    ) as fc.Arbitrary<OntologyFact>;
    const facts = fc
      .array(fact, { maxLength: 12 })
      .map((some) => [{ kind: "name", concept: "a", term: "hive" } as const, ...some]);
    await fc.assert(
      fc.asyncProperty(facts, async (some) => {
        const [one, other] = [await inMemory(some), memoryOntology(some)];
        assert.deepEqual(await one.get(ids), await other.get(ids));
        for (const query of ["wax", "bee wax", "WAX, BEE", "e", "本", "日本", "a", "?"]) {
          assert.deepEqual(await one.find(query), await other.find(query), query);
        }
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  describe("closest", () => {
    for (const [typed, meant] of [
      ["blakcomb", "Blackcomb"],
      ["blackcom", "Blackcomb"],
      ["chalky larve", "Chalky Larva"],
      ["CHALKY-LARVAE", "Chalky Larva"],
      ["sleeples swarn", "Sleepless Swarm"],
      ["Signs and Simptoms", "Signs and Symptoms"],
    ] as const) {
      it(`\`SqliteOntology\` offers ${meant} for ${typed}`, async () => {
        const ontology = await inMemory(factsOf(BEES));
        assert.equal((await ontology.closest(typed, 3))[0], meant);
      });
    }

    it("`SqliteOntology` offers a short word that shares no three letters with the typed one", async () => {
      const ontology = await inMemory(factsOf({ A: { name: "wasp" } }));
      assert.deepEqual(await ontology.closest("wesp", 3), ["wasp"]);
    });

    it("`SqliteOntology` finds the closest term among more terms of its length than are compared", async () => {
      const others = Array.from({ length: 21_000 }, (_, index) => `hive number ${index + 10_000}`);
      const facts = factsOf({ A: { name: "Chalky Larva" }, B: { name: "hive", synonyms: others } });
      const ontology = await inMemory(facts);
      assert.deepEqual(await ontology.closest("chalky larve", 3), ["Chalky Larva"]);
    });

    it("`SqliteOntology` offers terms of one key once, and no more than asked for", async () => {
      const ontology = await inMemory(
        factsOf({ A: { name: "Bee wax", synonyms: ["bee-wax", "bee waxes", "bee waxed"] } }),
      );
      assert.equal((await ontology.closest("bee waxe", 9)).length, 3);
      assert.equal((await ontology.closest("bee waxe", 2)).length, 2);
    });

    it("`SqliteOntology` offers nothing more than twice as far away as the closest term", async () => {
      const facts = factsOf({ A: { name: "bedwetting" }, B: { name: "redeptin" } });
      const ontology = await inMemory(facts);
      assert.deepEqual(await ontology.closest("bedwettin", 9), ["bedwetting"]);
      assert.deepEqual(await ontology.closest("bedeptin", 9), ["redeptin"]);
    });

    for (const term of ["", "xy", "nectar flow", '"', "a OR b", "x".repeat(1e5)]) {
      it(`\`SqliteOntology\` offers nothing for ${JSON.stringify(term.slice(0, 12))}`, async () => {
        const ontology = await inMemory(factsOf(BEES));
        assert.deepEqual(await ontology.closest(term, 3), []);
      });
    }
  });
});
