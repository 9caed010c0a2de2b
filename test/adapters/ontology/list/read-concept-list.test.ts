import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import {
  readConceptCsv,
  readConceptYaml,
} from "../../../../lib/adapters/ontology/list/read-concept-list.ts";
import { aSource, readAll } from "../../../support/an-ontology-source.ts";

const readCsv = (text: string) => readAll(readConceptCsv, aSource(text));
const readYaml = (text: string) => readAll(readConceptYaml, aSource(text));

const name = (concept: string, term = concept) => ({ kind: "name", concept, term }) as const;
const synonym = (concept: string, term: string) => ({ kind: "synonym", concept, term }) as const;
const broader = (concept: string, other: string) => ({ kind: "broader", concept, other }) as const;
const related = (concept: string, other: string) => ({ kind: "related", concept, other }) as const;

/** That reading fails, and with these lines of message. */
async function refused(reading: Promise<unknown>, ...lines: readonly RegExp[]): Promise<void> {
  await assert.rejects(reading, (error: Error & { code?: string }) => {
    assert.equal(error.code, "ontology-unreadable");
    const told = error.message.split("\n");
    for (const [index, line] of lines.entries()) assert.match(told[index] ?? "", line);
    assert.equal(told.length, lines.length, error.message);
    return true;
  });
}

describe("docs/concept-lists.md", () => {
  const docs = readFileSync(join(import.meta.dirname, "../../../../docs/concept-lists.md"), "utf8");
  const examples = [...docs.matchAll(/```(csv|yaml)\n(.*?)```/gsu)];

  it("The page docs/concept-lists.md shows one list in three forms", async () => {
    assert.equal(examples.length, 3);
    for (const [, form, text = ""] of examples) {
      const facts = await (form === "csv" ? readCsv(text) : readYaml(text));
      assert.deepEqual(
        facts,
        [
          name("honeybee"),
          synonym("honeybee", "Apis mellifera"),
          synonym("honeybee", "hive bee"),
          broader("honeybee", "bee"),
          name("honey"),
          related("honeybee", "honey"),
          name("bumblebee"),
          synonym("bumblebee", "bumble bee"),
          synonym("bumblebee", "bee, bumble"),
          broader("bumblebee", "bee"),
          name("bee"),
          name("insects"),
          broader("bee", "insects"),
        ],
        text,
      );
    }
  });
});

describe("readConceptCsv", () => {
  it("`readConceptCsv` reads the separators, encodings and line ends of Excel", async () => {
    const facts = [name("Bienenkönigin"), synonym("Bienenkönigin", "Weisel, die")];
    const table = (divider: string, quote = "") =>
      `Name ${divider} SYNONYMS\r\nBienenkönigin${divider}${quote}Weisel, die${quote}\r\n\r\n`;
    assert.deepEqual(await readCsv(table(",", '"')), facts);
    assert.deepEqual(await readCsv(`\uFEFF${table(";")}`), facts);
    const utf16 = Buffer.from(`\uFEFF${table("\t")}`, "utf16le");
    assert.deepEqual(await readAll(readConceptCsv, aSource(utf16)), facts);
    const windows = Buffer.from(table(";"), "latin1");
    assert.deepEqual(await readAll(readConceptCsv, aSource(windows)), facts);
  });

  it("`readConceptCsv` skips empty lines, cells and columns", async () => {
    assert.deepEqual(await readCsv("\nname,synonyms,,\nbee,; bumble | ,,\n,,,\nwasp\n"), [
      name("bee"),
      synonym("bee", "bumble"),
      name("wasp"),
    ]);
    assert.deepEqual(await readCsv(""), []);
    assert.deepEqual(await readCsv("name"), []);
  });

  it("`readConceptCsv` reports every wrong line, and what may be meant", async () => {
    await refused(
      readCsv('name,synonym,colour,name\nbee,a,b\n,x,\n"wasp",,,,sting\n'),
      /^bees\.txt:1 has the unknown `synonym`; did you mean `synonyms`\?/,
      /^bees\.txt:1 has the unknown `colour`; known are name, synonyms, broader, related, id$/,
      /^bees\.txt:1 has the column `name` twice/,
      /:2 has a cell without a heading/,
      /:3 has a cell without a heading/,
      /:3 has no name/,
      /:4 has a cell without a heading/,
    );
    await refused(readCsv("bee,hive\n"), /unknown `bee`/, /unknown `hive`/, /no column `name`/);
    await refused(readCsv(`name\n${"b".repeat(1_001)}`), /:2 has no name, or none that is a term/);
    await refused(
      readCsv(`name,synonyms\nbee,${"b".repeat(1_001)}`),
      /:2 has a term of more than 1000 characters/,
    );
  });

  it("`readConceptCsv` reports the line in which a quote is wrong", async () => {
    await refused(
      readCsv(`name\n"bee,\nof honey"\n\n"wasp\n${"ant\n".repeat(99)}`),
      /:5 starts a row that is not CSV: Quote Not Closed/,
    );
    await refused(readCsv('name\nbee "b"\n'), /:2 starts a row that is not CSV: Invalid Opening/);
  });

  it("`readConceptCsv` accepts a first line that gives Excel the separator", async () => {
    const table = (divider: string) =>
      `sep=${divider}\r\nname${divider}synonyms\r\nbee${divider}a,b`;
    for (const divider of [";", "\t", "^"]) {
      assert.deepEqual(await readCsv(table(divider)), [name("bee"), synonym("bee", "a,b")]);
    }
    await refused(
      readCsv("sep=;\nname\n;\n;x"),
      /:4 has a cell without a heading/,
      /:4 has no name/,
    );
  });

  it("`readConceptCsv` quotes no more of a file than a message has room for", async () => {
    const long = `\u001b[31m${"b".repeat(900)}`;
    for (const text of [
      `${long},name\n`,
      `name\nbee "${long}"\n`,
      `id,name,broader\n${long}1,wasp,\n${long}2,wasp,\n3,bee,wasp`,
    ]) {
      await assert.rejects(readCsv(text), ({ message }: Error) => {
        assert.ok(message.length < 700, String(message.length));
        assert.ok(!message.includes("\u001b"));
        return true;
      });
    }
  });

  it("`readConceptCsv` stops reporting after twenty errors", async () => {
    const told = Array.from({ length: 20 }, () => /has no name/);
    await refused(readCsv(`name,id\n${",1\n".repeat(1_000)}`), ...told);
  });

  it("`readConceptCsv` refuses a file that is too long for memory", async () => {
    const pieces = Array.from({ length: 9 }, () => "bee,wasp\n".repeat(120_000));
    await refused(readAll(readConceptCsv, aSource(...pieces)), /has more than 8388608 bytes/);
  });
});

