import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { parseSitemap } from "../../../../lib/adapters/web/live/sitemaps.ts";
import { processorMs } from "../../../support/processor-ms.ts";

const URLSET = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://x.example/image">
  <url>
    <loc> http://site.example/a?b=1&amp;c=2 </loc>
    <lastmod>2026-01-01</lastmod>
    <image:image><image:loc>http://site.example/a.png</image:loc></image:image>
  </url>
  <url><loc><![CDATA[http://site.example/b]]></loc></url>
  <url><loc></loc></url>
</urlset>`;

const INDEX = `<sm:sitemapindex xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sm:sitemap><sm:loc>http://site.example/1.xml.gz</sm:loc></sm:sitemap>
  <sm:sitemap><sm:loc>http://site.example/2.xml</sm:loc></sm:sitemap>
</sm:sitemapindex>`;

const NOTHING = { pages: [], sitemaps: [], modified: new Map() };

describe("a sitemap file", () => {
  it("The sitemap parser lists pages with the last change that it states, not their pictures", () => {
    assert.deepEqual(parseSitemap(URLSET, 10), {
      pages: ["http://site.example/a?b=1&c=2", "http://site.example/b"],
      sitemaps: [],
      modified: new Map([["http://site.example/a?b=1&c=2", "2026-01-01"]]),
    });
  });

  it("The sitemap parser lists the sitemaps of an index, whatever the prefix", () => {
    assert.deepEqual(parseSitemap(INDEX, 10), {
      pages: [],
      sitemaps: ["http://site.example/1.xml.gz", "http://site.example/2.xml"],
      modified: new Map(),
    });
  });

  it("The sitemap parser reads a text file with one URL a line", () => {
    const text =
      "\uFEFFhttp://site.example/a\r\n\r\n  https://site.example/b \nno URL\nftp://x.example/\n";
    assert.deepEqual(parseSitemap(text, 10).pages, [
      "http://site.example/a",
      "https://site.example/b",
    ]);
  });

  it("The sitemap parser lists the entries before a break", () => {
    const cut = URLSET.slice(0, URLSET.indexOf("<![CDATA"));
    assert.deepEqual(parseSitemap(cut, 10).pages, ["http://site.example/a?b=1&c=2"]);
  });

  it("The sitemap parser lists no more than asked for", () => {
    const text = "http://site.example/\n".repeat(100);
    assert.equal(parseSitemap(text, 7).pages.length, 7);
    const xml = "<urlset>" + "<url><loc>http://site.example/</loc></url>".repeat(100);
    assert.equal(parseSitemap(xml, 7).pages.length, 7);
  });

  it("The sitemap parser lists nothing from a file that is no sitemap", () => {
    for (const text of [
      "",
      "hello",
      "<!doctype html><p><a href=x>y</a>",
      "<rss><channel><loc>x</loc>",
    ]) {
      assert.deepEqual(parseSitemap(text, 10), NOTHING, text);
    }
  });

  it("The sitemap parser never resolves entities that the file defines", () => {
    const xml = `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "boom">]>
      <urlset><url><loc>http://site.example/&x;&y;</loc></url></urlset>`;
    assert.deepEqual(parseSitemap(xml, 10).pages, ["http://site.example/&x;&y;"]);
  });

  it("The sitemap parser stops at once when elements nest without end", () => {
    const started = processorMs();
    const deep = "<a>".repeat(200_000) + "</b>".repeat(200_000);
    assert.deepEqual(parseSitemap(deep, 10), NOTHING);
    assert.ok(processorMs() - started < 500);
  });

  it("The sitemap parser never throws, whatever the text", () => {
    const piece = fc.constantFrom(
      "<url>",
      "<loc>",
      "</loc>",
      "</url>",
      "<![CDATA[",
      "]]>",
      "<!--",
      "&#x",
      "http://a/",
    );
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 });
    const survives = (pieces: readonly string[]) => {
      assert.ok(parseSitemap(pieces.join(""), 3).pages.length <= 3);
    };
    fc.assert(fc.property(text, survives), { seed: 1, numRuns: 200 });
  });
});
