import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageRow, PageView } from "../../../lib/domain/page/page-view.ts";
import { processorMs } from "../../support/processor-ms.ts";
import { prose, viewOf } from "./a-page.ts";

/** The row of this name, with its parts as text. */
function rowOf(view: PageView, name: string): Omit<PageRow, "parts"> & { texts: string[] } {
  const row = view.rows.find((each) => each.name === name);
  assert.ok(row !== undefined, `${name}: ${view.rows.map((each) => each.name).join(" ")}`);
  const { parts, ...rest } = row;
  return { ...rest, texts: parts.map(({ start, end }) => view.text.slice(start, end).trim()) };
}

const partsOf = (html: string, name: string) =>
  viewOf(html).rows.find((row) => row.name === name)?.parts ?? [];

describe("the rows of a page", () => {
  it("Page rows are elements whose ids differ by number, and each part extends to the next", () => {
    const html = `<h2>Answers</h2><a id="c1"></a><p>One</p><p>more</p><a name="c22"></a><p>Two</p>
      <h2>Elsewhere</h2><p>Three</p>`;
    assert.deepEqual(rowOf(viewOf(html), "c#"), {
      name: "c#",
      numbered: true,
      bylines: false,
      inComments: false,
      heading: "Answers",
      texts: ["One\nmore", "Two"],
    });
  });

  it("The last part of a page row includes following siblings, but stays within the parent element", () => {
    const html = `<section><div id="c1">One</div><p>by Ann</p></section><p>Footer</p>`;
    assert.deepEqual(rowOf(viewOf(html), "c#").texts, ["One\nby Ann"]);
  });

  it("Page rows contain an id once, even if it is also the name of a link", () => {
    const html = '<dl><dt id="c1"><a name="c1"></a>Ann</dt><dd>One</dd><dt id="c2">Bob</dt></dl>';
    assert.deepEqual(rowOf(viewOf(html), "c#").texts, ["Ann\nOne", "Bob"]);
  });

  it("Page rows are the children of one element that share tag and class, ignoring digits", () => {
    const item = (name: string) => `<li class="row${name} odd">${prose(20, `bee${name}x`)}</li>`;
    const view = viewOf(`<ul>${item("1")}${item("2")}</ul><ul>${item("3")}</ul>`);
    const { texts, numbered } = rowOf(view, "li.row");
    assert.equal(numbered, false);
    assert.deepEqual(texts, [prose(20, "bee1x"), prose(20, "bee2x")]);
  });

  it("Page rows are texts that dated lines of one kind separate, whatever elements hold them", () => {
    const post = (n: number) =>
      `<tr><td class="by">Ann, 3 May 201${n}</td></tr><tr><td>bee${n}</td></tr>`;
    const view = viewOf(`<table>${post(1)}${post(2)}</table><p>since 3 May 2001</p>`);
    const { texts, bylines, numbered } = rowOf(view, "byline td.by");
    assert.deepEqual([bylines, numbered], [true, false]);
    assert.deepEqual(texts.slice(0, 1), ["Ann, 3 May 2011\nbee1"]);
    assert.equal(view.rows.filter((row) => row.bylines).length, 1, "the footer is no row");
  });

  it("Page rows by dated lines begin at the heading above where the lines follow their texts", () => {
    const said = (n: number) => `<p>${prose(9, `bee${n}x`)}</p><p class="by">3 May 201${n}</p>`;
    const view = viewOf(`${said(0)}<h2>Comments</h2>${said(1)}${said(2)}`);
    const rows = view.rows.filter((row) => row.bylines);
    assert.deepEqual(
      rows.map(({ heading, parts }) => [heading, parts.length]),
      [
        ["", 1],
        ["Comments", 2],
      ],
    );
    const [first] = rows[1]?.parts ?? [];
    assert.equal(
      view.text.slice(first?.start, first?.end).trim(),
      `${prose(9, "bee1x")}\n3 May 2011`,
    );
  });

  it("Page rows state whether a part leads to a numbered place, here or elsewhere, by a named link", () => {
    const marks = ['"#msg7">May 5<', '"/other#msg_8">9<', '"#ref-1">↩<', '"/other#top">9<'].map(
      (link) => partsOf(`<p id="part-1">One <a href=${link}/a></p>`, "part-#")[0]?.mark,
    );
    assert.deepEqual(marks, ["here", "elsewhere", undefined, undefined]);
  });

  it("Page rows state which part is cited by a link above it, and the longest link text of a part", () => {
    const html = `<a href="#n1">1</a><p id="n1">One <a href="/a">a</a> <a href="/b">a book</a></p>
      <p id="n2">Two <a href="#n2">2</a></p>`;
    const parts = partsOf(html, "n#").map(({ isCited, title }) => [isCited, title]);
    assert.deepEqual(parts, [
      [true, "a book"],
      [false, ""],
    ]);
  });

  it("Page rows do not take links from one part to the next for citations", () => {
    const html = `<p id="n1">One <a href="#n2">next</a></p><p id="n2">Two</p>`;
    assert.deepEqual(
      partsOf(html, "n#").map(({ isCited }) => isCited),
      [false, false],
    );
  });

  it("Page rows take a number that leads below the page's path for a place on the page", () => {
    const marks = [
      '"/dir/page/post-7">#2<',
      '"/dir/page?p=7">#2<',
      '"/dir/page/7">two<',
      '"/b/7">#2<',
    ].map((link) => partsOf(`<p id="part-1">One <a href=${link}/a></p>`, "part-#")[0]?.mark);
    assert.deepEqual(marks, ["here", "here", undefined, undefined]);
  });

  it("Page rows state whether a date has a name beside it, and whether a heading has a date", () => {
    const read = (html: string) => {
      const [part] = partsOf(`<div id="c7">${html}<p>and some words</p></div>`, "c#");
      return [part?.hasAuthor, part?.hasDatedHeading];
    };
    assert.deepEqual(read('<p><a href="/u/ann">Ann</a>, 3 May 2011</p>'), [true, false]);
    assert.deepEqual(read('<p><a href="/u/ann">Ann</a></p><p>3 May 2011</p>'), [false, false]);
    assert.deepEqual(read('<p><a href="/2011">3 May 2011</a></p>'), [false, false]);
    assert.deepEqual(read("<h3>3 May 2011</h3>"), [false, true]);
  });

  it("Page rows leave out elements that a script fills", () => {
    const view = viewOf('<div id="thread-7"></div><p>since 3 May 2001</p>');
    assert.deepEqual(view.rows, []);
  });

  it("Page rows begin at the byline where it shares an element with the text below, also when text is above", () => {
    const said = (n: number) =>
      `<div><p class="by">3 May 201${n}</p><div>${prose(9, `bee${n}x`)}</div></div>`;
    const view = viewOf(`<h2>Comments</h2><p>${prose(9)}</p>${said(1)}${said(2)}`);
    const { texts } = rowOf(view, "byline p.by");
    assert.deepEqual(
      texts,
      [1, 2].map((n) => `3 May 201${n}\n${prose(9, `bee${n}x`)}`),
    );
  });

  it("Page rows may have a single part when the surrounding elements are named as comments", () => {
    const view = viewOf(`<div class="comments"><div class="entry">${prose(9)}</div></div>`);
    const { inComments, texts } = rowOf(view, "div.entry");
    assert.deepEqual([inComments, texts], [true, [prose(9)]]);
  });

  it("Page rows state whether a part links to itself, whatever separates the words of its name", () => {
    const links = ['"#msg7"', '"/other?p=7#msg_7"', '"/other#msg_8"', '"#"'];
    const found = links.map(
      (href) => partsOf(`<p id="msg_7">One <a href=${href}>link</a></p>`, "msg_#")[0],
    );
    assert.deepEqual(
      found.map((part) => part?.hasPermalink),
      [true, true, false, false],
    );
    assert.deepEqual(
      found.map((part) => part?.linkLength),
      [4, 4, 4, 4],
    );
  });

  it("Page rows state whether a part leads away, by its heading or to a place on another page", () => {
    const cases: readonly [string, boolean, boolean][] = [
      ['<h3><a href="/dir/other">One</a></h3>', true, true],
      ['<h3><a href="/dir/page?id=2">One</a></h3>', true, true],
      ['<h3><a href="/dir/page#x">One</a></h3>', false, true],
      ['<h3>One</h3><a href="/dir/other">more</a>', false, true],
      ['<a href="/dir/other#comments">3 comments</a>', true, false],
      ['<a href="/dir/page?replytocom=7#respond">Reply</a>', false, false],
      ['<h3><a href="http://ann.example/">Ann</a></h3>', false, true],
      ['<a href="http://ann.example/#me">Ann</a>', false, false],
    ];
    for (const [html, linksElsewhere, hasHeading] of cases) {
      const [part] = partsOf(`<div id="c7">${html} and some words</div>`, "c#");
      assert.deepEqual(
        [part?.linksElsewhere, part?.hasHeading],
        [linksElsewhere, hasHeading],
        html,
      );
    }
  });

  it("Page rows are few and built in time on hostile pages", () => {
    const series = (index: number) => index.toString(36).replace(/\d/g, "z");
    const pages = [
      Array.from({ length: 50_000 }, (_, index) => `<p id="x${index}">y`).join(""),
      Array.from({ length: 50_000 }, (_, index) => `<a id="${series(index)}1">y</a>`).join(""),
      `${'<a href="#c1"></a>'.repeat(19_000)}${'<b id="c1"></b>'.repeat(50_000)}end`,
      `${'<div class="comments">'.repeat(250)}${"<div>some words that are many enough</div>".repeat(20_000)}`,
      Array.from(
        { length: 5_000 },
        (_, index) => `<div class="c${series(index)}">${"w ".repeat(50)}</div>`,
      ).join(""),
    ];
    const started = processorMs();
    for (const html of pages) {
      const { rows } = viewOf(html);
      assert.ok(rows.length <= 80);
      for (const { parts } of rows) assert.ok(parts.length <= 20);
    }
    assert.ok(processorMs() - started < 4_000);
  });
});
