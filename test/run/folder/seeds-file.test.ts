import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { FoundSeeds } from "../../../lib/project/found-seeds.ts";
import { loadFoundSeeds, saveFoundSeeds } from "../../../lib/run/folder/run-inputs.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";

const seedsOf = (query: string): FoundSeeds => ({
  provider: "local",
  found: [{ query, rank: 1, url: aUrl("http://a.example/"), title: "A \u001b[31m title" }],
});

describe("the seeds of a run that a search found", () => {
  it("A run's search seeds stay as they were first kept", (test) => {
    const file = join(aFolder(test), "seeds.json");
    assert.equal(loadFoundSeeds(file), undefined);
    saveFoundSeeds(file, seedsOf("bees"));
    saveFoundSeeds(file, seedsOf("another"));
    assert.deepEqual(loadFoundSeeds(file), seedsOf("bees"));
  });

  it("A run's search seeds may be empty", (test) => {
    const file = join(aFolder(test), "seeds.json");
    saveFoundSeeds(file, { provider: "local", found: [] });
    assert.deepEqual(loadFoundSeeds(file)?.found, []);
  });

  it("A run's search seeds are reported as damaged when their file is invalid", (test) => {
    const file = join(aFolder(test), "seeds.json");
    const wrong = [null, [], {}, { found: {} }, { found: [null] }, { found: [{ url: "nowhere" }] }];
    for (const text of ["", "{", ...wrong.map((value) => JSON.stringify(value))]) {
      writeFileSync(file, text);
      assert.throws(() => loadFoundSeeds(file), { code: "run-damaged", value: file }, text);
    }
  });
});
