import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  MAX_HELD,
  MAX_TEXT_LENGTH,
  MeshTree,
  readMeshXml,
  readXml,
} from "../../../../lib/adapters/ontology/mesh/read-mesh-xml.ts";
import { DowserError } from "../../../../lib/errors.ts";
import { aSource, readAll } from "../../../support/an-ontology-source.ts";
import { BEE_DESCRIPTORS, meshXml } from "../../../support/bee-mesh.ts";
import { collect } from "../../../support/collect.ts";

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

const FACTS = [
  "D1 name Brood Rot & Decay",
  "D1 synonym Rot, Brood",
  "D1 synonym rot <of the> brood",
  "D1 broader D3",
  "D1 related D3",
  "D2 name Rot, Early",
  "D2 broader D1",
  "D3 name Bienenstöcke",
  "D3 synonym Hives",
  "D4 name Stray",
  "skipped tree numbers whose parent the file lacks",
];

const unreadable = (message: RegExp) => ({ code: "ontology-unreadable", message });

describe("readMeshXml", () => {
  it("`readMeshXml` reads names, entry terms, references and the tree", async () => {
    const facts = await readAll(readMeshXml, aSource(meshXml(BEE_DESCRIPTORS)));
    assert.deepEqual(told(facts), FACTS.toSorted());
  });

  it("`readMeshXml` reads the same in whatever pieces the file arrives", async () => {
    const bytes = Buffer.from(meshXml(BEE_DESCRIPTORS));
    const whole = told(await readAll(readMeshXml, aSource(bytes)));
    for (const size of [1, 7, 300]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      assert.deepEqual(told(await readAll(readMeshXml, aSource(...pieces))), whole);
    }
  });

  it("`readMeshXml` accepts a byte order mark and line ends of Windows", async () => {
    const text = meshXml(BEE_DESCRIPTORS);
    const foreign = `\ufeff${text.replaceAll("\n", "\r\n")}`;
    assert.deepEqual(
      told(await readAll(readMeshXml, aSource(foreign))),
      told(await readAll(readMeshXml, aSource(text))),
    );
  });

  it("`readMeshXml` gives facts or reports an unreadable file, whatever the bytes", async () => {
    const bytes = Buffer.from(meshXml(BEE_DESCRIPTORS));
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
          await readAll(readMeshXml, aSource(some));
        } catch (error) {
          assert.ok(error instanceof DowserError, String(error));
          assert.equal(error.code, "ontology-unreadable");
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

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
