import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { importOntology } from "../../../../lib/adapters/ontology/index/import-ontology.ts";
import {
  loadOntology,
  openOntology,
  summarizeOntology,
} from "../../../../lib/adapters/ontology/index/open-ontology.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { BEE_DESCRIPTORS, meshAscii, meshJson, meshXml } from "../../../support/bee-mesh.ts";

/** More than any process has (pid_max of Linux is at most 2^22). */
const NO_PROCESS = 99_999_999;

describe("importOntology", () => {
  it("makes an index that answers", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.xml");
    const file = join(folder, "made", "bees.sqlite");
    writeFileSync(path, meshXml(BEE_DESCRIPTORS));
    const report = await importOntology({ path, format: undefined, file });
    assert.deepEqual([report.concepts, report.terms, report.links], [4, 7, 3]);
    assert.deepEqual(readdirSync(join(folder, "made")), ["bees.sqlite"]);
    const ontology = openOntology(file);
    assert.equal((await ontology.find("brood rot"))[0]?.id, "D1");
    ontology.close();
    assert.deepEqual(summarizeOntology(file), {
      source: "bees.xml",
      concepts: 4,
      terms: 7,
      links: 3,
    });
  });

  it("unpacks gzip, whatever the file is called", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees");
    writeFileSync(path, gzipSync(meshAscii(BEE_DESCRIPTORS)));
    const file = join(folder, "bees.sqlite");
    assert.equal((await importOntology({ path, format: undefined, file })).concepts, 4);
  });

  it("replaces an earlier import, also while it is looked up", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.json");
    const file = join(folder, "bees.sqlite");
    writeFileSync(path, meshJson(BEE_DESCRIPTORS.slice(0, 1)));
    await importOntology({ path, format: undefined, file });
    const before = openOntology(file);
    writeFileSync(path, meshJson(BEE_DESCRIPTORS));
    await importOntology({ path, format: undefined, file });
    const after = openOntology(file);
    assert.deepEqual([await before.find("hives"), (await after.find("hives")).length], [[], 1]);
    before.close();
    after.close();
  });

  it("keeps the earlier import, and leaves nothing, where the new file is no good", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.xml");
    const file = join(folder, "made", "bees.sqlite");
    writeFileSync(path, meshXml(BEE_DESCRIPTORS));
    await importOntology({ path, format: undefined, file });
    for (const [text, code] of [
      [meshXml(BEE_DESCRIPTORS).slice(0, -100), "ontology-unreadable"],
      [meshXml([]), "ontology-empty"],
      ["bees", "ontology-format-unknown"],
    ] as const) {
      writeFileSync(path, text);
      await assert.rejects(importOntology({ path, format: undefined, file }), { code });
      assert.deepEqual(readdirSync(join(folder, "made")), ["bees.sqlite"]);
      assert.equal(summarizeOntology(file).concepts, 4);
    }
  });

  it("takes away what a killed import left, and nothing of one that runs", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.json");
    const [dead, live] = [NO_PROCESS, process.ppid].map((pid) => `other.sqlite.${pid}.part`);
    for (const name of [dead, live]) writeFileSync(join(folder, String(name)), "half");
    writeFileSync(path, meshJson(BEE_DESCRIPTORS));
    await importOntology({ path, format: undefined, file: join(folder, "bees.sqlite") });
    assert.deepEqual(
      readdirSync(folder).toSorted(),
      ["bees.json", "bees.sqlite", String(live)].toSorted(),
    );
  });

  it("says that a gzip file is damaged", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.xml.gz");
    const file = join(folder, "bees.sqlite");
    const packed = gzipSync(meshXml(BEE_DESCRIPTORS));
    writeFileSync(path, packed.subarray(0, packed.length - 20));
    for (const format of [undefined, "mesh-xml"] as const) {
      await assert.rejects(importOntology({ path, format, file }), {
        code: "ontology-unreadable",
        message: /bees\.xml\.gz is a damaged gzip file/,
      });
    }
    assert.equal(existsSync(file), false);
  });
});

describe("loadOntology", () => {
  it("reads a file to look it up at once", async (test) => {
    const path = join(aFolder(test), "bees.xml");
    writeFileSync(path, meshXml(BEE_DESCRIPTORS));
    const ontology = await loadOntology(path);
    assert.equal((await ontology.find("hives"))[0]?.name, "Bienenstöcke");
    ontology.close();
  });
});

describe("openOntology", () => {
  it("refuses what is no index of an ontology", async (test) => {
    const folder = aFolder(test);
    const text = join(folder, "text.sqlite");
    writeFileSync(text, "bees ".repeat(1_000));
    assert.throws(() => openOntology(text), { code: "ontology-index-unusable", value: text });
    const empty = join(folder, "empty.sqlite");
    writeFileSync(empty, "");
    assert.throws(() => openOntology(empty), {
      code: "ontology-index-unusable",
      message: /is no ontology/,
    });
  });

  it("refuses an index of another version", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.json");
    const file = join(folder, "bees.sqlite");
    writeFileSync(path, meshJson(BEE_DESCRIPTORS));
    await importOntology({ path, format: undefined, file });
    const database = new DatabaseSync(file);
    database.exec("PRAGMA user_version = 99");
    database.close();
    assert.throws(() => openOntology(file), {
      code: "ontology-index-unusable",
      message: /has format 99/,
    });
  });
});
