import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  contentHash,
  contentPrint,
  hashesText,
  parseHashes,
} from "../../../../lib/domain/page/copies/content-print.ts";
import { SeenContent } from "../../../../lib/domain/page/copies/seen-content.ts";
import { parsePage } from "../../../../lib/domain/page/parse-page.ts";
import { aUrl } from "../../../support/a-url.ts";

const FRAME = ["All rights belong to those who wrote this", "Powered by a program for boards"];

/** Hashes of lines, in ascending order. */
function hashesOf(...lines: readonly string[]): number[] {
  return [...FRAME, ...lines].map(contentHash).toSorted((one, other) => one - other);
}

/** What a page says without a number. */
function said(lines: readonly number[], figures: readonly number[] = []) {
  return { lines, figures };
}

function printOf(body: string, path = "/t/12") {
  const limits = { maxLength: 100_000, overTime: () => false };
  return contentPrint(parsePage({ url: aUrl(`http://site.example${path}`), html: body }, limits));
}

describe("the print of a page's content", () => {
  it("Lines are the same in other letters, with other numbers, and with another end of a long one; links are none", () => {
    const words = "The bees of the old hive were seen by somebody in spring ".repeat(4);
    const one = printOf(
      `<p>${words} 17 times, in May</p><p>Read by 300 visitors of this board</p>`,
    );
    const other = printOf(
      `<p>${words.toUpperCase()}, in June</p><p>Read by 4 visitors of this board</p>`,
    );
    assert.deepEqual(one.lines, other.lines);
    assert.equal(one.lines.length, 2);
    assert.deepEqual(printOf(`<p><a href="/1">All the threads of this board</a></p>`).lines, []);
  });

  it("The numbers of a page's parts, and the thread that its address names, are kept", () => {
    const { parts, thread } = printOf(
      `<div id="post501">Bees.</div><div id="post502">Hives.</div>`,
    );
    assert.deepEqual(new Set(parts), new Set(["501", "502"].map(contentHash)));
    assert.deepEqual(thread, [contentHash("12")]);
  });

  it("Hashes are read as they were written", () => {
    const hashes = hashesOf("bees", "hives");
    assert.deepEqual(parseHashes(hashesText(hashes)), hashes);
    assert.deepEqual(parseHashes(hashesText([])), []);
  });
});

describe("content that was seen", () => {
  const topics = Array.from({ length: 40 }, (_, at) => `topic ${at}`);
  const linesOf = (topic: string) => hashesOf(...[1, 2, 3].map((at) => `${topic} ${at}`));
  const seen = new SeenContent<string>(100);
  for (const topic of topics) {
    const lines = linesOf(topic);
    seen.add(topic, said(lines), seen.repeated(said(lines)) === undefined ? "sought" : "copy");
  }

  it("A page repeats the page that has its lines; the frame of all pages says nothing", () => {
    for (const topic of topics) assert.equal(seen.repeated(said(linesOf(topic))), topic);
    assert.equal(seen.repeated(said(hashesOf("something new"))), undefined);
    assert.equal(seen.repeated(said(hashesOf())), undefined);
    assert.equal(seen.repeated(said([])), undefined);
  });

  it("A page with more than a tenth of new lines repeats none", () => {
    const known = topics.slice(0, 6).flatMap(linesOf);
    const own = [...new Set(known)];
    assert.ok(seen.repeated(said([...own, contentHash("new 1")])) !== undefined);
    const more = Array.from({ length: 3 }, (_, at) => contentHash(`new ${at}`));
    assert.equal(seen.repeated(said([...own, ...more])), undefined);
  });

  it("A line that copies repeat does not become part of the frame", () => {
    const content = new SeenContent<string>(100);
    content.add("first", said(linesOf("bees")), "sought");
    for (let copy = 0; copy < 9; copy += 1)
      content.add(`copy ${copy}`, said(linesOf("bees")), "copy");
    assert.equal(content.repeated(said(linesOf("bees"))), "first");
  });

  it("A page repeats none whose lines are on lists alone, until a page that is looked for has them", () => {
    const content = new SeenContent<string>(100);
    content.add("list", said(hashesOf("bees 1", "bees 2", "bees 3", "hives 1")), "other");
    assert.equal(content.repeated(said(linesOf("bees"))), undefined);
    content.add("page", said(linesOf("bees")), "sought");
    assert.equal(content.repeated(said(linesOf("bees"))), "page");
  });

  it("A page with other numbers repeats none, as tables of figures differ in nothing else; a counter is no content", () => {
    const content = new SeenContent<string>(100);
    const numbers = [1, 2, 3].map((number) => contentHash(`posts ${number}`));
    content.add("first", said(linesOf("bees"), numbers), "sought");
    const others = [4, 5, 6].map((number) => contentHash(`posts ${number}`));
    assert.equal(content.repeated(said(linesOf("bees"), others)), undefined);
    const counted = [...numbers.slice(1), contentHash("read 57 times")];
    assert.equal(content.repeated(said(linesOf("bees"), counted)), "first");
  });

  it("Pages are forgotten beyond the bound, with their lines", () => {
    const content = new SeenContent<string>(2);
    for (const topic of ["a", "b", "c"]) content.add(topic, said(linesOf(topic)), "sought");
    assert.equal(content.repeated(said(linesOf("a"))), undefined);
    assert.equal(content.repeated(said(linesOf("c"))), "c");
  });
});
