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
import { BEE_DESCRIPTORS, meshAscii, meshXml } from "../../support/bee-mesh.ts";

const RDF = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>`;

describe("formatOf", () => {
  for (const [name, text, format] of [
    // By content, whatever the name.
    ["bees.xml", meshXml(BEE_DESCRIPTORS), "mesh-xml"],
    ["bees.xml", RDF, "skos-rdf"],
    ["bees.txt", meshAscii(BEE_DESCRIPTORS), "mesh-ascii"],
    ["bees.txt", `\ufeff${meshAscii(BEE_DESCRIPTORS)}`, "mesh-ascii"],
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
    ["bees.json", '{"a": "<rdf:RDF>",\n"b": "c\n[Term] d"}', "mesh-json"],
    ["bees.obo", "remark: by\nbase jumping\nprefix bees\n", "obo"],
    // By name, where the content could be anything.
    ["bees.json", "{}", "mesh-json"],
    ["bees.CSV", "name,synonyms\n", "concept-csv"],
    ["bees.tsv", "name\n", "concept-csv"],
    ["bees.yaml", "bee:\n", "concept-yaml"],
    ["bees.yml", "bee:\n", "concept-yaml"],
    ["bees.nt", "<http://example.org/a> <b> <c> .", "skos-turtle"],
    ["bees.ttl", "", "skos-turtle"],
    ["bees.owl", "", "skos-rdf"],
    ["d2026.bin", "", "mesh-ascii"],
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
    writeFileSync(path, Buffer.from("\ufeff*NEWRECORD\n", "utf16le"));
    assert.equal(await formatOf(openOntologySource(path)), "mesh-ascii");
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
    const path = join(folder, "bees.doc");
    writeFileSync(path, "bees");
    await assert.rejects(formatOf(openOntologySource(path)), {
      code: "ontology-format-unknown",
      value: path,
      hint: /mesh-xml, mesh-ascii, .*umls-rrf/,
    });
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

describe("formatNamed", () => {
  it("`formatNamed` knows each format by its name, and no other", () => {
    for (const name of ONTOLOGY_FORMATS) assert.equal(formatNamed(name), name);
    assert.throws(() => formatNamed("mesh"), { code: "ontology-format-unknown", value: "mesh" });
  });
});
