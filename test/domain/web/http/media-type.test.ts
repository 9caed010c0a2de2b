import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mediaTypeOf } from "../../../../lib/domain/web/http/fetch-outcome.ts";

describe("mediaTypeOf", () => {
  const cases: readonly (readonly [header: string, mediaType: string, charset?: string])[] = [
    ["text/html", "text/html"],
    ["Text/HTML; Charset=UTF-8", "text/html", "UTF-8"],
    ['text/html;charset="windows-1252"', "text/html", "windows-1252"],
    ["application/xhtml+xml ; q=1; charset=koi8-r", "application/xhtml+xml", "koi8-r"],
    [" Text/HTML ; charset=utf-8", "text/html", "utf-8"],
    ['text/html;x=1;CHARSET="Shift_JIS" ', "text/html", "Shift_JIS"],
    ["text/html; charset=", "text/html"],
    ['text/html;charset=""', "text/html"],
    ["text/html;mycharset=x", "text/html"],
    // A name that ends in a blank is no name (WHATWG MIME Sniffing §4.4).
    ["text/html;charset =x", "text/html"],
    ["text/html; charset=a; charset=b", "text/html", "a"],
    ["", ""],
    ["html", ""],
    ["; charset=utf-8", ""],
    ["text/", ""],
    ["text/ html", ""],
    // Repeated headers may come as a list (Fetch §2.2.2): the last type, and the charset of the same type before it.
    ["text/html, text/plain", "text/plain"],
    ["text/html;charset=gbk, text/html", "text/html", "gbk"],
    ["text/html;charset=gbk, text/plain, text/html", "text/html"],
    ["text/plain;charset=a, text/html;charset=b", "text/html", "b"],
    ['text/html;x="a,b/c";charset=gbk', "text/html", "gbk"],
    ['text/html;charset=gbk;x="a, text/plain', "text/html", "gbk"],
    // Three names for a type that the server does not know (WHATWG MIME Sniffing §7).
    ["unknown/unknown; charset=utf-8", ""],
    ["Application/Unknown", ""],
    ["*/*", ""],
  ];
  for (const [header, mediaType, charset] of cases) {
    it(`mediaTypeOf reads ${JSON.stringify(header)}`, () => {
      assert.deepEqual(mediaTypeOf([["content-type", header]]), { mediaType, charset });
    });
  }

  it("mediaTypeOf returns nothing when no header was sent", () => {
    assert.deepEqual(mediaTypeOf([["x-other", "text/html"]]), {
      mediaType: "",
      charset: undefined,
    });
  });

  it("mediaTypeOf keeps the charset of an earlier header of the same type", () => {
    const typed = (...values: readonly string[]) =>
      mediaTypeOf(values.map((value) => ["content-type", value] as const));
    assert.equal(typed("text/html;charset=gbk", "text/html").charset, "gbk");
    assert.equal(typed("text/html", "text/html;charset=gbk").charset, "gbk");
    assert.equal(typed("text/plain;charset=gbk", "text/html").charset, undefined);
  });

  it("mediaTypeOf takes the last header that can be parsed", () => {
    const headers = ["text/plain", "text/html;charset=a", "nonsense"].map(
      (value) => ["content-type", value] as const,
    );
    assert.deepEqual(mediaTypeOf(headers), { mediaType: "text/html", charset: "a" });
    const any = [...headers, ["content-type", "*/*"]] as const;
    assert.deepEqual(mediaTypeOf(any), { mediaType: "text/html", charset: "a" });
  });
});
