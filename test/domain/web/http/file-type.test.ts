import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  extensionsOf,
  FILE_TYPE_NAMES,
  mediaTypesOf,
} from "../../../../lib/domain/web/http/file-type.ts";

describe("mediaTypesOf", () => {
  it("A type of files is named by an extension, with a dot or without, in any case", () => {
    const types = mediaTypesOf("pdf");
    assert.equal(types?.[0], "application/pdf");
    for (const name of [".pdf", "PDF", " .Pdf "]) assert.deepEqual(mediaTypesOf(name), types);
  });

  it("A media type stands for the whole type, under the registered name or another", () => {
    const csv = mediaTypesOf("csv");
    assert.equal(csv?.[0], "text/csv");
    assert.deepEqual(mediaTypesOf("text/csv"), csv);
    assert.deepEqual(mediaTypesOf("Application/CSV"), csv);
    assert.deepEqual(mediaTypesOf("application/x-pdf"), mediaTypesOf("pdf"));
  });

  it("A media type that no line of the table has stands for itself", () => {
    assert.deepEqual(mediaTypesOf("chemical/x-mdl-sdfile"), ["chemical/x-mdl-sdfile"]);
  });

  it("Texts that are neither extension nor media type name no type", () => {
    for (const name of ["", ".", "pfd", "a/b/c", "/pdf", "text/", "text/csv; header", "pdf csv"])
      assert.equal(mediaTypesOf(name), undefined, name);
  });

  it("Each extension and each media type is in one line of the table only", () => {
    assert.equal(new Set(FILE_TYPE_NAMES).size, FILE_TYPE_NAMES.length);
    const lists = new Set(FILE_TYPE_NAMES.map((name) => mediaTypesOf(name)));
    const all = [...lists].flatMap((list) => list ?? []);
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.every((mediaType) => mediaTypesOf(mediaType)?.includes(mediaType)));
  });
});

describe("extensionsOf", () => {
  it("Extensions are those of the types, each once", () => {
    assert.deepEqual(extensionsOf(["application/pdf", "application/x-pdf"]), ["pdf"]);
    assert.deepEqual(extensionsOf(["image/jpeg"]), ["jpg", "jpeg", "jpe"]);
    assert.deepEqual(extensionsOf(["chemical/x-mdl-sdfile"]), []);
  });
});
