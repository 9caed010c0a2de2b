import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { importOntology } from "../../../lib/adapters/ontology/index/import-ontology.ts";
import { findOntology, importedNames } from "../../../lib/run/input/find-ontology.ts";
import { aFolder } from "../../support/a-folder.ts";
import { BEE_DESCRIPTORS, meshXml } from "../../support/bee-mesh.ts";

/** A folder with the ontology `bees` imported. */
async function aFolderWithBees(test: Parameters<typeof aFolder>[0]): Promise<string> {
  const folder = aFolder(test);
  const path = join(folder, "bees.xml");
  writeFileSync(path, meshXml(BEE_DESCRIPTORS));
  const file = join(folder, "ontologies", "bees.sqlite");
  await importOntology({ path, format: undefined, file });
  return folder;
}

async function idFound(nameOrFile: string, folder: string): Promise<string | undefined> {
  const ontology = await findOntology(nameOrFile, folder);
  const [concept] = await ontology.find("hives");
  ontology.close();
  return concept?.id;
}

describe("findOntology", () => {
  it("`findOntology` opens an imported ontology by its name", async (test) => {
    assert.equal(await idFound("bees", await aFolderWithBees(test)), "D3");
  });

  it("`findOntology` opens an index by its path", async (test) => {
    assert.equal(await idFound("ontologies/bees.sqlite", await aFolderWithBees(test)), "D3");
  });

  it("`findOntology` reads an ontology file, its path relative to the folder or absolute", async (test) => {
    const folder = aFolder(test);
    writeFileSync(join(folder, "hive.xml"), meshXml(BEE_DESCRIPTORS));
    assert.equal(await idFound("hive.xml", folder), "D3");
    assert.equal(await idFound(join(folder, "hive.xml"), "/"), "D3");
  });

  it("`findOntology` prefers an imported ontology to a file of its name", async (test) => {
    const folder = await aFolderWithBees(test);
    mkdirSync(join(folder, "bees"));
    assert.equal(await idFound("bees", folder), "D3");
  });

  it("`findOntology` refuses an unknown name, and lists the known ones", async (test) => {
    const folder = await aFolderWithBees(test);
    await assert.rejects(findOntology("wasps", folder), {
      code: "unknown-ontology",
      value: "wasps",
      hint: /imported here: .*bees.*dowser ontology import FILE --name NAME/,
    });
  });

  it("`findOntology` reports when nothing is imported", async (test) => {
    await assert.rejects(findOntology("wasps", aFolder(test)), { code: "unknown-ontology" });
  });
});

describe("importedNames", () => {
  it("`importedNames` lists indexes, and none that is being built", async (test) => {
    const folder = await aFolderWithBees(test);
    writeFileSync(join(folder, "ontologies", "wasps.sqlite.12.part"), "half");
    assert.deepEqual(importedNames(join(folder, "ontologies")), ["bees"]);
    assert.deepEqual(importedNames(join(folder, "nowhere")), []);
  });
});
