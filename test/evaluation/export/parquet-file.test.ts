import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { type ExportedPage, pageColumns } from "../../../lib/evaluation/export/page-columns.ts";
import { parquetFile } from "../../../lib/evaluation/export/parquet-file.ts";
import { aVerdict } from "../../support/a-record.ts";
import { anExportedPage } from "../../support/an-exported-page.ts";
import { collect } from "../../support/collect.ts";

const LONG = "honey ".repeat(100_000);

async function fileOf(pages: AsyncIterable<ExportedPage>, fields: readonly string[] = []) {
  const pieces = await collect(parquetFile(pageColumns(fields, true), pages));
  return new Uint8Array(Buffer.concat(pieces)).buffer;
}

async function* several(...pages: readonly ExportedPage[]): AsyncIterable<ExportedPage> {
  yield* pages;
}

describe("parquetFile", () => {
  it("A table without a page has all columns", async () => {
    const { schema, num_rows: rows } = parquetMetadata(await fileOf(several()));
    const [, ...columns] = schema.map(({ name }) => name);
    assert.deepEqual([columns, rows], [pageColumns([], true).map(({ name }) => name), 0n]);
  });

  it("An extracted field is a column of its own; several texts are a JSON array", async () => {
    const one = anExportedPage({ page: aVerdict({ fields: { author: "Ann" } }) });
    const two = anExportedPage({ page: aVerdict({ fields: { author: ["Ann", "Bo"] } }) });
    const file = await fileOf(several(one, two, anExportedPage()), ["author", "constructor"]);
    const rows = await parquetReadObjects({ file });
    assert.deepEqual(
      rows.map(({ field_author: author }) => author ?? null),
      ["Ann", '["Ann","Bo"]', null],
    );
    assert.deepEqual(
      rows.map(({ field_constructor: none }) => none ?? null),
      [null, null, null],
    );
  });

  it("Long texts are written as they are read, a few MB at a time, and none is lost", async () => {
    const pages = 60;
    let read = 0;
    async function* longPages(): AsyncIterable<ExportedPage> {
      for (; read < pages; read += 1) yield anExportedPage({ text: `${read} ${LONG}` });
    }
    const pieces: Uint8Array[] = [];
    let before = 0;
    for await (const piece of parquetFile(pageColumns([], true), longPages())) {
      assert.ok(read - before <= 20, `${read - before} pages were in memory`);
      before = read;
      pieces.push(piece);
    }
    const file = new Uint8Array(Buffer.concat(pieces)).buffer;
    const rows = await parquetReadObjects({ file, columns: ["text"] });
    assert.deepEqual(
      rows.map(({ text }) => text),
      Array.from({ length: pages }, (_, number) => `${number} ${LONG}`),
    );
  });
});
