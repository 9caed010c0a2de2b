import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readOntology } from "../../../lib/adapters/ontology/read-ontology.ts";
import { aFolder } from "../../support/a-folder.ts";
import { collect } from "../../support/collect.ts";

const NO_ID = {
  kind: "skipped",
  reason: "facts with an id that is empty or longer than 1000 characters",
};

describe("readOntology", () => {
  it("`readOntology` gives ids that are safe to display, and counts facts with other ids", async (test) => {
    const folder = aFolder(test);
    const read = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return collect(readOntology(join(folder, name), undefined));
    };
    const red = "\u001b[31mRED";
    const bees = ["[Term]", "id: D\t2", "name: bee", `is_a: ${red}`];
    const obo = ["format-version: 1.2", "", "[Term]", `id: ${red}`, "name: red", "", ...bees];
    assert.deepEqual(await read("bees.obo", obo.join("\n")), [
      { kind: "name", concept: "[31mRED", term: "red" },
      { kind: "name", concept: "D 2", term: "bee" },
      { kind: "broader", concept: "D 2", other: "[31mRED" },
    ]);
    for (const id of ["\u0085", "D".repeat(1_001)]) {
      const name = "<DescriptorName><String>none</String></DescriptorName>";
      const record = `<DescriptorRecord><DescriptorUI>${id}</DescriptorUI>${name}</DescriptorRecord>`;
      const mesh = `<DescriptorRecordSet>${record}</DescriptorRecordSet>`;
      assert.deepEqual(await read("mesh.xml", mesh), [NO_ID], id);
    }
  });
});
