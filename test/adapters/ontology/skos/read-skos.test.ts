import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { buildOntologyIndex } from "../../../../lib/adapters/ontology/index/build-ontology-index.ts";
import { readSkosRdf, readSkosTurtle } from "../../../../lib/adapters/ontology/skos/read-skos.ts";
import { labelNodes, MAX_HALVES } from "../../../../lib/adapters/ontology/skos/skos-facts.ts";
import { aSource, readAll } from "../../../support/an-ontology-source.ts";
import { processorMs } from "../../../support/processor-ms.ts";

const PREFIXES = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  @prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix c: <http://hive.example/> .\n`;

/** Facts without the ranks of names. */
async function unranked(facts: ReturnType<typeof readAll>) {
  return (await facts).map((fact) => {
    if (fact.kind !== "name") return fact;
    const { kind, concept, term } = fact;
    return { kind, concept, term };
  });
}

const readTurtle = (text: string) => unranked(readAll(readSkosTurtle, aSource(PREFIXES + text)));

const NAMESPACES = `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#"`;

const inRdf = (text: string, head = "") => `${head}<rdf:RDF ${NAMESPACES}>${text}</rdf:RDF>`;
const readRdf = (text: string, head?: string) =>
  unranked(readAll(readSkosRdf, aSource(inRdf(text, head))));

/** An element of a concept that has this content only. */
const labelled = (label: string) =>
  `<skos:Concept rdf:about="http://hive.example/bee"><skos:prefLabel>${label}</skos:prefLabel></skos:Concept>`;

const BEE = "http://hive.example/bee";
const name = (term: string, concept = BEE) => ({ kind: "name", concept, term }) as const;
const synonym = (term: string) => ({ kind: "synonym", concept: BEE, term }) as const;
const skipped = (reason: string) => ({ kind: "skipped", reason }) as const;
const leftOut = (id: string, reason: string) =>
  ({ ...skipped(reason), concept: `http://hive.example/${id}` }) as const;

/** Ids, names and synonyms that an import of this Turtle gives, and the counts of what is left out. */
async function imported(text: string) {
  const database = new DatabaseSync(":memory:");
  try {
    const facts = readSkosTurtle(aSource(PREFIXES + text));
    const report = await buildOntologyIndex(database, facts, "bees.ttl");
    const concepts = database.prepare("SELECT ref, name FROM concept ORDER BY ref").all();
    return {
      names: Object.fromEntries(concepts.map((row) => [row["ref"], row["name"]])),
      ...report,
    };
  } finally {
    database.close();
  }
}

/** Statements of many other concepts. */
const OTHERS = Array.from({ length: 11_000 }, (_, n) => `c:o skos:altLabel "o${n}" .\n`).join("");

