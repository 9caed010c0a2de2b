import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brotliCompressSync } from "node:zlib";
import * as fc from "fast-check";
import { sniffType } from "../../../../lib/domain/web/http/sniff-type.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

describe("what a body is that was sent as a page", () => {
  const files: readonly (readonly [body: Buffer, mediaType: string])[] = [
    [latin1("%PDF-1.7\n%\xe2\xe3"), "application/pdf"],
    [latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "image/png"],
    [latin1("GIF89a\x01\0\x01\0"), "image/gif"],
    [latin1("\xff\xd8\xff\xe0\0\x10JFIF"), "image/jpeg"],
    [latin1("RIFF\x10\0\0\0WEBPVP8 "), "image/webp"],
    [latin1("PK\x03\x04\x14\0"), "application/zip"],
    [latin1("\x1f\x8b\x08\0\0\0\0\0"), "application/gzip"],
    [latin1("\0\0\0\x20ftypisom"), "video/mp4"],
  ];
  for (const [body, mediaType] of files) {
    it(`A body that begins as ${mediaType} does is that, whatever its server says`, () => {
      for (const sent of ["text/html", "application/xhtml+xml", ""])
        assert.equal(sniffType(sent, body), mediaType);
    });
  }

  it("Noise is no page", () => {
    const noise = brotliCompressSync(Array.from({ length: 999 }, (_, at) => at ** 3).join());
    assert.equal(sniffType("text/html", noise), "application/octet-stream");
  });

  it("Text is a page in every encoding, and so is one with a stray control character", () => {
    const texts = [
      Buffer.from("<title>Bees</title>"),
      latin1("<title>caf\xe9\0</title>"),
      latin1("<p>a\x01b\x02c</p>"),
      Buffer.from("\ufeff<title>Bees</title>", "utf16le"),
      Buffer.from("<title>Bees</title>", "utf16le"),
      latin1("\x1b$BF|K\\8l\x1b(B"),
      Buffer.alloc(0),
    ];
    for (const text of texts) assert.equal(sniffType("text/html", text), "text/html");
  });

  it("A page in UTF-16 is no noise, whatever its script", () => {
    for (const text of [
      "Пчёлы и мёд. ",
      "蜂蜜と蜂の巣についての長い文章です。\u3000それは春に始まり、夏に終わります。",
      "μέλισσες και μέλι ",
    ]) {
      const page = Buffer.from(
        `<html><head><title>${text}</title><p>${text.repeat(60)}`,
        "utf16le",
      );
      assert.equal(sniffType("text/html", page), "text/html");
      assert.equal(sniffType("text/html", Buffer.from(page).swap16()), "text/html");
    }
  });

  it("Any text in UTF-8 is a page unless it begins as a file does", () => {
    const printable = fc
      .string({ unit: "grapheme" })
      .map((text) => `<p>${text.replace(/\p{Cc}/gu, "")}`);
    fc.assert(
      fc.property(printable, (text) => {
        assert.equal(sniffType("text/html", Buffer.from(text)), "text/html");
      }),
      { seed: 1 },
    );
  });

  const vague = ["application/octet-stream", "binary/octet-stream", "application/force-download"];
  it("A body that was sent as any bytes is what it begins as", () => {
    for (const sent of vague) {
      for (const [body, mediaType] of files) assert.equal(sniffType(sent, body), mediaType);
      const late = Buffer.concat([Buffer.alloc(1_000, "x"), latin1("%PDF-1.7")]);
      assert.equal(sniffType(sent, late), "application/pdf");
      assert.equal(sniffType(sent, Buffer.concat([Buffer.alloc(99), late])), sent);
      for (const text of ["", "<title>Bees</title>", "a,b,c"])
        assert.equal(sniffType(sent, latin1(text)), sent, text);
    }
  });

  it("A document in an archive has the type that its first entry states", () => {
    const entry = (mediaType: string) =>
      latin1(`PK\x03\x04${"\0".repeat(22)}\x08\0\0\0mimetype${mediaType}PK\x03\x04`);
    for (const mediaType of ["application/epub+zip", "application/vnd.oasis.opendocument.text"])
      for (const sent of ["", "text/html", ...vague])
        assert.equal(sniffType(sent, entry(mediaType)), mediaType);
    assert.equal(sniffType("", entry("text/html")), "application/zip");
  });

  it("Feeds are told where they are sent as plain text or any bytes", () => {
    for (const sent of ["text/plain", ...vague]) {
      assert.equal(sniffType(sent, Buffer.from('\uFEFF<?xml version="1.0"?><rss>')), "text/xml");
      assert.equal(sniffType(sent, latin1("<feed xmlns='x'>")), "text/xml");
      const json = '{"version":"https:\\/\\/jsonfeed.org\\/version\\/1"}';
      assert.equal(sniffType(sent, latin1(json)), "application/feed+json");
      assert.equal(sniffType(sent, latin1('{"a":1}')), sent);
    }
  });

  it("What was sent as something else is that", () => {
    assert.equal(sniffType("text/plain", latin1("%PDF-1.7")), "text/plain");
  });
});
