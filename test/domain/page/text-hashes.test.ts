import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";
import { linkName, textHashes } from "../../../lib/domain/page/text-hashes.ts";
import { aUrl } from "../../support/a-url.ts";

const LONG = "Words that somebody wrote about bees and hives.";

function printsOf(body: string) {
  const limits = { maxLength: 100_000, overTime: () => false };
  const html = `<html><body>${body}</body></html>`;
  return textHashes(parsePage({ url: aUrl("http://site.example/"), html }, limits));
}

describe("prints of a page's text", () => {
  it("Text prints cover each line with text outside links once, with its length", () => {
    const { lines } = printsOf(`<p>${LONG}</p><p>${LONG}</p><p>Short.</p>`);
    assert.deepEqual(
      lines.map(([, length]) => length),
      [LONG.length],
    );
  });

  it("Text prints leave out the text of links and lines that consist only of links", () => {
    const { lines } = printsOf(
      `<p><a href="/a">${LONG}</a></p><p>${LONG} <a href="/b">more</a></p>`,
    );
    assert.deepEqual(
      lines.map(([, length]) => length),
      [LONG.length + 1],
    );
  });

  it("Text prints leave out rows of lists, which share their words, and keep text among them", () => {
    const row = (name: string, day: number) =>
      `<p>by ${name} on Monday, ${day} January 2015 at 10:${day} am, last reply today</p>`;
    const rows = ["Ann", "Ben", "Cleo", "Dan", "Eve"].map((name, at) => row(name, at + 10));
    const { lines } = printsOf(`${rows.join("")}<p>${LONG}</p>`);
    assert.deepEqual(
      lines.map(([, length]) => length),
      [LONG.length],
    );
  });

  it("Text prints cover each link once, by text and URL", () => {
    const { links } = printsOf(
      `<a href="/a">One 1</a><a href="/a">One 1</a><a href="/b">One 1</a>`,
    );
    assert.deepEqual(
      links.map(([, length, letters, url]) => [length, letters, url]),
      [
        [5, 3, aUrl("http://site.example/a")],
        [5, 3, aUrl("http://site.example/b")],
      ],
    );
    assert.equal(links[0]?.[0], links[1]?.[0]);
  });

  it("Text prints distinguish different texts and are equal for the same text", () => {
    assert.notEqual(linkName("Bees").hash, linkName("bees").hash);
    assert.deepEqual(linkName("Bees"), linkName("Bees"));
    assert.ok(Number.isSafeInteger(linkName(LONG).hash));
  });
});