describe("readSkosTurtle", () => {
  it("`readSkosTurtle` names a concept by its English preferred label, else one without language, else the first", async () => {
    for (const [labels, chosen] of [
      [`"Biene"@de, "bee"@en, "honeybee"@en`, "bee"],
      [`"honeybee", "Biene"@de, "bee"@en-GB`, "bee"],
      [`"Biene"@de, "Apis"`, "Apis"],
      [`"Biene"@de, "abeille"@fr`, "Biene"],
    ] as const) {
      const { names } = await imported(
        `c:bee skos:altLabel "worker"@en; skos:prefLabel ${labels} .`,
      );
      assert.deepEqual(names, { [BEE]: chosen }, labels);
    }
  });

  it("`readSkosTurtle` reads all other labels, of any language, as synonyms", async () => {
    const labels = `skos:altLabel "worker" ; skos:hiddenLabel "beee", "abeile"@fr`;
    assert.deepEqual(await readTurtle(`c:bee ${labels} ; skos:definition "An insect."@en .`), [
      synonym("worker"),
      synonym("beee"),
      synonym("abeile"),
    ]);
  });

  it("`readSkosTurtle` joins a concept's statements, however far apart", async () => {
    const { names, skipped: counts } = await imported(`c:bee skos:prefLabel "abeille"@fr .
      c:wasp skos:prefLabel "wasp"@en . c:bee skos:broader c:wasp .
      ${OTHERS} c:bee skos:prefLabel "bee"@en .
      c:wasp owl:deprecated true . c:wasp owl:deprecated true ; skos:altLabel "hornet" .`);
    assert.deepEqual(names, { [BEE]: "bee", "http://hive.example/o": "o0" });
    assert.deepEqual(Object.fromEntries(counts), {
      "deprecated concepts": 1,
      "links to concepts that the file does not name": 1,
    });
  });

  it("`readSkosTurtle` reads links, and reverses narrower ones", async () => {
    assert.deepEqual(
      await readTurtle(
        `c:bee skos:broader c:insect ; skos:narrower c:queen ; skos:related c:hive .`,
      ),
      [
        { kind: "broader", concept: BEE, other: "http://hive.example/insect" },
        { kind: "broader", concept: "http://hive.example/queen", other: BEE },
        { kind: "related", concept: BEE, other: "http://hive.example/hive" },
      ],
    );
  });

  it("`readSkosTurtle` counts resources that are deprecated, no concept, transitive, or without an IRI", async () => {
    assert.deepEqual(
      await readTurtle(`c:bee skos:prefLabel "bee"@en ; owl:deprecated true .
        c:all a skos:ConceptScheme ; skos:prefLabel "all" .
        c:group a skos:Collection ; skos:prefLabel "some" .
        c:wasp owl:deprecated false .`),
      [
        name("bee"),
        leftOut("bee", "deprecated concepts"),
        leftOut("all", "schemes and collections"),
        name("all", "http://hive.example/all"),
        leftOut("group", "schemes and collections"),
        name("some", "http://hive.example/group"),
      ],
    );
    assert.deepEqual(await readTurtle(`c:bee skos:broaderTransitive c:insect .`), [
      skipped("transitive links"),
    ]);
    const nameless = skipped("labels and links of concepts without an IRI");
    assert.deepEqual(await readTurtle(`c:bee skos:broader [ skos:prefLabel "insect" ] .`), [
      nameless,
      nameless,
    ]);
    assert.deepEqual(await readTurtle(`c:bee skos:prefLabel "  ", c:label .`), [
      skipped("terms that are empty or longer than 1000 characters"),
    ]);
  });

  it("`readSkosTurtle` joins labels of SKOS-XL with their concepts, whichever comes first", async () => {
    assert.deepEqual(
      await readTurtle(`c:bee xl:prefLabel c:1 ; xl:altLabel [ xl:literalForm "worker" ] .
        c:1 xl:literalForm "bee"@en . c:2 xl:literalForm "bumble"@en . c:bee xl:hiddenLabel c:2 .
        c:bee xl:altLabel c:3 . c:4 xl:literalForm "drone" .`),
      [
        synonym("worker"),
        name("bee"),
        synonym("bumble"),
        skipped("SKOS-XL labels without a text or a concept, or with the two too far apart"),
        skipped("SKOS-XL labels without a text or a concept, or with the two too far apart"),
      ],
    );
  });

  it("`readSkosTurtle` drops the oldest half of a SKOS-XL label when too many await their other half", () => {
    const given: unknown[] = [];
    const nodes = labelNodes((piece) => given.push(piece));
    const node = (value: string) => ({ termType: "NamedNode", value });
    for (let n = 0; n <= MAX_HALVES; n++) {
      nodes.addLink(node(`${n}`), { concept: BEE, isPreferred: true });
    }
    assert.equal(given.length, 1);
    const form = { term: "bee", language: "" };
    assert.equal(nodes.addForm(node("0"), form), undefined);
    assert.deepEqual(nodes.addForm(node("1"), form), { ...form, concept: BEE, isPreferred: true });
  });

  it("`readSkosTurtle` reads N-Triples, and relative IRIs by the file's name alone", async () => {
    const label = "<http://www.w3.org/2004/02/skos/core#prefLabel>";
    const text = `<${BEE}> ${label} "bee"@en .\n<#queen> ${label} "queen" .\n`;
    assert.deepEqual(await unranked(readAll(readSkosTurtle, aSource(text))), [
      name("bee"),
      name("queen", "file:///bees.txt#queen"),
    ]);
  });

  it("`readSkosTurtle` reports the line in which the syntax breaks", async () => {
    await assert.rejects(readTurtle("\nc:bee skos:prefLabel 'bee' ;\n] ."), {
      code: "ontology-unreadable",
      message: /^bees\.txt:7 is not Turtle: /,
    });
  });

  it("`readSkosTurtle` refuses a file that is cut off within a statement", async () => {
    const text = `c:bee skos:prefLabel "bee"@en ; skos:altLabel """worker"""@en .`;
    for (let end = 1; end < text.length; end++) {
      await assert.rejects(readTurtle(text.slice(0, end)), { code: "ontology-unreadable" });
    }
  });

  it("`readSkosTurtle` reports an error when a quote is never closed", async () => {
    const pieces = Array.from({ length: 7 }, () => "bzz ".repeat(50_000));
    await assert.rejects(readAll(readSkosTurtle, aSource('<urn:a> <urn:b> """', ...pieces)), {
      code: "ontology-unreadable",
      message: /goes on for more than 1048576 characters without a statement/,
    });
  });
});

