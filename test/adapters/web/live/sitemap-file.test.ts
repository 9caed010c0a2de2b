import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import {
  listOf,
  readSitemapFile,
  type SitemapFile,
} from "../../../../lib/adapters/web/live/sitemap-file.ts";
import { processorMs } from "../../../support/processor-ms.ts";

const A = "http://site.example/a";
const B = "http://site.example/b";
const PROTOCOL = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** A file with one page a URL, as a generator writes it. */
function aList(...urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${PROTOCOL}">${entries.join("")}</urlset>`;
}

/** Returns what is read of a body: pages and sitemaps, or why there are none. */
async function read(
  body: string | Uint8Array,
  charset?: string,
): Promise<readonly string[] | string> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const page = { body: bytes, charset, truncated: false };
  return listed(await readSitemapFile(page, 1_000_000));
}

function listed(file: SitemapFile | string): readonly string[] | string {
  if (typeof file === "string") return file;
  const { pages, sitemaps } = file;
  return [...pages.map(({ href }) => href), ...sitemaps.map((href) => `index ${href}`)];
}

function wide(text: string, byteOrder: "le" | "be"): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return byteOrder === "le" ? bytes : bytes.swap16();
}

describe("the list in a sitemap file", () => {
  it("A sitemap lists pages with the last change that it states, not their pictures", () => {
    const file = listOf(
      `<urlset xmlns:image="http://x.example/image"><url><lastmod>2026-01-01</lastmod><loc> ${A}?b=1&amp;c=2
        </loc><image:image><image:loc>${A}.png</image:loc></image:image></url>
        <url><loc><![CDATA[${B}]]></loc><lastmod>soon</lastmod></url><url><loc></loc></url></urlset>`,
      10,
    );
    assert.deepEqual(file, {
      pages: [
        { href: `${A}?b=1&c=2`, at: Date.UTC(2026, 0, 1) },
        { href: B, at: undefined },
      ],
      sitemaps: [],
      beyond: 0,
    });
  });

  it("An index lists sitemaps, whatever its prefix, namespace or case", async () => {
    for (const file of [
      `<sm:sitemapindex xmlns:sm="${PROTOCOL}"><sm:sitemap><sm:loc>${A}</sm:loc></sm:sitemap></sm:sitemapindex>`,
      `<sitemapindex xmlns="http://other.example/"><sitemap><loc>${A}</loc></sitemap></sitemapindex>`,
      `<SITEMAPINDEX><SITEMAP><LOC>${A}</LOC></SITEMAP></SITEMAPINDEX>`,
      `<urlset><sitemap><loc>${A}</loc></sitemap></urlset>`,
    ])
      assert.deepEqual(await read(file), [`index ${A}`], file);
  });

  it("A file with one URL a line is a sitemap, too", async () => {
    const text = `\uFEFF${A}\r\n\r\n  ${B} \nno URL\nftp://x.example/\n`;
    assert.deepEqual(await read(text), [A, B]);
    assert.deepEqual(await read(gzipSync(text)), [A, B]);
  });

  it("Feeds are sitemaps, too: RSS, RSS 1.0 and Atom, with their dates", async () => {
    const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title><link>http://site.example/</link>
      <item><title>a</title><link>${A}</link><pubDate>Thu, 05 Jan 2017 12:34:50 GMT</pubDate></item>
      <item><guid>${B}</guid></item></channel></rss>`;
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel><title>t</title><link>http://site.example/</link></channel>
      <item rdf:about="${A}"><title>a</title><link>${A}</link></item></rdf:RDF>`;
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><id>t</id><updated>2003-12-13T18:30:02Z</updated>
      <entry><title>a</title><link href="${A}" rel="alternate"/><id>i</id><updated>2003-12-13T18:30:02Z</updated></entry></feed>`;
    assert.deepEqual(await read(rss), [A, B]);
    assert.deepEqual(await read(rdf), [A]);
    assert.deepEqual(await read(atom), [A]);
    const page = { body: Buffer.from(rss), charset: undefined, truncated: false };
    const file = await readSitemapFile(page, 1_000_000);
    assert.ok(typeof file !== "string");
    assert.equal(file.pages[0]?.at, Date.UTC(2017, 0, 5, 12, 34, 50));
    assert.equal(await read("<rss><channel><title>t</title></channel></rss>"), "no-entries");
  });

  it("The encoding is that of the mark, the header or the declaration, or is told by the bytes", async () => {
    const umlaut = "http://site.example/ü";
    const latin = (declared: string) =>
      Buffer.from(aList(umlaut).replace("UTF-8", declared), "latin1");
    assert.deepEqual(await read(latin("ISO-8859-1")), [umlaut]);
    assert.deepEqual(await read(latin("windows-1252")), [umlaut]);
    const undeclared = aList(umlaut).replace(' encoding="UTF-8"', "");
    assert.deepEqual(await read(Buffer.from(undeclared, "latin1"), "iso-8859-1"), [umlaut]);
    assert.deepEqual(await read(undeclared), [umlaut]);
    assert.deepEqual(await read(`\uFEFF${aList(umlaut)}`), [umlaut]);
    for (const byteOrder of ["le", "be"] as const) {
      const declared = aList(umlaut).replace("UTF-8", "UTF-16");
      assert.deepEqual(await read(wide(`\uFEFF${declared}`, byteOrder)), [umlaut]);
      assert.deepEqual(await read(wide(declared, byteOrder)), [umlaut]);
      assert.deepEqual(await read(wide(`\uFEFF${umlaut}\n${A}`, byteOrder)), [umlaut, A]);
    }
  });

  it("A packed file is told by its bytes, and may be packed twice or cut", async () => {
    const list = aList(...Array.from({ length: 200 }, (_, at) => `${A}/${at}`));
    assert.equal((await read(gzipSync(list))).length, 200);
    assert.equal((await read(gzipSync(gzipSync(list)))).length, 200);
    const cut = await read(gzipSync(list).subarray(0, -12));
    assert.ok(Array.isArray(cut) && cut.length > 100 && cut.every((href) => href.startsWith(A)));
    assert.equal(await read(new Uint8Array([0x1f, 0x8b, 0, 0])), "decompression");
  });
});

describe("sitemap files that are not as they should be", () => {
  it("Notices of scripts, blank lines and comments may come before", async () => {
    for (const before of [
      "\n\n",
      "Warning: a notice\n",
      "<br />\n<b>Warning</b>: a notice<br />\n",
    ])
      assert.deepEqual(await read(before + aList(A)), [A], before);
    const comment = `<urlset><!-- <url><loc>${B}</loc></url> --><url><loc>${A}</loc></url></urlset>`;
    assert.deepEqual(await read(comment), [A]);
  });

  it("URLs without `loc`, without an entry and within other elements are read", async () => {
    const index = `<sitemapindex><sitemap>${A}</sitemap><sitemap>\n${B}\n</sitemap></sitemapindex>`;
    assert.deepEqual(await read(index), [`index ${A}`, `index ${B}`]);
    assert.deepEqual(await read(`<urlset><loc>${A}</loc><loc>${B}</loc></urlset>`), [A, B]);
    assert.deepEqual(await read(`<sitemapindex><loc>${A}</loc></sitemapindex>`), [`index ${A}`]);
    const nested = `<urlset><url><loc><url><![CDATA[${A}]]></url></loc></url><url><loc><a href="x">${B}</a></loc></url></urlset>`;
    assert.deepEqual(await read(nested), [A, B]);
    assert.equal(await read("<urlset><url>a page</url></urlset>"), "no-entries");
  });

  it("Elements that are not closed end with the next entry", async () => {
    assert.deepEqual(await read(`<urlset><url><loc>${A}<url><loc>${B}</loc></url></urlset>`), [
      A,
      B,
    ]);
    assert.deepEqual(await read(`<urlset><url><loc>${A}</url><url><loc>${B}</url></urlset>`), [
      A,
      B,
    ]);
    assert.deepEqual(await read(`<urlset><url><loc>${A}<loc>${B}</loc></urlset>`), [A, B]);
  });

  it("Signs that should be escaped, blanks and controls do no harm to other entries", async () => {
    const raw = `<urlset><url><loc>${A}?b=1&c=2&copy=3</loc></url><url><title>1 < 2 <3</title><loc>\u00a0${B}\t</loc></url></urlset>`;
    assert.deepEqual(await read(raw), [`${A}?b=1&c=2&copy=3`, B]);
    assert.deepEqual(await read(aList(`${A}\u0001`, B)), [`${A}\u0001`, B]);
    assert.deepEqual(await read(aList(`${A}?b=&nbsp;c`, B)), [`${A}?b=&nbsp;c`, B]);
  });

  it("A file that is cut lists what is whole: a URL that is cut is another one", async () => {
    const list = aList(A, B);
    const end = list.indexOf(B) + B.length;
    for (const length of [end - 1, end]) assert.deepEqual(await read(list.slice(0, length)), [A]);
    for (const tag of ["</", "</lo", "</loc>", "</loc></ur"])
      assert.deepEqual(await read(list.slice(0, end) + tag), [A, B], tag);
    const index = `<sitemapindex><sitemap><loc>${A}</loc><las`;
    assert.deepEqual(await read(index), [`index ${A}`]);
  });

  it("A list has no more entries than are asked for, and counts the others", () => {
    const text = listOf(`${A}\n`.repeat(100), 7);
    const xml = listOf(`<urlset>${`<url><loc>${A}</loc></url>`.repeat(100)}</urlset>`, 7);
    for (const file of [text, xml]) {
      assert.ok(typeof file !== "string");
      assert.deepEqual([file.pages.length, file.beyond], [7, 93]);
    }
  });

  it("A file that lists nothing says what it is", async () => {
    assert.equal(await read(""), "no-entries");
    assert.equal(await read(" \n"), "no-entries");
    assert.equal(await read(aList()), "no-entries");
    assert.equal(await read(`<!doctype html><p><a href=${A}>y</a>`), "html");
    assert.equal(await read(`<html><body>Not found`), "html");
    assert.equal(await read("hello"), "not-a-sitemap");
    assert.equal(await read("<p>hello"), "not-a-sitemap");
    assert.equal(await read('{"a":1}'), "not-a-sitemap");
  });
});

describe("sitemap files of attackers", () => {
  it("A sitemap never resolves entities that it defines", async () => {
    const xml = `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "boom">]>
      <urlset><url><loc>http://site.example/&x;&y;</loc></url></urlset>`;
    assert.deepEqual(await read(xml), ["http://site.example/&x;&y;"]);
  });

  it("A sitemap is left at once when its elements nest without end", async () => {
    const started = processorMs();
    const deep = "<a>".repeat(200_000) + "</b>".repeat(200_000);
    assert.equal(await read(deep), "not-a-sitemap");
    assert.ok(processorMs() - started < 500);
  });

  it("No text makes the reading of a sitemap fail", () => {
    const piece = fc.constantFrom(
      "<url>",
      "<loc>",
      "</loc>",
      "</url>",
      "<sitemap>",
      "<![CDATA[",
      "]]>",
      "<!--",
      "&#x",
      "http://a/",
      "<urlset>",
    );
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 });
    const survives = (pieces: readonly string[]) => {
      const file = listOf(pieces.join(""), 3);
      assert.ok(typeof file === "string" || file.pages.length + file.sitemaps.length <= 3);
    };
    fc.assert(fc.property(text, survives), { seed: 1, numRuns: 200 });
  });
});
