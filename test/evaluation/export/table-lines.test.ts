import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parquetReadObjects } from "hyparquet";
import { parquetFile } from "../../../lib/evaluation/export/parquet-file.ts";
import { csvLines, jsonLines } from "../../../lib/evaluation/export/table-lines.ts";
import { type Cell, column } from "../../../lib/features/column.ts";
import { collect } from "../../support/collect.ts";

const COLUMNS = [
  column("title", "text", "a title", (row: { readonly title: Cell }) => row.title),
] as const;

const UNREADABLE = "a\0b\u001ac\ud800d";
const READABLE = "a\ufffdb\ufffdc\ufffdd";

const linesOf = async (title: Cell) => (await collect(jsonLines(COLUMNS, [{ title }]))).join("");
const tableOf = async (title: Cell) => (await collect(csvLines(COLUMNS, [{ title }]))).join("");

describe("the lines of a table", () => {
  it("U+FFFD stands for what ends a text or a file for some readers, in every format", async () => {
    assert.deepEqual(JSON.parse(await linesOf(UNREADABLE)), { title: READABLE });
    assert.equal(await tableOf(UNREADABLE), `title\n${READABLE}\n`);
    const pieces = await collect(parquetFile(COLUMNS, [{ title: UNREADABLE }]));
    const file = new Uint8Array(Buffer.concat(pieces)).buffer;
    assert.deepEqual(await parquetReadObjects({ file }), [{ title: READABLE }]);
  });

  it("Several texts in one cell are cleaned one by one", async () => {
    assert.deepEqual(JSON.parse(await linesOf([UNREADABLE, "b"])), { title: [READABLE, "b"] });
    assert.equal(await tableOf(["\0"]), 'title\n"[""\ufffd""]"\n');
  });

  it("A line of JSON has no other line end in it, and gives the same text", async () => {
    const title = "one\u2028two\u2029three\u0085four\nfive";
    const line = await linesOf(title);
    assert.doesNotMatch(line.trimEnd(), /[\n\r\u0085\u2028\u2029]/);
    assert.deepEqual(JSON.parse(line), { title });
  });

  it("All other characters stay, also controls that no reader stumbles over", async () => {
    const title = "tab\there, escape \u001b[31m, \u0091windows\u0092, \u202eright to left";
    assert.deepEqual(JSON.parse(await linesOf(title)), { title });
    assert.equal(JSON.parse(await linesOf("😀")).title, "😀");
  });
});
