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
    const path = join(aFolder(test), "bees.json");
    const concept = { terms: [], tree: [] };
    const [red, blank, long] = ["\u001b[31mRED", " ", "D".repeat(1_001)];
    const heads = { ...concept, name: "red", tree: ["A1"] };
    const below = { ...concept, name: "bee", tree: ["A1.1"] };
    const none = { ...concept, name: "none", tree: ["A1.1.1"] };
    writeFileSync(path, JSON.stringify({ [red]: heads, "D\t2": below, [blank]: none }));
    assert.deepEqual(await collect(readOntology(path, undefined)), [
      { kind: "name", concept: "[31mRED", term: "red" },
      { kind: "name", concept: "D 2", term: "bee" },
      NO_ID,
      { kind: "broader", concept: "D 2", other: "[31mRED" },
      NO_ID,
    ]);
    writeFileSync(path, JSON.stringify({ [long]: { ...concept, name: "none" } }));
    assert.deepEqual(await collect(readOntology(path, undefined)), [NO_ID]);
  });
});