describe("a reference in a concept list", () => {
  it("A concept list reference is an id, a name or a synonym, in this order and in any case", async () => {
    const facts = await readCsv(`id,name,synonyms,broader
      1,Insect,Bug,
      2,1,Fly,
      3,bee,,1|INSECT|bug|fly`);
    assert.deepEqual(facts.slice(-4), [
      broader("3", "1"),
      broader("3", "1"),
      broader("3", "1"),
      broader("3", "2"),
    ]);
  });

  it("A concept list reference that matches nothing names a concept of its own, once", async () => {
    assert.deepEqual(await readCsv("name,broader\nbee,Insects\nwasp,insects"), [
      name("bee"),
      name("Insects"),
      broader("bee", "Insects"),
      name("wasp"),
      broader("wasp", "Insects"),
    ]);
  });

  it("A concept list reference must mean one concept", async () => {
    const table = "id,name,synonyms,broader\n1,drone,,\n2,Drone,,\n3,bee,,drone\n";
    await refused(readCsv(table), /:4 means one of several .* "drone": write its id \(1, 2\)/);
  });
});

describe("rows of one name in a concept list", () => {
  it("Concept list rows of one name are one concept, whose id is the name", async () => {
    assert.deepEqual(await readCsv("name,synonyms\nbee,a\nBee,b"), [
      name("bee"),
      synonym("bee", "a"),
      name("bee", "Bee"),
      synonym("bee", "b"),
    ]);
    assert.deepEqual((await readCsv("id,name\n,bee\n7,bee"))[0], name("7", "bee"));
  });

  it("Concept list rows of one name need ids when they mean several concepts", async () => {
    await refused(readCsv("id,name\n1,bee\n2,bee\n,bee"), /:4 means one of several/);
    await refused(readCsv("id,name\nbee,wasp\n,bee"), /:3 has "bee" for a name, the id of another/);
  });
});

describe("readConceptYaml", () => {
  it("`readConceptYaml` reads every scalar as text", async () => {
    assert.deepEqual(await readYaml("- 2026\n- name: no\n  synonyms: [1e3, 0x10, true, ~]"), [
      name("2026"),
      name("no"),
      ...["1e3", "0x10", "true", "~"].map((term) => synonym("no", term)),
    ]);
  });

  it("`readConceptYaml` accepts one term, several terms or none", async () => {
    assert.deepEqual(
      await readYaml("bee: {synonyms: worker, related: }\nwasp:\nant: {synonyms: []}\n"),
      [name("bee"), synonym("bee", "worker"), name("wasp"), name("ant")],
    );
    assert.deepEqual(await readYaml(""), []);
    assert.deepEqual(await readYaml("# nothing yet\n"), []);
  });

  it("`readConceptYaml` reports every wrong line, and what may be meant", async () => {
    await refused(
      readYaml(`- name: bee
  synonym: [worker]
  broader: {name: insect}
- colour: yellow
- [bee, wasp]
- name: wasp
  name: hornet
- name: ""`),
      /^bees\.txt:2 has the unknown `synonym`; did you mean `synonyms`\?/,
      /:3 holds something else than a term/,
      /:4 has the unknown `colour`; known are/,
      /:4 has no `name`/,
      /:5 holds no concept/,
      /:5 has no `name`/,
      /:7 has `name` twice/,
      /:8 has no name/,
    );
    await refused(readYaml("bee: {name: wasp}"), /:1 has two names/);
    await refused(readYaml("bee: wasp"), /:1 holds no concept/);
    await refused(readYaml("bee"), /:1 must be a list or a mapping of concepts/);
  });

  it("`readConceptYaml` reports the line in which the syntax breaks", async () => {
    await refused(readYaml("- bee\n- wasp: [\n"), /:[23] is not YAML/);
    await refused(readYaml("- a\n---\n- b\n"), /:2 is not YAML/);
  });

  it("`readConceptYaml` accepts as many brackets and dashes as there are concepts", async () => {
    assert.equal((await readYaml("- name: x\n".repeat(300))).length, 300);
    assert.equal((await readYaml("- {name: x, synonyms: [y, a-b]}\n".repeat(300))).length, 900);
  });

  it("`readConceptYaml` refuses aliases, deep nesting and long files before they expand", async () => {
    await refused(readYaml("- &a bee\n- {name: wasp, synonyms: *a}"), /:2 holds something else/);
    for (const level of ["[", "{a: ", "- ", "? ", ": ", "- &a "]) {
      const text = `- bee\n${level.repeat(200)}`;
      await refused(readYaml(text), /:2 is nested more than 100 levels deep/);
    }
    await refused(readYaml("# ".repeat(500_001)), /:1 begins more than 1000000 characters/);
  });
});
