import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { openOntologySource } from "../../../../lib/adapters/ontology/ontology-source.ts";
import {
  MAX_HELD_TERMS,
  readRrf,
  rrfConcepts,
} from "../../../../lib/adapters/ontology/umls/read-rrf.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { readAll } from "../../../support/an-ontology-source.ts";
import { relationRow, termRow } from "../../../support/written-ontology.ts";

/** Facts of a folder with these files. */
function readFiles(test: TestContext, files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = aFolder(test);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return readAll(readRrf, openOntologySource(folder));
}

const name = (concept: string, term: string) => ({ kind: "name", concept, term }) as const;
const synonym = (concept: string, term: string) => ({ kind: "synonym", concept, term }) as const;
const broader = (concept: string, other: string) => ({ kind: "broader", concept, other }) as const;
const related = (concept: string, other: string) => ({ kind: "related", concept, other }) as const;
const skipped = (reason: string) => ({ kind: "skipped", reason }) as const;

describe("readRrf", () => {
  it("`readRrf` names a concept by its preferred term, wherever that is in the file", async (test) => {
    const rows = [
      termRow({ id: "C1", term: "bees" }),
      termRow({ id: "C1", term: "bee", isPreferred: true }),
      termRow({ id: "C1", term: "Bee, NOS" }),
      termRow({ id: "C1", term: "bees" }),
      termRow({ id: "C2", term: "hive" }),
      termRow({ id: "C2", term: "beehive" }),
    ];
    assert.deepEqual(await readFiles(test, { "MRCONSO.RRF": rows.join("") }), [
      name("C1", "bee"),
      synonym("C1", "bees"),
      synonym("C1", "Bee, NOS"),
      name("C2", "hive"),
      synonym("C2", "beehive"),
    ]);
  });

  it("`readRrf` holds a limited number of terms of a concept", () => {
    const concepts = rrfConcepts();
    for (let n = 0; n < MAX_HELD_TERMS; n++) {
      concepts.add(termRow({ id: "C1", term: `bee ${n}` }).split("|"));
    }
    assert.equal(concepts.take().length, 0);
    concepts.add(termRow({ id: "C1", term: "bee" }).split("|"));
    assert.equal(concepts.take().length, MAX_HELD_TERMS);
  });

  it("`readRrf` reads English terms that are not suppressed", async (test) => {
    const rows = [
      termRow({ id: "C1", term: "Biene", language: "GER", isPreferred: true }),
      ...["O", "E", "Y"].map((suppress) => termRow({ id: "C1", term: "old bee", suppress })),
      termRow({ id: "C1", term: "bee" }),
      termRow({ id: "", term: "nobody" }),
      termRow({ id: "C1", term: " " }),
    ];
    assert.deepEqual(await readFiles(test, { "MRCONSO.RRF": rows.join("") }), [
      skipped("terms in other languages"),
      ...Array.from({ length: 3 }, () => skipped("suppressed terms")),
      name("C1", "bee"),
      skipped("terms without a concept"),
      skipped("terms that are empty or longer than 1000 characters"),
    ]);
  });

  it("`readRrf` reads REL as the relation of the second concept to the first", async (test) => {
    const rows = [
      relationRow("C1", "PAR", "C2"),
      relationRow("C1", "RB", "C3"),
      relationRow("C1", "CHD", "C4", { name: "isa" }),
      relationRow("C1", "RN", "C5"),
      relationRow("C1", "RL", "C6"),
      relationRow("C1", "RO", "C7"),
    ];
    const facts = await readFiles(test, {
      "MRCONSO.RRF": termRow({ id: "C1", term: "bee" }),
      "MRREL.RRF": rows.join(""),
    });
    assert.deepEqual(facts.slice(1), [
      broader("C1", "C2"),
      broader("C1", "C3"),
      broader("C4", "C1"),
      broader("C5", "C1"),
      related("C1", "C6"),
      related("C1", "C7"),
    ]);
  });

  it("`readRrf` counts other relations, and skips those within a concept", async (test) => {
    const rows = [
      relationRow("C1", "RO", "C2", { name: "lives_in" }),
      relationRow("C1", "SIB", "C2"),
      relationRow("C1", "PAR", "C2", { suppress: "Y" }),
      relationRow("C1", "SY", "C1"),
      relationRow("", "PAR", "C1"),
    ];
    const facts = await readFiles(test, {
      "MRCONSO.RRF": termRow({ id: "C1", term: "bee" }),
      "MRREL.RRF": rows.join(""),
    });
    assert.deepEqual(facts.slice(1), [
      skipped("relations that are neither broader, narrower nor plainly related"),
      skipped("relations that are neither broader, narrower nor plainly related"),
      skipped("suppressed relations"),
      skipped("relations without two concepts"),
    ]);
  });

  it("`readRrf` reads packed files, and works without relations", async (test) => {
    const packed = gzipSync(termRow({ id: "C1", term: "bee" }));
    assert.deepEqual(await readFiles(test, { "MRCONSO.RRF.gz": packed }), [name("C1", "bee")]);
  });

  it("`readRrf` refuses a row that is too short, since the file is incomplete or another", async (test) => {
    const row = termRow({ id: "C1", term: "bee" });
    await assert.rejects(readFiles(test, { "MRCONSO.RRF": `${row}C2|ENG|P|L1` }), {
      code: "ontology-unreadable",
      message: "MRCONSO.RRF:2 has 4 fields between bars, not 18",
    });
    await assert.rejects(readFiles(test, { "MRCONSO.RRF": row, "MRREL.RRF": "C1|PAR|C2|\n" }), {
      message: /^MRREL\.RRF:1 has 4 fields/,
    });
  });

  it("`readRrf` refuses a folder without terms, and a path that is no folder", async (test) => {
    const message = /is not a folder with MRCONSO\.RRF$/;
    await assert.rejects(readFiles(test, { "MRREL.RRF": "" }), { message });
    const missing = openOntologySource(join(aFolder(test), "META"));
    await assert.rejects(readAll(readRrf, missing), { code: "ontology-unreadable", message });
  });
});
