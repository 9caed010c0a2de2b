import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { PdfLink, PdfText } from "../../../../lib/domain/page/pdf/pdf-document.ts";
import { pdfHtml } from "../../../../lib/domain/page/pdf/pdf-html.ts";

/** A line of ten points whose letters are five points wide. */
const aLine = (text: string, y: number, parts: Partial<PdfText> = {}): PdfText => {
  return { text, x: 0, y, width: text.length * 5, height: 10, endsLine: true, ...parts };
};

const aLink = (href: string, y: number, from: number, to: number): PdfLink => {
  return { href, left: from * 5, right: to * 5, bottom: y - 2, top: y + 10 };
};

function bodyOf(texts: readonly PdfText[], links: readonly PdfLink[] = []): string {
  const html = pdfHtml({ title: "T", language: undefined, pages: [{ texts, links }] });
  return html.replace("<!doctype html><html><title>T</title>", "");
}

describe("a PDF as HTML", () => {
  it("Lines are one paragraph until there is a gap, another size, or a line higher up, as in the next column", () => {
    const texts = [
      aLine("A heading", 700, { height: 14 }),
      aLine("One", 680),
      aLine("two.", 668),
      aLine("Three", 640),
      aLine("Column", 680, { x: 300 }),
    ];
    const paragraphs = ["A heading", "One two.", "Three", "Column"];
    assert.equal(bodyOf(texts), paragraphs.map((text) => `<p>${text}</p>`).join("\n"));
  });

  it("A word that a line divides is one, and a hyphen before a capital stays", () => {
    assert.equal(bodyOf([aLine("bee-", 700), aLine("keeping", 688)]), "<p>beekeeping</p>");
    assert.equal(bodyOf([aLine("Baden-", 700), aLine("Baden", 688)]), "<p>Baden- Baden</p>");
  });

  it("A link that goes on in the next line is one", () => {
    const links = [aLink("https://a.example/", 700, 4, 9), aLink("https://a.example/", 688, 0, 4)];
    assert.equal(
      bodyOf([aLine("See many", 700), aLine("bees.", 688)], links),
      '<p>See <a href="https://a.example/">many bees</a>.</p>',
    );
  });

  it("A link ends at the nearest end of a word, as letters differ in width", () => {
    const links = [aLink("https://a.example/", 700, 5, 7)];
    assert.match(bodyOf([aLine("See many bees", 700)], links), />many<\/a> bees/);
  });

  it("What is in a PDF is text in HTML, whatever it is", () => {
    const links = [aLink('"><script>', 700, 0, 3)];
    assert.equal(
      bodyOf([aLine("<b> & x", 700)], links),
      '<p><a href="&quot;&gt;&lt;script&gt;">&lt;b</a>&gt; &amp; x</p>',
    );
  });

  it("Each letter of a PDF is in its HTML once, wherever texts and links are", () => {
    const number = fc.double({ noDefaultInfinity: true });
    const text = fc.record({
      ...{ text: fc.stringMatching(/^[a-z ]{0,9}$/), x: number, y: number },
      ...{ width: number, height: number, endsLine: fc.boolean() },
    });
    const href = fc.constantFrom("https://a.example/", "https://b.example/");
    const link = fc.record({ href, left: number, bottom: number, right: number, top: number });
    fc.assert(
      fc.property(fc.array(text), fc.array(link), (texts, links) => {
        const shown = bodyOf(texts, links).replace(/<[^>]*>/g, "");
        const letters = (all: string) => all.replace(/\s/g, "");
        assert.equal(letters(shown), letters(texts.map((each) => each.text).join("")));
      }),
      { seed: 1 },
    );
  });
});
