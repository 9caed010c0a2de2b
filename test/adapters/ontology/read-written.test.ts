import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  readConceptCsv,
  readConceptYaml,
} from "../../../lib/adapters/ontology/list/read-concept-list.ts";
import { readObo } from "../../../lib/adapters/ontology/obo/read-obo.ts";
import type {
  OntologyReader,
  SkippedPiece,
} from "../../../lib/adapters/ontology/ontology-reader.ts";
import { openOntologySource } from "../../../lib/adapters/ontology/ontology-source.ts";
import { readSkosRdf, readSkosTurtle } from "../../../lib/adapters/ontology/skos/read-skos.ts";
import { readRrf } from "../../../lib/adapters/ontology/umls/read-rrf.ts";
import type { OntologyFact } from "../../../lib/domain/methods/ontology/concept-set.ts";
import { DowserError } from "../../../lib/errors.ts";
import { aSource, readAll } from "../../support/an-ontology-source.ts";
import {
  BEES,
  iriOf,
  type SomeConcept,
  writeCsv,
  writeObo,
  writeRdfXml,
  writeRelationRows,
  writeTermRows,
  writeTurtle,
  writeYaml,
} from "../../support/written-ontology.ts";

type Facts = readonly (OntologyFact | SkippedPiece)[];

interface Format {
  readonly name: string;
  read(text: string): Promise<Facts>;
  readBytes(bytes: Uint8Array): Promise<Facts>;
  write(concepts: readonly SomeConcept[]): string;
  /** How the format writes an id. */
  idOf(id: string): string;
  readonly knowsRelated: boolean;
}

function ofFile(
  name: string,
  reader: OntologyReader,
  write: Format["write"],
  { idOf = (id: string) => id, knowsRelated = true }: Partial<Format> = {},
): Format {
  const readBytes = (bytes: Uint8Array) => readAll(reader, aSource(bytes));
  return {
    name,
    read: (text) => readBytes(Buffer.from(text)),
    readBytes,
    write,
    idOf,
    knowsRelated,
  };
}

const FORMATS: readonly Format[] = [
  ofFile("OBO", readObo, writeObo, { knowsRelated: false }),
  ofFile("SKOS in RDF/XML", readSkosRdf, writeRdfXml, { idOf: iriOf }),
  ofFile("SKOS in Turtle", readSkosTurtle, writeTurtle, { idOf: iriOf }),
  ofFile("a CSV table", readConceptCsv, writeCsv),
  ofFile("a YAML list", readConceptYaml, writeYaml),
];

