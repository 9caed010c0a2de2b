import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import {
  type ImportState,
  importOntology,
} from "../../../../lib/adapters/ontology/index/import-ontology.ts";
import {
  loadOntology,
  openOntology,
  summarizeOntology,
} from "../../../../lib/adapters/ontology/index/open-ontology.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { BEE_DESCRIPTORS, meshXml } from "../../../support/bee-mesh.ts";

/** More than any process has (pid_max of Linux is at most 2^22). */
const NO_PROCESS = 99_999_999;

/** Of a page of SQLite, unless a database says otherwise. */
const PAGE_BYTES = 4_096;

describe("importOntology", () => {
  it("`importOntology` makes an index that answers", async (test) => {
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

  it("`importOntology` unpacks gzip, whatever the file's name is", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees");
    writeFileSync(path, gzipSync(meshXml(BEE_DESCRIPTORS)));
    const file = join(folder, "bees.sqlite");
    assert.equal((await importOntology({ path, format: undefined, file })).concepts, 4);
  });

  it("`importOntology` replaces an earlier import, even while that is read", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.xml");
    const file = join(folder, "bees.sqlite");
    writeFileSync(path, meshXml(BEE_DESCRIPTORS.slice(0, 1)));
    await importOntology({ path, format: undefined, file });
    const before = openOntology(file);
    writeFileSync(path, meshXml(BEE_DESCRIPTORS));
    await importOntology({ path, format: undefined, file });
    const after = openOntology(file);
    assert.deepEqual([await before.find("hives"), (await after.find("hives")).length], [[], 1]);
    before.close();
    after.close();
  });

  it("`importOntology` keeps the earlier import and leaves nothing behind when the new file is invalid", async (test) => {
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

  it("`importOntology` removes what a killed import left, and nothing of one that runs", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.xml");
    const [dead, live] = [NO_PROCESS, process.ppid].map((pid) => `other.sqlite.${pid}.part`);
    for (const name of [dead, `${dead}-journal`, live])
      writeFileSync(join(folder, String(name)), "half");
    writeFileSync(path, meshXml(BEE_DESCRIPTORS));
    await importOntology({ path, format: undefined, file: join(folder, "bees.sqlite") });
    assert.deepEqual(
      readdirSync(folder).toSorted(),
      ["bees.xml", "bees.sqlite", String(live)].toSorted(),
    );
  });

  it("`importOntology` leaves one file when it is killed, which the next import removes", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.csv");
    const file = join(folder, "made", "bees.sqlite");
    const rows = Array.from({ length: 60_000 }, (_, index) => `bee ${index}`);
    writeFileSync(path, `name\n${rows.join("\n")}`);
    const child = spawn(process.execPath, [
      join(import.meta.dirname, "../../../support/import-and-die.ts"),
      path,
      file,
    ]);
    await once(child, "close");
    assert.equal(child.signalCode, "SIGKILL");
    assert.deepEqual(readdirSync(join(folder, "made")), [`bees.sqlite.${child.pid}.part`]);
    writeFileSync(path, "name\n");
    await assert.rejects(importOntology({ path, format: undefined, file }));
    assert.deepEqual(readdirSync(join(folder, "made")), []);
  });

  it("`importOntology` makes no folder for a file that does not exist", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "none.obo");
    const file = join(folder, "made", "bees.sqlite");
    await assert.rejects(importOntology({ path, format: undefined, file }), {
      code: "ontology-unreadable",
      message: `${path} is not there: no such file`,
    });
    assert.deepEqual(readdirSync(folder), []);
  });

  it("`importOntology` reports how much of the packed file is read", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.xml.gz");
    const packed = gzipSync(" ".repeat(3_000_000) + meshXml(BEE_DESCRIPTORS));
    writeFileSync(path, packed);
    const told: ImportState[] = [];
    await importOntology({ path, format: "mesh-xml", file: join(folder, "bees.sqlite") }, (state) =>
      told.push(state),
    );
    assert.ok(told.length > 5);
    const place = { name: "bees.xml.gz", bytes: packed.length, size: packed.length };
    assert.deepEqual(told[0], { phase: "reading", facts: 0, place });
    assert.equal(told.at(-1)?.phase, "indexing");
  });

  it("`importOntology` reports that OWL is not read", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.owl");
    writeFileSync(
      path,
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">
        <owl:Class rdf:about="http://bees.example/1"><rdfs:label>bee</rdfs:label></owl:Class>
      </rdf:RDF>`,
    );
    const file = join(folder, "bees.sqlite");
    await assert.rejects(importOntology({ path, format: undefined, file }), {
      code: "ontology-empty",
      hint: /OWL .* is not read: .* as OBO/,
    });
  });

  it("`importOntology` reports that a gzip file is damaged", async (test) => {
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
  it("`loadOntology` reads a file for immediate lookup", async (test) => {
    const path = join(aFolder(test), "bees.xml");
    writeFileSync(path, meshXml(BEE_DESCRIPTORS));
    const ontology = await loadOntology(path);
    assert.equal((await ontology.find("hives"))[0]?.name, "Bienenstöcke");
    ontology.close();
  });
});

describe("openOntology", () => {
  it("`openOntology` refuses a file that is no index of an ontology", async (test) => {
    const folder = aFolder(test);
    const text = join(folder, "text.sqlite");
    writeFileSync(text, "bees ".repeat(1_000));
    assert.throws(() => openOntology(text), { code: "ontology-index-unusable", value: text });
    const empty = join(folder, "empty.sqlite");
    writeFileSync(empty, "");
    assert.throws(() => openOntology(empty), {
      code: "ontology-index-unusable",
      message: /is not an ontology/,
    });
  });

  it("`openOntology` refuses a folder", (test) => {
    const folder = join(aFolder(test), "bees.sqlite");
    mkdirSync(folder);
    const error = { code: "ontology-index-unusable", value: folder };
    assert.throws(() => openOntology(folder), error);
    assert.throws(() => summarizeOntology(folder), error);
  });

  it("`openOntology` refuses an index whose body is damaged, at once or at the lookup there", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.csv");
    const file = join(folder, "bees.sqlite");
    writeFileSync(
      path,
      `name\n${Array.from({ length: 3_000 }, (_, bee) => `bee ${bee}`).join("\n")}`,
    );
    await importOntology({ path, format: undefined, file });
    const whole = readFileSync(file);
    const error = { code: "ontology-index-unusable", value: file };
    const damage = (from: number, to: number) =>
      writeFileSync(file, Buffer.from(whole).fill(255, from, to));
    const rootOf = new DatabaseSync(file);
    const root = rootOf.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'spelling_data'");
    const spelling = (Number(root.get()?.["rootpage"]) - 1) * PAGE_BYTES;
    rootOf.close();
    // The first page holds the schema behind a header of 100 bytes.
    damage(100, PAGE_BYTES);
    assert.throws(() => openOntology(file), error);
    assert.throws(() => summarizeOntology(file), error);
    damage(spelling, whole.length);
    assert.throws(() => openOntology(file), error);
    damage(PAGE_BYTES, spelling);
    const ontology = openOntology(file);
    await assert.rejects(ontology.find("bee 7"), error);
    await assert.rejects(ontology.get(["bee 7"]), error);
    ontology.close();
    assert.throws(() => summarizeOntology(file), error);
  });

  it("`openOntology` refuses an index of another version", async (test) => {
    const folder = aFolder(test);
    const path = join(folder, "bees.xml");
    const file = join(folder, "bees.sqlite");
    writeFileSync(path, meshXml(BEE_DESCRIPTORS));
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
