import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readObo } from "../../../../lib/adapters/ontology/obo/read-obo.ts";
import { openOntologySource } from "../../../../lib/adapters/ontology/ontology-source.ts";
import { aSource, readAll } from "../../../support/an-ontology-source.ts";

/** Facts of a file with one term of these lines. */
const readTerm = (...lines: readonly string[]) =>
  readAll(readObo, aSource(`format-version: 1.4\n\n[Term]\n${lines.join("\n")}\n`));

const synonym = (term: string) => ({ kind: "synonym", concept: "BEE:1", term }) as const;
const skipped = (reason: string) => ({ kind: "skipped", reason }) as const;

describe("readObo", () => {
  it("`readObo` reads names, synonyms, parents and wholes", async () => {
    assert.deepEqual(
      await readTerm(
        "id: BEE:1",
        "alt_id: BEE:99",
        "name: brood cell",
        'def: "A cell." [HIVE:1]',
        'synonym: "nursery" EXACT layperson [HIVE:1 "of two", HIVE:2]',
        "is_a: BEE:2 ! cell",
        'relationship: part_of BEE:3 {is_inferred="true"} ! comb',
        "relationship: BFO:0000050 BEE:4",
      ),
      [
        { kind: "name", concept: "BEE:1", term: "brood cell" },
        synonym("nursery"),
        { kind: "broader", concept: "BEE:1", other: "BEE:2" },
        { kind: "broader", concept: "BEE:1", other: "BEE:3" },
        { kind: "broader", concept: "BEE:1", other: "BEE:4" },
      ],
    );
  });

  it("`readObo` reads exact and narrow synonyms, and counts those of another meaning", async () => {
    assert.deepEqual(
      await readTerm(
        "id: BEE:1",
        'synonym: "a" EXACT []',
        'synonym: "b" NARROW []',
        'synonym: "c" BROAD []',
        'synonym: "d" RELATED []',
        'synonym: "e" []',
        'exact_synonym: "f" []',
        'narrow_synonym: "g" []',
        'broad_synonym: "h" []',
        'related_synonym: "i" []',
      ),
      [
        ...["a", "b", "f", "g"].map(synonym),
        ...Array.from({ length: 5 }, () => skipped("synonyms of a broader or related meaning")),
      ],
    );
  });

  it("`readObo` decodes escapes, and separates trailing modifiers and comments from text", async () => {
    for (const [written, term] of [
      ["bee \\! not a comment ! a comment", "bee ! not a comment"],
      ["wow!bee", "wow!bee"],
      ["bee\\nwith\\ttwo\\Wspaces", "bee with two spaces"],
      ["a\\:b \\\\ c", "a:b \\ c"],
      ['bee {source="HIVE:1"}', "bee"],
      ['bee {source="HIVE:1"} ! comment', "bee"],
      ['bee {comment="see a ! b"} ! insect', "bee"],
      ['bee {comment="a \\" {b} ! c", d="e"}', "bee"],
      ['bee 5" long ! a "comment"', 'bee 5" long'],
      ["bee {sic}", "bee {sic}"],
      ["bee \\{a=b\\}", "bee {a=b}"],
    ] as const) {
      assert.deepEqual(
        await readTerm("id: BEE:1", `name: ${written}`),
        [{ kind: "name", concept: "BEE:1", term }],
        written,
      );
    }
    const quoted = 'synonym: "say \\"bzz\\" ! {a=b} [x]" EXACT [] {c="d"} ! comment';
    assert.deepEqual(await readTerm("id: BEE:1", quoted), [synonym('say "bzz" ! {a=b} [x]')]);
  });

  it("`readObo` joins lines that end with a backslash", async () => {
    assert.deepEqual(await readTerm("id: BEE:1", "name: brood\\", " cell"), [
      { kind: "name", concept: "BEE:1", term: "brood cell" },
    ]);
    assert.deepEqual(await readTerm("id: BEE:1", "name: brood\\\\", "is_a: BEE:2"), [
      { kind: "name", concept: "BEE:1", term: "brood\\" },
      { kind: "broader", concept: "BEE:1", other: "BEE:2" },
    ]);
  });

  it("`readObo` reads terms only, in any order of their tags", async () => {
    const text = `format-version: 1.2
      [Typedef]
      id: stings
      name: stings
      [Term] ! the only one
      is_a: BEE:2
      name: bee
      id: BEE:1

      [Instance]
      id: maya
      name: Maya`;
    assert.deepEqual(await readAll(readObo, aSource(text)), [
      { kind: "name", concept: "BEE:1", term: "bee" },
      { kind: "broader", concept: "BEE:1", other: "BEE:2" },
    ]);
  });

  it("`readObo` counts obsolete and incomplete terms, and other relations", async () => {
    assert.deepEqual(await readTerm("id: BEE:1", "name: bee", "is_obsolete: true ! gone"), [
      skipped("obsolete terms"),
    ]);
    assert.deepEqual(await readTerm("name: bee"), [skipped("terms without an id")]);
    assert.deepEqual(await readTerm("id: BEE:1", "relationship: stings BEE:2"), [
      skipped("relationships other than part_of"),
    ]);
    assert.deepEqual(await readTerm("id: BEE:1", 'synonym: "no end', "synonym: none EXACT []"), [
      skipped("synonyms without quotes around them"),
      skipped("synonyms without quotes around them"),
    ]);
    assert.deepEqual(await readTerm("id: BEE:1", "is_a: ! nothing"), [skipped("links to no term")]);
    assert.deepEqual(await readTerm("id: BEE:1", "no clause at all"), [
      skipped("lines that are no `tag: value`"),
    ]);
    assert.deepEqual(await readTerm("id: BEE:1", "name: ", `name: ${"b".repeat(1_001)}`), [
      skipped("terms that are empty or longer than 1000 characters"),
      skipped("terms that are empty or longer than 1000 characters"),
    ]);
  });

  it("`readObo` reads a line that is not UTF-8 as windows-1252", async () => {
    const text = "[Term]\nid: BEE:1\nname: Bienenkönigin\n";
    const bytes = Buffer.concat([
      Buffer.from(text, "latin1"),
      Buffer.from('synonym: "reine mère 蜂" EXACT []'),
    ]);
    assert.deepEqual(await readAll(readObo, aSource(bytes)), [
      { kind: "name", concept: "BEE:1", term: "Bienenkönigin" },
      synonym("reine mère 蜂"),
    ]);
  });

  it("`readObo` refuses a file that does not begin like OBO or could only fill the memory", async () => {
    const refused = async (message: RegExp, ...pieces: readonly string[]) => {
      const reading = readAll(readObo, aSource(...pieces));
      await assert.rejects(reading, { code: "ontology-unreadable", message });
    };
    await refused(/^bees\.txt:2 is not a line of an OBO file/, "\n<html>\n");
    await refused(/:3 is a line of more than/, "[Term]\nid: a\nname: ", "b".repeat(2 << 20));
    await refused(/more than 1048576 characters/, "[Term]\n", "name\\\n".repeat(300_000));
    await refused(/more than 100000 lines/, "[Term]\n", "is_a: BEE:1\n".repeat(100_001));
  });
});

const doid = join(import.meta.dirname, "../../../../../shared/ontologies/doid-2016-09-01.obo.gz");

describe("the Disease Ontology of 2016", {
  skip: existsSync(doid) ? false : "the shared ontologies are not here",
}, () => {
  it("The Disease Ontology of 2016 gives all its terms that are not obsolete, and all their parents", async () => {
    const counts = new Map<string, number>();
    for await (const fact of readObo(openOntologySource(doid))) {
      const kind = fact.kind === "skipped" ? fact.reason : fact.kind;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    assert.equal(counts.get("name"), 9_344 - 2_373);
    assert.equal(counts.get("obsolete terms"), 2_373);
    assert.equal(counts.get("broader"), 8_155);
    const synonyms = counts.get("synonym") ?? 0;
    assert.ok(synonyms > 11_000 && synonyms <= 14_711 + 25);
    assert.deepEqual([...counts.keys()].toSorted(), [
      "broader",
      "name",
      "obsolete terms",
      "synonym",
      "synonyms of a broader or related meaning",
    ]);
  });
});