/** Both files of UMLS in one text, a form feed between them. */
const RRF: Format = {
  name: "UMLS rows",
  read: (text) => RRF.readBytes(Buffer.from(text)),
  async readBytes(bytes) {
    const folder = mkdtempSync(join(tmpdir(), "dowser-"));
    try {
      const [end, length] = [bytes.indexOf(0x0c), bytes.length];
      writeFileSync(join(folder, "MRCONSO.RRF"), bytes.subarray(0, end < 0 ? length : end));
      if (end >= 0) writeFileSync(join(folder, "MRREL.RRF"), bytes.subarray(end + 1));
      return await readAll(readRrf, openOntologySource(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  write: (concepts) => `${writeTermRows(concepts)}\f${writeRelationRows(concepts)}`,
  idOf: (id) => id,
  knowsRelated: true,
};

/** Facts as lines, each once; that a concept's name is a synonym, too, tells nothing. */
function told(facts: Facts): readonly string[] {
  const lines = facts.map((fact) => {
    if (fact.kind === "skipped") return `skipped ${fact.reason}`;
    return `${fact.concept} ${fact.kind} ${"term" in fact ? fact.term : fact.other}`;
  });
  const isRepeated = (line: string) =>
    line.includes(" synonym ") && lines.includes(line.replace(" synonym ", " name "));
  return [...new Set(lines)].filter((line) => !isRepeated(line)).toSorted();
}

function expected(concepts: readonly SomeConcept[], { idOf, knowsRelated }: Format) {
  return told(
    concepts.flatMap(
      ({ id, name, synonyms, broader, related }): Facts => [
        { kind: "name", concept: idOf(id), term: name },
        ...synonyms.map((term) => ({ kind: "synonym", concept: idOf(id), term }) as const),
        ...broader.map((other) => link("broader", idOf(id), idOf(other))),
        ...(knowsRelated ? related : []).map((other) => link("related", idOf(id), idOf(other))),
      ],
    ),
  );
}

const link = (kind: "broader" | "related", concept: string, other: string) =>
  ({ kind, concept, other }) as const;

/** Every character that some format gives a meaning, but those no cell and no row may hold. */
const CHARACTERS = Array.from("ab é蜂🍯\\\"'!{}[]()<>&#@:,.-=?*%~`$^_/1");

const term = fc
  .string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 12 })
  .map((text) => text.replaceAll(/\s+/gu, " ").trim())
  .filter((text) => text !== "");

const concepts = fc
  .array(
    fc.record({
      name: term,
      synonyms: fc.array(term, { maxLength: 3 }),
      broader: fc.array(fc.nat(5), { maxLength: 2 }),
      related: fc.array(fc.nat(5), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drawn) => {
    const idOf = (index: number) => `B${index % drawn.length}`;
    return drawn.map((concept, index): SomeConcept => {
      const others = (indices: readonly number[]) =>
        [...new Set(indices.map(idOf))].filter((other) => other !== idOf(index));
      const { name, synonyms, broader, related } = concept;
      return {
        id: idOf(index),
        name,
        synonyms,
        broader: others(broader),
        related: others(related),
      };
    });
  });

for (const format of [...FORMATS, RRF]) {
  const numRuns = format === RRF ? 50 : 200;

  describe(`an ontology written as ${format.name}`, () => {
    it(`An ontology written as ${format.name} reads back unchanged`, async () => {
      assert.deepEqual(told(await format.read(format.write(BEES))), expected(BEES, format));
    });

    it(`An ontology written as ${format.name} reads back unchanged, whatever its terms and links`, async () => {
      const readsBack = async (some: readonly SomeConcept[]) => {
        assert.deepEqual(told(await format.read(format.write(some))), expected(some, format));
      };
      await fc.assert(fc.asyncProperty(concepts, readsBack), { seed: 1, numRuns });
    });

    it(`An ontology in ${format.name} gives facts or a read error, wherever it is cut or damaged`, async () => {
      const bytes = Buffer.from(format.write(BEES));
      const damaged = fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat(bytes.length).map((end) => bytes.subarray(0, end)),
        fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)).map(([at, byte]) => {
          return Buffer.from(bytes).fill(byte, at, at + 1);
        }),
      );
      const survives = async (some: Uint8Array) => {
        await format.readBytes(some).catch((error: unknown) => {
          assert.ok(error instanceof DowserError, String(error));
          assert.equal(error.code, "ontology-unreadable");
          assert.ok(error.hint !== "" && error.message.length < 5_000);
        });
      };
      await fc.assert(fc.asyncProperty(damaged, survives), { seed: 1, numRuns: 2 * numRuns });
    });
  });
}

const STREAMED = [
  { name: "OBO", write: writeObo, reader: readObo, body: "[Term]" },
  { name: "RDF/XML", write: writeRdfXml, reader: readSkosRdf, body: "<skos:Concept" },
  { name: "Turtle", write: writeTurtle, reader: readSkosTurtle, body: `<${iriOf("")}` },
];

for (const { name, write, reader, body } of STREAMED) {
  describe(`a file of ${name}`, () => {
    const text = write(BEES);

    it(`A file of ${name} reads the same in whatever pieces it arrives`, async () => {
      const bytes = Buffer.from(text);
      const whole = told(await readAll(reader, aSource(bytes)));
      for (const size of [1, 3, 100]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        assert.deepEqual(told(await readAll(reader, aSource(...pieces))), whole);
      }
    });

    it(`A file of ${name} may begin with a byte order mark and have line ends of Windows`, async () => {
      const foreign = `\uFEFF${text.replaceAll("\n", "\r\n")}`;
      assert.deepEqual(
        told(await readAll(reader, aSource(foreign))),
        told(await readAll(reader, aSource(text))),
      );
    });

    it(`A file of ${name} gives its facts while it is read, before its end`, async () => {
      const start = text.indexOf(body);
      const concepts = text.slice(start).replace("</rdf:RDF>", "").repeat(100);
      const endless = {
        ...aSource(),
        async *bytes() {
          yield Buffer.from(text.slice(0, start));
          for (let chunks = 0; chunks < 1_000; chunks++) yield Buffer.from(concepts);
          assert.fail("the reader waits for the end");
        },
      };
      let facts = 0;
      for await (const fact of reader(endless)) {
        assert.notEqual(fact.kind, "skipped");
        facts += 1;
        if (facts === 20_000) break;
      }
      assert.equal(facts, 20_000);
    });
  });
}
