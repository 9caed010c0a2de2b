import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { formatReport, importCommand, progressText } from "../../../lib/cli/ontology/ontology.ts";
import { BEE_DESCRIPTORS, meshXml } from "../../support/bee-mesh.ts";
import { runCli } from "../../support/run-cli.ts";

describe("dowser ontology", () => {
  let cwd = "";
  const dowser = (...args: readonly string[]) => runCli(["ontology", ...args], { cwd });
  before(() => {
    cwd = mkdtempSync(join(tmpdir(), "dowser-ontology-cli-"));
    writeFileSync(join(cwd, "Hive_2026.xml"), meshXml(BEE_DESCRIPTORS));
  });
  after(() => {
    rmSync(cwd, { recursive: true });
  });

  it("`dowser ontology` reports that nothing is imported yet", async () => {
    const { code, stdout } = await dowser("list");
    assert.deepEqual([code, stdout], [0, "none; dowser ontology import FILE\n"]);
  });

  it("`dowser ontology` imports a file under its own name, and reports what it read and skipped", async () => {
    const { code, stdout, stderr } = await dowser("import", "Hive_2026.xml");
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^hive-2026: 4 concepts, 7 terms, 3 links in [\d.]+ s\n/);
    assert.match(stdout, /left out: 1 tree numbers whose parent the file lacks\n/);
    assert.ok(existsSync(join(cwd, "ontologies/hive-2026.sqlite")));
  });

  it("`dowser ontology` lists and shows what was imported", async () => {
    await dowser("import", "Hive_2026.xml", "--name", "bees", "--format", "mesh-xml");
    assert.match((await dowser("list")).stdout, /^bees +4 +7 +3 +Hive_2026\.xml$/m);
    const { code, stdout } = await dowser("show", "bees", "brood", "rot");
    assert.equal(code, 0);
    const [, , ...lines] = stdout.split("\n");
    assert.match(lines[0] ?? "", /^brood rot +exact +0 +15 +15\.0 +D1 Brood Rot & Decay$/);
    assert.match(
      lines[2] ?? "",
      /^Brood Rot & Decay +synonym +0 +12 +15\.0 +D1 Brood Rot & Decay$/,
    );
    assert.match(stdout, /^Bienenstöcke +partial +1 +8 +12\.0 +D3 Bienenstöcke$/m);
  });

  it("`dowser ontology` shows a topic of a file as JSON", async () => {
    const { stdout } = await dowser("show", "Hive_2026.xml", "Hives", "--json");
    const shown = JSON.parse(stdout);
    assert.equal(shown.topic, "Hives");
    assert.deepEqual(shown.terms[0], {
      term: "Hives",
      isAcronym: false,
      relation: "exact",
      distance: 0,
      isName: true,
      concept: "D3",
      inPage: 15,
      atLink: 15,
      conceptName: "Bienenstöcke",
    });
  });

  it("`dowser ontology` reports an import and the imported ontologies as JSON", async () => {
    const imported = await dowser("import", "Hive_2026.xml", "--name", "hives", "--json");
    const { seconds, ...report } = JSON.parse(imported.stdout);
    assert.equal(typeof seconds, "number");
    assert.deepEqual(report, {
      name: "hives",
      file: join("ontologies", "hives.sqlite"),
      concepts: 4,
      terms: 7,
      links: 3,
      skipped: { "tree numbers whose parent the file lacks": 1 },
      cycles: 0,
      cycleExamples: [],
    });
    const listed = JSON.parse((await dowser("list", "--json")).stdout);
    const hives = { name: "hives", source: "Hive_2026.xml", concepts: 4, terms: 7, links: 3 };
    assert.deepEqual(listed.at(-1), hives);
  });

  it("`dowser ontology` lists what it can when an index is damaged", async () => {
    const damaged = join(cwd, "ontologies", "a-wreck.sqlite");
    writeFileSync(damaged, "bees ".repeat(1_000));
    const { code, stdout } = await dowser("list");
    const listed = JSON.parse((await dowser("list", "--json")).stdout);
    rmSync(damaged);
    assert.equal(code, 0);
    assert.match(stdout, /^a-wreck +– +– +– +unusable: .*a-wreck\.sqlite cannot be read: /m);
    assert.match(stdout, /^hives +4 +7 +3 +Hive_2026\.xml$/m);
    assert.match(listed[0].unusable, /cannot be read/);
  });

  it("`dowser ontology` refuses an unknown topic with exit code 2, and offers one", async () => {
    const { code, stderr } = await dowser("show", "Hive_2026.xml", "hivess");
    assert.equal(code, 2);
    assert.match(stderr, /error \[unknown-topic\].*\nhint: did you mean "Hives"/);
  });
});

describe("importCommand", () => {
  it("`importCommand` refuses an invalid name, whether given or taken from the file", async () => {
    const code = "bad-ontology-name";
    for (const name of ["../bees", "Bees", "bees.sqlite", ""]) {
      await assert.rejects(importCommand("bees.xml", { name, format: undefined, json: false }), {
        code,
      });
    }
    await assert.rejects(
      importCommand("蜂.xml", { name: undefined, format: undefined, json: false }),
      { code },
    );
  });

  it("`importCommand` refuses an unknown format", async () => {
    await assert.rejects(importCommand("bees.xml", { name: "bees", format: "xml", json: false }), {
      code: "ontology-format-unknown",
    });
  });
});

describe("progressText", () => {
  it("`progressText` gives how much of the file is read, when its size is known", () => {
    const place = { name: "bees.gz", bytes: 1_250_000, size: 5_000_000 };
    const reading = { phase: "reading", facts: 50_000 } as const;
    const text = "reading bees.gz: 1.3 of 5.0 MB (25 %), 50,000 facts";
    assert.equal(progressText({ ...reading, place }), text);
    const pipe = { ...place, size: 0 };
    assert.equal(
      progressText({ ...reading, place: pipe }),
      "reading bees.gz: 1.3 MB, 50,000 facts",
    );
    const indexing = { phase: "indexing", facts: 1_234, place } as const;
    assert.equal(progressText(indexing), "indexing: 1,234 facts");
  });
});

describe("formatReport", () => {
  it("`formatReport` lists what was left out, the most first, and the cycles", () => {
    const report = {
      concepts: 1_000,
      terms: 20_000,
      links: 3,
      skipped: new Map([
        ["dead bees", 2],
        ["wasps", 4_000],
      ]),
      cycles: 1_200,
      cycleExamples: [
        { ids: ["A", "B"], more: 0 },
        { ids: ["C", "D", "E", "F", "G"], more: 99_995 },
      ],
    };
    assert.equal(
      formatReport("bees", report, 1.26),
      `bees: 1,000 concepts, 20,000 terms, 3 links in 1.3 s
left out: 4,000 wasps
left out: 2 dead bees
links that close a circle: 1,200, such as
  A → B → A
  C → D → E → F → G → … 99,995 more
Next: dowser ontology show bees TOPIC`,
    );
  });
});
