import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  lineOf,
  packLines,
  textsLine,
  textsOfLine,
  unpackLines,
} from "../../lib/adapters/page-texts.ts";
import { createSqlitePageIndex } from "../../lib/adapters/sqlite/sqlite-record-store.ts";
import { aPage } from "../support/a-page.ts";
import { aUrl } from "../support/a-url.ts";

const PLACE = { segment: 1, offset: 0, length: 1 };
const url = (number: number) => aUrl(`http://h.example/${number}`);
const line = (number: number) => textsLine(aPage({ url: url(number), text: `text ${number}` }));

describe("texts that are kept of pages", () => {
  it("A line of another page, and bytes that changed, are no texts of a page", () => {
    assert.equal(textsOfLine(url(1), line(1))?.text, "text 1");
    assert.equal(textsOfLine(url(2), line(1)), undefined);
    const packed = packLines([line(1), line(2)]);
    const unpacked = unpackLines(packed);
    const read = [0, 1, 2].map((at) => lineOf(unpacked, at));
    assert.deepEqual(read, [line(1), line(2), undefined]);
    const flipped = fc.property(
      fc.nat(packed.length - 1),
      fc.integer({ min: 1, max: 255 }),
      (at, bits) => {
        const damaged = packed.map((byte, index) => (index === at ? byte ^ bits : byte));
        const lines = unpackLines(damaged);
        assert.ok(lines.equals(unpacked) || lineOf(lines, 0) === undefined);
      },
    );
    fc.assert(flipped, { seed: 1, numRuns: 300 });
  });

  it("An index has no texts where a block is gone, or is of other pages", () => {
    const database = new DatabaseSync(":memory:");
    const index = createSqlitePageIndex(database);
    for (let number = 0; number < 24; number += 1)
      index.add("page", url(number), { ...PLACE, offset: number }, line(number));
    index.flush();
    database.exec("UPDATE page_text SET block = 3 - block WHERE url = 'http://h.example/0'");
    database.exec("DELETE FROM text_block WHERE id = 1");
    const kept = (number: number) => textsOfLine(url(number), index.texts(url(number)) ?? "[]");
    assert.equal(kept(0), undefined);
    assert.equal(kept(5), undefined);
    assert.equal(kept(20)?.text, "text 20");
  });
});
