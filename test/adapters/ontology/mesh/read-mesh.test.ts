import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { MAX_HELD, MeshTree } from "../../../../lib/adapters/ontology/mesh/mesh-tree.ts";
import { readMeshAscii } from "../../../../lib/adapters/ontology/mesh/read-mesh-ascii.ts";
import { readMeshJson } from "../../../../lib/adapters/ontology/mesh/read-mesh-json.ts";
import {
  MAX_TEXT_LENGTH,
  readMeshXml,
  readXml,
} from "../../../../lib/adapters/ontology/mesh/read-mesh-xml.ts";
import { DowserError } from "../../../../lib/errors.ts";
import { aSource, readAll } from "../../../support/an-ontology-source.ts";
import { BEE_DESCRIPTORS, meshAscii, meshJson, meshXml } from "../../../support/bee-mesh.ts";
import { collect } from "../../../support/collect.ts";

const FORMATS = [
  { name: "readMeshXml", read: readMeshXml, write: meshXml },
  { name: "readMeshAscii", read: readMeshAscii, write: meshAscii },
  { name: "readMeshJson", read: readMeshJson, write: meshJson },
] as const;

/** Facts as lines; a synonym that repeats the name tells nothing. */
function told(facts: Awaited<ReturnType<typeof readAll>>): string[] {
  const names = new Set(facts.flatMap((fact) => (fact.kind === "name" ? [fact.term] : [])));
  return facts
    .flatMap((fact) => {
      if (fact.kind === "skipped") return [`skipped ${fact.reason}`];
      if ("other" in fact) return [`${fact.concept} ${fact.kind} ${fact.other}`];
      if (fact.kind === "synonym" && names.has(fact.term)) return [];
      return [`${fact.concept} ${fact.kind} ${fact.term}`];
    })
    .toSorted();
}

const COMMON = [
  "D1 name Brood Rot & Decay",
  "D1 synonym Rot, Brood",
  "D1 synonym rot <of the> brood",
  "D1 broader D3",
  "D2 name Rot, Early",
  "D2 broader D1",
  "D3 name Bienenstöcke",
  "D3 synonym Hives",
  "D4 name Stray",
  "skipped tree numbers whose parent the file lacks",
];
const ADDED: Readonly<Record<string, readonly string[]>> = {
  readMeshXml: ["D1 related D3"],
  readMeshAscii: ["D1 related D3"],
  readMeshJson: ["Z01 name Bee Things", "D1 broader Z01"],
};

for (const { name, read, write } of FORMATS) {
  describe(name, () => {
    it(`${name} reads names, entry terms, references and the tree`, async () => {
      const facts = await readAll(read, aSource(write(BEE_DESCRIPTORS)));
      assert.deepEqual(told(facts), [...COMMON, ...(ADDED[name] ?? [])].toSorted());
    });

    it(`${name} reads the same in whatever pieces the file arrives`, async () => {
      const bytes = Buffer.from(write(BEE_DESCRIPTORS));
      const whole = told(await readAll(read, aSource(bytes)));
      for (const size of [1, 7, 300]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        assert.deepEqual(told(await readAll(read, aSource(...pieces))), whole);
      }
    });

    it(`${name} accepts a byte order mark and line ends of Windows`, async () => {
      const text = write(BEE_DESCRIPTORS);
      const foreign = `\ufeff${text.replaceAll("\n", "\r\n")}`;
      assert.deepEqual(
        told(await readAll(read, aSource(foreign))),
        told(await readAll(read, aSource(text))),
      );
    });

    it(`${name} gives facts or reports an unreadable file, whatever the bytes`, async () => {
      const bytes = Buffer.from(write(BEE_DESCRIPTORS));
      const damaged = fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat({ max: bytes.length }).map((end) => bytes.subarray(0, end)),
        fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })).map(([at, byte]) => {
          const copy = Buffer.from(bytes);
          copy[at] = byte;
          return copy;
        }),
      );
      await fc.assert(
        fc.asyncProperty(damaged, async (some) => {
          try {
            await readAll(read, aSource(some));
          } catch (error) {
            assert.ok(error instanceof DowserError, String(error));
            assert.equal(error.code, "ontology-unreadable");
          }
        }),
        { seed: 1, numRuns: 300 },
      );
    });
  });
}

const unreadable = (message: RegExp) => ({ code: "ontology-unreadable", message });