describe("readSkosRdf", () => {
  it("`readSkosRdf` reads concepts in concepts, typed or described, with attributes as labels", async () => {
    assert.deepEqual(
      await readRdf(`<rdf:Description rdf:about="${BEE}" xml:lang="en" skos:prefLabel="bee">
          <skos:broader><skos:Concept rdf:about="http://hive.example/insect">
            <skos:prefLabel xml:lang="de">Insekt</skos:prefLabel>
          </skos:Concept></skos:broader>
          <skos:altLabel>worker</skos:altLabel>
        </rdf:Description>`),
      [
        name("bee"),
        { kind: "broader", concept: BEE, other: "http://hive.example/insect" },
        name("Insekt", "http://hive.example/insect"),
        synonym("worker"),
      ],
    );
  });

  it("`readSkosRdf` reads text completely that comments and CDATA divide", async () => {
    for (const label of [
      "brood &amp; co.",
      "brood <!-- of bees -->&amp; co.",
      "\n  <![CDATA[brood & co.]]>\n",
      "<![CDATA[brood]]> &#x26; co.",
    ]) {
      assert.deepEqual(await readRdf(labelled(label)), [name("brood & co.")], label);
    }
  });

  it("`readSkosRdf` reads the encoding that the file declares or marks", async () => {
    const text = inRdf(labelled("Bienenkönigin"), `<?xml version="1.0" encoding="ISO-8859-1"?>`);
    const latin1 = Buffer.from(text, "latin1");
    const bytes = Array.from(latin1, (byte) => Uint8Array.of(byte));
    assert.deepEqual(await unranked(readAll(readSkosRdf, aSource(latin1))), [
      name("Bienenkönigin"),
    ]);
    assert.deepEqual(await unranked(readAll(readSkosRdf, aSource(...bytes))), [
      name("Bienenkönigin"),
    ]);
    for (const mark of ["", "\uFEFF"]) {
      const utf16 = Buffer.from(mark + inRdf(labelled("蜂")), "utf16le");
      assert.deepEqual(await unranked(readAll(readSkosRdf, aSource(utf16))), [name("蜂")]);
      assert.deepEqual(await unranked(readAll(readSkosRdf, aSource(utf16.swap16()))), [name("蜂")]);
    }
  });

  it("`readSkosRdf` refuses bytes that do not fit the encoding, and an unknown encoding", async () => {
    const refused = async (bytes: Uint8Array, message: RegExp) => {
      const reading = readAll(readSkosRdf, aSource(bytes));
      await assert.rejects(reading, { code: "ontology-unreadable", message });
    };
    const text = inRdf(labelled("Bienenkönigin"));
    await refused(Buffer.from(text, "latin1"), /no character of the encoding utf-8/);
    await refused(Buffer.from(`${text}é`).subarray(0, -1), /ends within a character/);
    const unknown = inRdf("", `<?xml version="1.0" encoding="BEE-8"?>`);
    await refused(Buffer.from(unknown), /in an unknown encoding, BEE-8/);
  });

  it("`readSkosRdf` expands the file's own short entities once, and fetches none", async () => {
    const head = (value: string) =>
      `<!DOCTYPE rdf:RDF [<!ENTITY hive "http://hive.example/"><!ENTITY a "${value}">
        <!ENTITY b "&a;&a;"><!ENTITY file SYSTEM "file:///etc/passwd">]>`;
    const concept = '<skos:Concept rdf:about="&hive;bee"><skos:prefLabel>';
    const labelOf = (label: string) => `${concept}${label}</skos:prefLabel></skos:Concept>`;
    assert.deepEqual(await readRdf(labelOf("&a;"), head("ha")), [name("ha")]);
    assert.deepEqual(await readRdf(labelOf("&b;"), head("ha")), [name("&a;&a;")]);
    await assert.rejects(readRdf(labelOf("&file;"), head("ha")), {
      code: "ontology-unreadable",
      message: /undefined entity/,
    });
    await assert.rejects(readRdf(labelOf("&a;"), head("ha".repeat(100))), {
      code: "ontology-unreadable",
      message: /an entity of more than 128 characters/,
    });
    const many = `<!DOCTYPE rdf:RDF [${'<!ENTITY a "b">'.repeat(5_000)}]>`;
    await assert.rejects(readRdf("", many), { message: /a document type of more than 65536/ });
  });

  it("`readSkosRdf` refuses a file that is cut off anywhere", async () => {
    const text = inRdf(labelled("bee"));
    for (let end = 0; end < text.length; end++) {
      await assert.rejects(
        readAll(readSkosRdf, aSource(text.slice(0, end))),
        { code: "ontology-unreadable" },
        String(end),
      );
    }
  });

  it("`readSkosRdf` reports the line in which the XML, or the RDF in it, breaks", async () => {
    const message = /^bees\.txt:3 is not RDF\/XML: /;
    await assert.rejects(readRdf("\n<skos:Concept></skos:Bee>"), { message });
    await assert.rejects(readRdf('\n<rdf:Description rdf:ID="1 2"/>'), { message });
  });

  it("`readSkosRdf` reports an error when elements nest without end, or no statement ever comes", async () => {
    await assert.rejects(readRdf("<a><b>".repeat(200)), { message: /more than 256 elements deep/ });
    const pieces = Array.from({ length: 7 }, () => "bzz ".repeat(50_000));
    await assert.rejects(readAll(readSkosRdf, aSource("<a><!--", ...pieces)), {
      code: "ontology-unreadable",
      message: /more than 1048576 characters without a statement/,
    });
  });

  it("`readSkosRdf` takes no longer when a great many prefixes are declared", async () => {
    const prefixes = Array.from({ length: 30_000 }, (_, n) => ` xmlns:n${n}="urn:${n}"`).join("");
    const text = `<rdf:RDF ${NAMESPACES}${prefixes}>${labelled("bee").repeat(5_000)}</rdf:RDF>`;
    const started = processorMs();
    assert.equal((await readAll(readSkosRdf, aSource(text))).length, 5_000);
    assert.ok(processorMs() - started < 1_500);
  });

  it("`readSkosRdf` finds nothing in other XML", async () => {
    assert.deepEqual(
      await readAll(readSkosRdf, aSource("<html><body><p>bee</p></body></html>")),
      [],
    );
  });
});
