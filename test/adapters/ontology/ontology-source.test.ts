import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { isBomb, openOntologySource } from "../../../lib/adapters/ontology/ontology-source.ts";
import { aFolder } from "../../support/a-folder.ts";

describe("isBomb", () => {
  it("`isBomb` lets small files and common ratios pass, and bounds the rest", () => {
    assert.equal(isBomb(10_000, 100e6), false);
    assert.equal(isBomb(500_000, 100e6 + 1), true);
    assert.equal(isBomb(1e9, 8e9), false);
    assert.equal(isBomb(5e9, 20e9 + 1), true);
  });
});

describe("openOntologySource", () => {
  it("`openOntologySource` refuses a packed file that unpacks without end", async (test) => {
    const path = join(aFolder(test), "bees.obo.gz");
    writeFileSync(path, gzipSync(Buffer.alloc(130e6), { level: 1 }));
    let length = 0;
    const reading = (async () => {
      for await (const bytes of openOntologySource(path).bytes()) length += bytes.length;
    })();
    await assert.rejects(reading, {
      code: "ontology-unreadable",
      message: /^bees\.obo\.gz at byte \d+ has unpacked to 1\d{8} bytes/,
    });
    assert.ok(length < 120e6);
  });
});