describe("readMeshXml", () => {
  it("`readMeshXml` refuses a file that is cut off anywhere", async () => {
    const text = meshXml(BEE_DESCRIPTORS).trimEnd();
    for (let end = 1; end < text.length; end += 37) {
      const read = readAll(readMeshXml, aSource(text.slice(0, end)));
      await assert.rejects(read, { code: "ontology-unreadable" }, String(end));
    }
  });

  it("`readMeshXml` refuses content after the end of the document", async () => {
    const text = `${meshXml(BEE_DESCRIPTORS)}<Descriptor`;
    await assert.rejects(readAll(readMeshXml, aSource(text)), { code: "ontology-unreadable" });
  });

  it("`readMeshXml` refuses other XML, and names its root element", async () => {
    const read = readAll(readMeshXml, aSource("<bees><bee/></bees>"));
    await assert.rejects(read, unreadable(/root element bees/));
  });

  it("`readMeshXml` reports the line in which the XML breaks", async () => {
    const read = readAll(readMeshXml, aSource("<DescriptorRecordSet>\n\n<a></b>"));
    await assert.rejects(read, unreadable(/^bees\.txt:3 is not well-formed XML/));
  });

  it("`readMeshXml` counts descriptors without an id", async () => {
    const text = meshXml(BEE_DESCRIPTORS).replace("<DescriptorUI>D2</DescriptorUI>", "");
    const facts = told(await readAll(readMeshXml, aSource(text)));
    assert.ok(facts.includes("skipped descriptors without an id"));
    assert.ok(!facts.some((fact) => fact.endsWith("Rot, Early")));
  });

  it("`readMeshXml` expands no entity and fetches none", async () => {
    const laughs = Array.from(
      { length: 30 },
      (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
    ).join("");
    const bomb = `<!DOCTYPE DescriptorRecordSet [<!ENTITY l0 "ha">${laughs}
      <!ENTITY file SYSTEM "file:///etc/passwd">]>`;
    for (const entity of ["l30", "file", "eacute", "constructor"]) {
      const text = `${bomb}<DescriptorRecordSet>&${entity};</DescriptorRecordSet>`;
      await assert.rejects(readAll(readMeshXml, aSource(text)), { code: "ontology-unreadable" });
    }
    assert.deepEqual(
      await readAll(readMeshXml, aSource(`${bomb}<DescriptorRecordSet></DescriptorRecordSet>`)),
      [],
    );
  });

  it("`readMeshXml` refuses XML that could only fill the memory", async () => {
    for (const [text, why] of [
      ["<a>".repeat(1_000), /elements in each other/],
      [`<a ${Array.from({ length: 2_000 }, (_, at) => `b${at}=""`).join(" ")}/>`, /attributes/],
      [`<a b="${"x".repeat(200_000)}" c="d"/>`, /Max buffer length/],
      [`<!DOCTYPE ${"x".repeat(200_000)}><a/>`, /Max buffer length/],
    ] as const) {
      const pieces = text.match(/.{1,1000}/gs) ?? [];
      await assert.rejects(readAll(readMeshXml, aSource(...pieces)), unreadable(why));
    }
  });

  it("`readMeshXml` passes each piece on before it asks for the next one", async () => {
    let pieces = 0;
    const source = {
      ...aSource(),
      async *bytes() {
        yield Buffer.from("<DescriptorRecordSet>");
        for (;;) {
          pieces += 1;
          yield Buffer.from(
            `<DescriptorRecord><DescriptorUI>D${pieces}</DescriptorUI><DescriptorName>
             <String>bee ${pieces}</String></DescriptorName></DescriptorRecord>`,
          );
        }
      },
    };
    let facts = 0;
    for await (const fact of readMeshXml(source)) {
      facts += 1;
      assert.deepEqual(fact, { kind: "name", concept: `D${facts}`, term: `bee ${facts}` });
      // The first 256 bytes are waited for: they tell the encoding.
      assert.ok(pieces <= facts + 2);
      if (facts === 5_000) break;
    }
  });

  it("`readMeshXml` reads the encoding that the file names", async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${meshXml(BEE_DESCRIPTORS).slice(21)}`;
    const facts = await readAll(readMeshXml, aSource(Buffer.from(text, "latin1")));
    assert.ok(told(facts).includes("D3 name Bienenstöcke"));
  });
});

describe("readXml", () => {
  it("`readXml` keeps the beginning of a long text", async () => {
    const pieces = Array.from({ length: 30 }, () => "bzz ".repeat(1_000));
    const [element] = await collect(readXml(aSource("<a>", ...pieces, "</a>")));
    assert.equal(element?.text.length, MAX_TEXT_LENGTH - 1);
  });
});

describe("MeshTree", () => {
  it("`MeshTree` holds a million tree numbers and no more, none of them long", () => {
    const tree = new MeshTree("bees.xml");
    for (let n = 0; n < MAX_HELD; n++) tree.add(`${n}`, "D1");
    assert.throws(
      () => tree.add("A", "D1"),
      unreadable(/^bees\.xml has more than 1000000 tree numb/),
    );
    const long = new MeshTree("bees.xml");
    long.add(`A.${"1".repeat(100)}`, "D1");
    assert.deepEqual(told([...long.links()]), ["skipped tree numbers longer than 100 characters"]);
  });
});

describe("readMeshAscii", () => {
  it("`readMeshAscii` refuses more headings and references than it can hold", async () => {
    const record = (heading: number, references: number) =>
      `*NEWRECORD\nMH = ${heading}\n${"FX = Wasp\n".repeat(references)}UI = D${heading}\n`;
    const records = Array.from({ length: 20 }, (_, heading) => record(heading, 49_999));
    const read = readAll(readMeshAscii, aSource(...records, record(20, 0)));
    await assert.rejects(read, unreadable(/more than 1000000 headings and references/));
  });

  it("`readMeshAscii` counts values that are too long", async () => {
    const text = `*NEWRECORD\nMH = Bee\nENTRY = Api|${"x".repeat(2_000)}\nFX = ${"x".repeat(2_000)}\nUI = D1\n`;
    assert.deepEqual(told(await readAll(readMeshAscii, aSource(text))), [
      "D1 name Bee",
      "D1 synonym Api",
      "skipped terms that are empty or longer than 1000 characters",
    ]);
  });

  it("`readMeshAscii` counts records without an id or a name, and references to missing headings", async () => {
    const text = `*NEWRECORD\nMH = Nameless\n\n*NEWRECORD\nUI = D7\n\n*NEWRECORD\nMH = Bee\nFX = Wasp\nUI = D8\n`;
    assert.deepEqual(told(await readAll(readMeshAscii, aSource(text))), [
      "D8 name Bee",
      "skipped records without an id or a name",
      "skipped records without an id or a name",
      "skipped see-also headings that the file lacks",
    ]);
  });

  it("`readMeshAscii` refuses a file that ends inside a record", async () => {
    const read = readAll(readMeshAscii, aSource("*NEWRECORD\nMH = Bee\nENTRY = Api"));
    await assert.rejects(read, unreadable(/ends inside a record/));
  });

  it("`readMeshAscii` refuses a file of another format, with the line", async () => {
    const read = readAll(readMeshAscii, aSource("\n\nbees are nice\n"));
    await assert.rejects(read, unreadable(/^bees\.txt:3 is not \*NEWRECORD/));
  });

  it("`readMeshAscii` refuses a record without an end", async () => {
    const read = readAll(readMeshAscii, aSource(`*NEWRECORD\n${"ENTRY = a\n".repeat(100_001)}`));
    await assert.rejects(read, unreadable(/^bees\.txt:100002 /));
  });
});

describe("readMeshJson", () => {
  for (const [text, why] of [
    ["{", /is not JSON/],
    ["", /is not JSON/],
    ["[]", /is not a JSON object/],
    ["null", /is not a JSON object/],
    ['{"D1": {"name": "bee"}}', /unexpected value under "D1"/],
    ['{"D1": {"name": "bee", "terms": [1], "tree": []}}', /unexpected value under "D1"/],
    ['{"_top_level": ["Z01"]}', /unexpected value under "_top_level"/],
  ] as const) {
    it(`\`readMeshJson\` refuses ${text || "nothing"}`, async () => {
      await assert.rejects(readAll(readMeshJson, aSource(text)), unreadable(why));
    });
  }

  it("`readMeshJson` quotes no more of a key than a message has room for", async () => {
    const read = readAll(readMeshJson, aSource(`{"\\u001b${"D".repeat(5_000_000)}": 1}`));
    await assert.rejects(read, unreadable(/^\P{Cc}{100,200}$/u));
  });

  it("`readMeshJson` reads a file without top-level headings", async () => {
    const facts = await readAll(
      readMeshJson,
      aSource('{"D1": {"name": "bee", "terms": [], "tree": ["Z1"]}}'),
    );
    assert.deepEqual(told(facts), ["D1 name bee"]);
  });
});
