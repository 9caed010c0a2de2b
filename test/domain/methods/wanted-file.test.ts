import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  declaredBytes,
  fileName,
  fileTypeOf,
  looksLikeFile,
} from "../../../lib/domain/methods/wanted-file.ts";
import { type HeaderList, mediaTypeOf } from "../../../lib/domain/web/http/fetch-outcome.ts";
import { mediaTypesOf } from "../../../lib/domain/web/http/file-type.ts";
import { aUrl } from "../../support/a-url.ts";

const NEED = {
  mediaTypes: [...(mediaTypesOf("pdf") ?? []), ...(mediaTypesOf("csv") ?? [])],
  fetch: true,
};

/** The wanted type of an answer at a path, by its Content-Type and its Content-Disposition. */
function typeOf(path: string, contentType?: string, disposition?: string): string | undefined {
  const headers: HeaderList = [
    ...(contentType === undefined ? [] : [["content-type", contentType] as const]),
    ...(disposition === undefined ? [] : [["content-disposition", disposition] as const]),
  ];
  const { mediaType } = mediaTypeOf(headers);
  return fileTypeOf(NEED, { url: aUrl(`http://a.example${path}`), headers, mediaType });
}

describe("fileTypeOf", () => {
  it("The media type decides, whatever the URL looks like", () => {
    assert.equal(typeOf("/download?id=3", "application/pdf"), "application/pdf");
    assert.equal(typeOf("/page.html", "application/pdf"), "application/pdf");
    assert.equal(typeOf("/paper.pdf", "text/html"), undefined);
    assert.equal(typeOf("/paper.pdf", "image/png"), undefined);
  });

  it("Parameters, case and other names of a type make no difference", () => {
    assert.equal(typeOf("/x", "Application/PDF; version=1.7"), "application/pdf");
    assert.equal(typeOf("/x", 'TEXT/CSV;charset="utf-8"; header=present'), "text/csv");
    assert.equal(typeOf("/x", "application/x-pdf"), "application/x-pdf");
    assert.equal(typeOf("/x", "application/csv"), "application/csv");
    assert.equal(typeOf("/x", "application/vnd.ms-excel"), undefined);
  });

  for (const vague of [undefined, "application/octet-stream", "binary/octet-stream", "nonsense"]) {
    it(`Where the server sends ${vague ?? "no media type"}, the name does: the one it sends, else that of the URL`, () => {
      assert.equal(typeOf("/paper.PDF?x=1", vague), "application/pdf");
      assert.equal(typeOf("/get", vague, 'attachment; filename="a b.csv"'), "text/csv");
      assert.equal(typeOf("/x.pdf", vague, "attachment; filename=setup.exe"), undefined);
      assert.equal(typeOf("/x.pdf", vague, "inline"), "application/pdf");
      assert.equal(typeOf("/get", vague), undefined);
      assert.equal(typeOf("/wiki/File:a.pdf", vague), undefined);
    });
  }

  it("The extended name in Content-Disposition has precedence over the plain one", () => {
    const both = "attachment; filename=\"x.exe\"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf";
    assert.equal(typeOf("/get", "application/octet-stream", both), "application/pdf");
  });

  it("Where neither type nor name tells, the first bytes do; a name goes before them", () => {
    const headers = [["content-type", "application/octet-stream"]] as const;
    const told = (path: string, mediaType: string, need: readonly string[]) =>
      fileTypeOf(
        { mediaTypes: need, fetch: true },
        { url: aUrl(`http://a.example${path}`), headers, mediaType },
      );
    const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    assert.equal(told("/get?id=3", "application/pdf", ["application/pdf"]), "application/pdf");
    assert.equal(told("/get.php", "application/pdf", ["application/pdf"]), "application/pdf");
    assert.equal(told("/x.docx", "application/zip", [docx]), docx);
    assert.equal(told("/x.docx", "application/zip", ["application/zip"]), undefined);
  });

  it("Text of an unknown extension is sent as text/plain, so the name decides there, too", () => {
    assert.equal(typeOf("/iris.csv", "text/plain; charset=utf-8"), "text/csv");
    assert.equal(typeOf("/notes", "text/plain"), undefined);
  });

  it("No answer is a wanted file where no files are wanted", () => {
    const url = aUrl("http://a.example/x.pdf");
    const answer = { url, headers: [], mediaType: "application/pdf" };
    assert.equal(fileTypeOf(undefined, answer), undefined);
  });

  it("Any Content-Disposition is read in time, and never throws", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (text) => {
        typeOf("/get", undefined, `attachment; filename=${text}`);
        typeOf("/get", undefined, text);
      }),
      { seed: 1 },
    );
    typeOf("/get", undefined, `;filename="${'\\"'.repeat(30_000)}`);
    typeOf("/get", undefined, `;filename=${" ".repeat(60_000)}`);
  });
});

describe("looksLikeFile", () => {
  it("A link looks like a wanted file by the extension of its path", () => {
    const looks = (path: string) => looksLikeFile(NEED, aUrl(`http://a.example${path}`));
    assert.deepEqual(["/a.pdf", "/a.CSV?v=2", "/a.pdf;v=1"].map(looks), [true, true, true]);
    assert.ok(!["/a", "/a.html", "/a?f=x.pdf", "/pdf"].some(looks));
  });
});

describe("fileName", () => {
  it("A file has the name that the server sends, else that of its URL, in readable form", () => {
    const url = aUrl("http://a.example/files/na%20me.pdf?x=/y");
    assert.equal(fileName({ url, headers: [] }), "na me.pdf");
    assert.equal(
      fileName({ url, headers: [["content-disposition", 'attachment; filename="b.csv"']] }),
      "b.csv",
    );
    assert.equal(fileName({ url: aUrl("http://a.example/100%25/%E9"), headers: [] }), "%E9");
    assert.equal(fileName({ url: aUrl("http://a.example/"), headers: [] }), "");
  });
});

describe("declaredBytes", () => {
  it("The size is the length that the head declares of a body without a coding", () => {
    assert.equal(declaredBytes([["content-length", "1073741824"]]), 1_073_741_824);
    const coded = [["content-encoding", "gzip"]] as const;
    assert.equal(declaredBytes([...coded, ["content-length", "12"]]), undefined);
    for (const length of ["", "-1", "1e9", "12, 12", "9".repeat(30)])
      assert.equal(declaredBytes([["content-length", length]]), undefined, length);
  });
});
