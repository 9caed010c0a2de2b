import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import {
  formatNamed,
  formatOf,
  ONTOLOGY_FORMATS,
} from "../../../lib/adapters/ontology/ontology-format.ts";
import { openOntologySource } from "../../../lib/adapters/ontology/ontology-source.ts";
import { aFolder } from "../../support/a-folder.ts";
import { BEE_DESCRIPTORS, meshXml } from "../../support/bee-mesh.ts";

const RDF = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>`;

describe("formatOf", () => {
  for (const [name, text, format] of [
    // By content, whatever the name.
    ["bees.xml", meshXml(BEE_DESCRIPTORS), "mesh-xml"],
    ["bees.xml", RDF, "skos-rdf"],
    ["bees.txt", "format-version: 1.2\n", "obo"],
    ["bees", "! about bees\n\n[Term]\nid: B:1\n", "obo"],
    ["bees", "# about bees\n@prefix skos: <http://example.org/> .\n", "skos-turtle"],
    ["bees.txt", "PREFIX a: <http://example.org/>\n", "skos-turtle"],
    ["bees", "base<http://example.org/>\n", "skos-turtle"],
    ["bees.xml", `<!-- <rdf:RDF> -->${meshXml(BEE_DESCRIPTORS)}`, "mesh-xml"],
    ["bees.xml", `<!DOCTYPE r [<!ENTITY a "<b>">]>\n${RDF.slice(21)}`, "skos-rdf"],
    // By the name of a list, whose lines may look like anything.
    ["bees.csv", "name\n[Term]\nprefix a: <b>\n", "concept-csv"],
    ["bees.yml", "format-version: [a]\n", "concept-yaml"],
    // By name, where words of another format stand within.
    ["bees.obo", "remark: by\nbase jumping\nprefix bees\n", "obo"],
    // By name, where the content could be anything.
    ["bees.CSV", "name,synonyms\n", "concept-csv"],
    ["bees.tsv", "name\n", "concept-csv"],
    ["bees.yaml", "bee:\n", "concept-yaml"],
    ["bees.yml", "bee:\n", "concept-yaml"],
    ["bees.nt", "<http://example.org/a> <b> <c> .", "skos-turtle"],
    ["bees.ttl", "", "skos-turtle"],
    ["bees.owl", "", "skos-rdf"],
    ["bees.2026-11.obo", "", "obo"],
  ] as const) {
    it(`\`formatOf\` recognises ${name} with ${JSON.stringify(text.slice(0, 24))} as ${format}`, async (test) => {
      const path = join(aFolder(test), name);
      writeFileSync(path, text);
      assert.equal(await formatOf(openOntologySource(path)), format);
      writeFileSync(`${path}.gz`, gzipSync(text));
      assert.equal(await formatOf(openOntologySource(`${path}.gz`)), format);
    });
  }

  it("`formatOf` reads UTF-16 by its byte order mark", async (test) => {
    const path = join(aFolder(test), "bees.txt");
    writeFileSync(path, Buffer.from("\ufeffformat-version: 1.2\n", "utf16le"));
    assert.equal(await formatOf(openOntologySource(path)), "obo");
  });

  for (const file of ["MRCONSO.RRF", "MRCONSO.RRF.gz"]) {
    it(`\`formatOf\` recognises a folder with ${file} as UMLS`, async (test) => {
      const folder = aFolder(test);
      writeFileSync(join(folder, file), "");
      assert.equal(await formatOf(openOntologySource(folder)), "umls-rrf");
    });
  }

  it("`formatOf` refuses a file it cannot recognise, and names the formats", async (test) => {
    const folder = aFolder(test);
    for (const name of ["bees.doc", "bees.constructor", "bees.__proto__", "bees.toString.gz"]) {
      const path = join(folder, name);
      writeFileSync(path, "bees");
      await assert.rejects(formatOf(openOntologySource(path)), {
        code: "ontology-format-unknown",
        value: path,
        hint: /mesh-xml, obo, .*umls-rrf/,
      });
    }
  });
});

describe("formatOf, of what is no ontology file", () => {
  for (const [name, hint] of [
    ["bees.zip", /^unzip it first/],
    ["bees.sqlite", /^it is an index already .*dowser ontology show/],
    ["bees", /META/],
  ] as const) {
    it(`\`formatOf\` gives a hint about ${name}`, async (test) => {
      const path = join(aFolder(test), name);
      if (name === "bees") mkdirSync(path);
      else writeFileSync(path, "PK");
      const code = "ontology-format-unknown";
      await assert.rejects(formatOf(openOntologySource(path)), { code, value: path, hint });
    });
  }
});

describe("formatOf, of MeSH that is not XML", () => {
  for (const [name, text] of [
    ["d2026.bin", ""],
    ["bees.txt", "*NEWRECORD\nRECTYPE = D\n"],
    ["bees.obo", "\ufeff*NEWRECORD\n"],
    ["mesh2021.json", '{ "D1": {} }'],
  ] as const) {
    it(`\`formatOf\` refuses ${name} with ${JSON.stringify(text)}, and names the XML file`, async (test) => {
      const path = join(aFolder(test), name);
      const refused = { code: "ontology-format-unknown", hint: /as desc2026\.xml$/ };
      writeFileSync(path, text);
      await assert.rejects(formatOf(openOntologySource(path)), { ...refused, value: path });
      writeFileSync(`${path}.gz`, gzipSync(text));
      await assert.rejects(formatOf(openOntologySource(`${path}.gz`)), refused);
    });
  }

  for (const name of ["mesh-ascii", "mesh-json"])
    it(`\`formatNamed\` refuses ${name}, and names the XML file`, () => {
      const refused = { code: "ontology-format-unknown", hint: /as desc2026\.xml$/ };
      assert.throws(() => formatNamed(name), { ...refused, value: name });
    });
});

describe("formatNamed", () => {
  it("`formatNamed` knows each format by its name, and no other", () => {
    for (const name of ONTOLOGY_FORMATS) assert.equal(formatNamed(name), name);
    assert.throws(() => formatNamed("mesh"), { code: "ontology-format-unknown", value: "mesh" });
  });
});
