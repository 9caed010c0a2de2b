import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeMeshXml } from "../../../../bench/lokman/mesh-xml.ts";
import type { ImportReport } from "../../../../lib/adapters/ontology/index/build-ontology-index.ts";
import { importOntology } from "../../../../lib/adapters/ontology/index/import-ontology.ts";
import {
  type OpenOntology,
  openOntology,
} from "../../../../lib/adapters/ontology/index/open-ontology.ts";
import { expandTopic } from "../../../../lib/crawl/expand-topic.ts";
import { IS_SLOW } from "../../../support/slow.ts";

const path = join(import.meta.dirname, "../../../../../shared/ontologies/mesh2021.json.gz");
const skip = existsSync(path) ? false : "the ontology is not on this machine";

/** The branches of the topics below: infections, diseases of eye, ear and urinary tract, and disorders of mind and sleep. */
const BRANCHES = ["C01", "C09", "C10.886", "C12", "C20", "F03"];

/** Figures of the file's description: descriptors and heads of the tree, and the terms of each. */
const [DESCRIPTORS, HEADS, ENTRY_TERMS, ORPHANS] = [29_513, 116, 241_359, 105];

const wholeSkip = IS_SLOW ? false : "the whole takes half a minute: set SLOW=1";

describe("MeSH 2021", { skip }, () => {
  let folder = "";
  let report: ImportReport;
  let mesh: OpenOntology;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-mesh-"));
    const file = join(folder, "mesh.sqlite");
    const xml = join(folder, "mesh.xml");
    writeMeshXml(path, xml, IS_SLOW ? undefined : BRANCHES);
    report = await importOntology({ path: xml, format: undefined, file });
    mesh = openOntology(file);
  });
  after(() => {
    mesh.close();
    rmSync(folder, { recursive: true });
  });

  it("MeSH 2021 is imported completely", { skip: wholeSkip }, () => {
    assert.equal(report.concepts, DESCRIPTORS + HEADS);
    assert.equal(report.terms, ENTRY_TERMS + HEADS);
    assert.deepEqual([...report.skipped.values()], [ORPHANS]);
    assert.equal(report.cycles, 0);
  });

  it("MeSH 2021 finds a heading by synonym, by natural word order of an inverted name, and by id", async () => {
    for (const term of ["bedwetting", "Nocturnal Enuresis", "D053206"]) {
      assert.deepEqual(
        (await mesh.find(term)).map(({ id }) => id),
        ["D053206"],
      );
    }
    assert.equal((await mesh.find("human influenza"))[0]?.id, "D007251");
  });

  it("MeSH 2021 expands a topic by the tree", async () => {
    const { terms, cut } = await expandTopic(mesh, "bedwetting", 2);
    const relationOf = (wanted: string) => terms.find(({ term }) => term === wanted)?.relation;
    assert.equal(relationOf("bedwetting"), "exact");
    assert.equal(relationOf("nocturnal enuresis"), "synonym");
    assert.equal(relationOf("enuresis"), "partial");
    assert.equal(relationOf("diurnal enuresis"), "context");
    assert.deepEqual(cut, {});
  });

  it("MeSH 2021 finds an acronym typed in small letters", async () => {
    const { terms } = await expandTopic(mesh, "acquired immunodeficiency syndrome", 2);
    assert.equal(terms.find(({ term }) => term === "aids")?.isAcronym, true);
  });

  it("MeSH 2021 offers the term that was probably meant", async () => {
    for (const [typed, meant] of [
      ["bedweting", "bedwetting"],
      ["insomina", "insomnia"],
      ["chickenpocks", "chickenpox"],
      ["hearing los", "hearing loss"],
    ] as const) {
      assert.equal((await mesh.closest(typed, 5))[0], meant);
    }
  });
});
