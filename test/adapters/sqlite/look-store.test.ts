import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openLook, readLook } from "../../../lib/adapters/sqlite/look-store.ts";
import { aUrl } from "../../support/a-url.ts";

const verdict = (sequence: number, utility: number) => ({
  ...{ url: aUrl(`http://site.example/${sequence}`), sequence, utility, isTarget: utility > 0.5 },
  ...{ least: 0.5, type: undefined, why: "", fields: {} },
});

describe("the verdicts of a look", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "dowser-look-store-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("There are none before a look is completed, and a missing file is no error", () => {
    const file = join(folder, "none.sqlite");
    assert.equal(readLook(file).about(), undefined);
    assert.equal(readLook(file).get(aUrl("http://site.example/1")), undefined);
  });

  it("A look that was cut short goes on after its last page", () => {
    const file = join(folder, "short.sqlite");
    const first = openLook(file);
    first.put("one", [verdict(3, 0.2), verdict(5, 0.9)]);
    first.close();
    const again = openLook(file);
    assert.equal(again.judgedUpTo("one"), 5);
    assert.equal(again.judgedUpTo("another"), 0);
    again.put("one", [verdict(6, 0.4)]);
    assert.deepEqual(
      Array.from(again.list("one"), ({ sequence }) => sequence),
      [3, 5, 6],
    );
    again.close();
  });

  it("Readers see the look before until the next one is completed", () => {
    const file = join(folder, "two.sqlite");
    const writer = openLook(file);
    const reader = readLook(file);
    const { url } = verdict(1, 0);
    writer.put("one", [verdict(1, 0.2)]);
    writer.complete("one", { pages: 1 });
    writer.put("two", [verdict(1, 0.7)]);
    assert.equal(reader.get(url)?.utility, 0.2);
    writer.complete("two", { pages: 1 });
    assert.equal(reader.get(url)?.utility, 0.7);
    assert.deepEqual(reader.about(), { key: "two", pages: 1 });
    assert.deepEqual([...writer.list("one")], []);
    reader.close();
    writer.close();
  });
});
