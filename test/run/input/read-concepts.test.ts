import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { loadProject } from "../../../lib/project/load-project.ts";
import { readConcepts } from "../../../lib/project/read-need.ts";
import { findOntology } from "../../../lib/run/input/find-ontology.ts";
import { aFolder } from "../../support/a-folder.ts";

const ONTOLOGY = `
- name: foulbrood
  synonyms: [ropy brood]
  broader: bee disease
- name: bee disease
- name: chalkbrood
  broader: bee disease
`;

async function aNeedOf(folder: string, need: Readonly<Record<string, unknown>>) {
  writeFileSync(join(folder, "bees.yaml"), ONTOLOGY);
  const file = join(folder, "project.yaml");
  writeFileSync(file, JSON.stringify({ name: "t", need }));
  return (await loadProject(file)).need;
}

const HERE = {
  openOntology: (nameOrFile: string) => findOntology(nameOrFile, "."),
  say: () => {},
};

describe("the concepts of a need", () => {
  it("A need's concepts are looked up in an ontology beside the project file", async (test) => {
    const need = await aNeedOf(aFolder(test), { topic: "Foulbrood", ontology: "bees.yaml" });
    const { terms = [] } = (await readConcepts(need, HERE)) ?? {};
    assert.deepEqual(
      terms.map(({ term, relation, distance }) => [term, relation, distance]),
      [
        ["Foulbrood", "exact", 0],
        ["ropy brood", "synonym", 0],
        ["bee disease", "partial", 1],
        ["chalkbrood", "context", 2],
      ],
    );
  });

  it("A need's concepts are the user's own weighted terms, alone or before those of an ontology", async (test) => {
    const folder = aFolder(test);
    const own = await readConcepts(await aNeedOf(folder, { terms: { honey: 3, AFB: 2 } }), HERE);
    assert.deepEqual(
      own?.terms.map(({ term, weight, isAcronym }) => [term, weight, isAcronym]),
      [
        ["honey", 3, false],
        ["AFB", 2, true],
      ],
    );
    const both = { topic: "chalkbrood", ontology: "bees.yaml", terms: { honey: 3 } };
    const { terms = [] } = (await readConcepts(await aNeedOf(folder, both), HERE)) ?? {};
    assert.deepEqual(
      terms.slice(0, 2).map(({ term }) => term),
      ["honey", "chalkbrood"],
    );
  });

  it("A need without terms and ontology has no concepts", async (test) => {
    assert.equal(
      await readConcepts(await aNeedOf(aFolder(test), { topic: "bees" }), HERE),
      undefined,
    );
  });

  it("A need whose topic the ontology lacks gives an error that names the closest topics", async (test) => {
    const need = await aNeedOf(aFolder(test), { topic: "foulbrod", ontology: "bees.yaml" });
    await assert.rejects(readConcepts(need, HERE), (error: unknown) => {
      assert.ok(error instanceof Error && "code" in error && "hint" in error);
      assert.equal(error.code, "unknown-topic");
      assert.match(String(error.hint), /foulbrood/);
      return true;
    });
  });

  it("A need with an ontology needs a topic", async (test) => {
    await assert.rejects(async () => aNeedOf(aFolder(test), { ontology: "mesh" }), {
      code: "bad-project",
    });
  });

  it("A need reads a plain ontology name as an imported one, anything else as a file", async (test) => {
    const folder = aFolder(test);
    const ontologyOf = async (ontology: string) =>
      (await aNeedOf(folder, { topic: "x", ontology })).ontology;
    assert.equal(await ontologyOf("mesh"), "mesh");
    assert.equal(await ontologyOf("bees.yaml"), join(folder, "bees.yaml"));
  });
});
