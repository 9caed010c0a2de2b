import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { prose, viewOf } from "./a-page.ts";

const NAVIGATION = `<ul>${"<li><a href=/x>Section name</a>".repeat(8)}</ul>`;
const linesOf = (html: string): string[] => viewOf(html).mainText.split("\n");

describe("mainText", () => {
  it("mainText keeps prose and the short blocks among it, and leaves out lists of links", () => {
    const [first, second, third] = [prose(40, "a"), prose(40, "b"), prose(40, "c")];
    const html = `${NAVIGATION}<div><p>${first}<h2>A heading</h2><p>${second}<p>Short.<p>${third}</div>${NAVIGATION}`;
    assert.deepEqual(linesOf(html), [first, "A heading", second, "Short.", third]);
  });

  it("mainText keeps all of a list, table or preformatted text before and after the prose, with its heading", () => {
    const [first, second] = [prose(40, "a"), prose(40, "b")];
    const items = ["one", "two", "three", "four", "five"];
    const lists = [
      `<ul>${items.map((item) => `<li>${item}`).join("")}</ul>`,
      `<dl>${items.map((item) => `<dt>${item}`).join("")}</dl>`,
      `<table>${items.map((item) => `<tr><td>${item}`).join("")}</table>`,
      `<pre>${items.join("\n")}</pre>`,
      `<ol><li><ul><li>one<li>two</ul><li>three<li>four<li>five</ol>`,
    ];
    for (const list of lists) {
      const texts = `<p>${first}<p>${second}`;
      for (const part of ["main", "div", "article"]) {
        const before = linesOf(`<${part}><h2>Needed</h2>${list}${texts}</${part}>`);
        assert.deepEqual(before, ["Needed", ...items, first, second], list);
        const after = linesOf(`<${part}>${texts}<h2>Needed</h2>${list}</${part}>`);
        assert.deepEqual(after, [first, second, "Needed", ...items], list);
      }
    }
  });

  it("mainText does not go on into a list of links, or the other rows of a table that holds the prose", () => {
    const [first, second] = [prose(40, "a"), prose(40, "b")];
    const notes = ["Printed on Monday.", "Set in Garamond.", "Page 7 of 9.", "Third edition."];
    const rows = [first, second, ...notes].map((row) => `<tr><td>${row}`).join("");
    assert.deepEqual(linesOf(`<table>${rows}</table>`), [first, second, ...notes.slice(0, 2)]);
    const links = notes.map((note) => `<li>${note} <a href=/x>${note} ${note}</a>`).join("");
    const lines = linesOf(`<div><p>${first}<p>${second}<ul>${links}</ul></div>`);
    assert.equal(lines.length, 4);
  });

  it("mainText keeps a paragraph with some links in it", () => {
    const linked = `${prose(20)} <a href=/a>some words of a link</a> ${prose(20)}`;
    assert.match(viewOf(`<p>${linked}<p>${prose(50)}`).mainText, /some words of a link/);
  });

  it("mainText uses the names that a page gives its parts", () => {
    const body = prose(60);
    for (const aside of [
      "<aside>",
      "<nav>",
      "<footer>",
      "<div class='sidebar left'>",
      "<div id=relatedPosts>",
      "<div role=complementary>",
      "<section class=comment-list>",
    ]) {
      const closing = aside.replace(/^<(\w+).*$/, "</$1>");
      assert.equal(
        viewOf(`<div>${body}</div>${aside}<p>${prose(45, "other")}${closing}`).mainText,
        body,
      );
    }
  });

  it("mainText does not take a part for what its name says it has or lacks", () => {
    const names = ["no-sidebar", "content with-sidebar", "has_footer", "with-cookie-banner"];
    const texts = [prose(40, "a"), prose(40, "b")];
    const box = `<div class=about><p>${prose(50, "x")}</div>`;
    for (const name of names)
      assert.deepEqual(
        linesOf(`<div class="${name}"><p>${texts.join("<p>")}</div>${box}`).slice(0, 2),
        texts,
        name,
      );
  });

  it("mainText keeps headings whatever their ids are, which are their own words", () => {
    const text = (topic: string) => `<h2 id="${topic}">${topic}</h2><p>${prose(40, topic)}`;
    const topics = ["cookies", "navigation", "comments", "tags", "copyright"];
    const lines = linesOf(`<div>${topics.map(text).join("")}</div>`);
    assert.deepEqual(
      lines,
      topics.flatMap((topic) => [topic, prose(40, topic)]),
    );
  });

  it("mainText lets a content name outweigh a name of another kind", () => {
    const body = prose(60);
    assert.equal(viewOf(`<div class='widget entry-content'>${body}</div>`).mainText, body);
  });

  it("mainText accepts comments as content when there is nothing else, as in a forum", () => {
    const posts = [prose(30, "a"), prose(30, "b"), prose(30, "c")];
    const html = `${NAVIGATION}${posts.map((post) => `<div class=comment>${post}</div>`).join("")}`;
    assert.deepEqual(linesOf(html), posts);
  });

  it("mainText takes the one article with the heading, even if comments are longer", () => {
    const [first, second] = [prose(45, "a"), prose(45, "b")];
    const others = `<article><p>${prose(90, "x")}</article>`.repeat(3);
    const html = `<article><h1>Title</h1><p>${first}<p>${second}</article>${others}`;
    assert.deepEqual(linesOf(html), ["Title", first, second]);
  });

  it("mainText finds the posts of a thread in their common container", () => {
    const posts = Array.from({ length: 5 }, (_, index) => prose(30, `p${index}x`));
    const rows = posts.map((post) => `<tr><td>Name<td>${post}`).join("");
    const { mainText } = viewOf(`<table><tr><td>${NAVIGATION}</table><table>${rows}</table>`);
    for (const post of posts) assert.ok(mainText.includes(post));
    assert.doesNotMatch(mainText, /Section name/);
  });

  it("mainText reads pages without paragraphs", () => {
    const [first, second] = [prose(40, "a"), prose(40, "b")];
    assert.deepEqual(linesOf(`<body>${first}<br><br>${second}<hr><a href=/>Home</a>`), [
      first,
      second,
    ]);
  });

  it("mainText leaves out captions, imprints and repetitions", () => {
    const body = prose(60);
    const figure = `<figure><img><figcaption>${prose(20, "c")}</figcaption></figure>`;
    const imprint =
      "<p>© 2020 Some Publisher, all rights reserved, reproduction in whole or in part is prohibited.";
    const view = viewOf(
      `<div><p>${body}</p>${figure}<p>${prose(60, "d")}<p>${body}</div><hr><hr>${imprint}`,
    );
    assert.deepEqual(view.mainText.split("\n").slice(0, 2), [body, prose(60, "d")]);
    assert.equal(view.mainText.split(body).length, 2);
    assert.doesNotMatch(view.mainText, /c0 c1/);
  });

  it("mainText falls back to text outside links, then to all text", () => {
    assert.equal(viewOf("<p>Moved.<p><a href=/new>New address</a>").mainText, "Moved.");
    assert.equal(viewOf("<a href=/a>Only</a><p><a href=/b>links</a>").mainText, "Only\nlinks");
    assert.equal(viewOf("<img src=x>").mainText, "");
  });

  const SHORT = "The drone is the male bee of the hive.";
  const LONG = prose(90, "note");

  it("mainText keeps a short text in main, an article or role=main beside longer text", () => {
    for (const [open, close] of [
      ["<main>", "</main>"],
      ["<div role=main>", "</div>"],
      ["<div><article>", "</article></div>"],
    ]) {
      const content = `${open}<h1>Drone</h1><p>${SHORT}</p>${close}`;
      assert.deepEqual(linesOf(`${content}<div><p>${LONG}</p></div>`), ["Drone", SHORT], open);
    }
  });

  it("mainText keeps a short text beside what tags, roles and names call something else", () => {
    for (const tag of [
      "footer",
      "nav",
      "aside",
      "dialog open",
      "div role=alert",
      "div role=complementary",
      "div class=site-footer",
      "div id=cookie-banner",
    ]) {
      const beside = `<${tag}><p>${LONG}</p></${tag.split(" ")[0]}>`;
      assert.deepEqual(linesOf(`${beside}<h1>Drone</h1><p>${SHORT}</p>`), ["Drone", SHORT], tag);
    }
  });

  it("mainText leaves out the page's header, forms and parts full of buttons beside the heading", () => {
    for (const beside of [
      `<header><p>${LONG}</p></header>`,
      `<form><p>${LONG}</p></form>`,
      `<div><p>${prose(25, "note")}</p><button>Yes</button> <button>No</button></div>`,
    ])
      assert.deepEqual(
        linesOf(`${beside}<div><h1>Drone</h1><p>${SHORT}</p></div>`),
        ["Drone", SHORT],
        beside,
      );
  });

  it("mainText never takes a note for content, even on a page with nothing but links", () => {
    const note = `<div class=cookie-consent><p>${LONG}</p></div>`;
    assert.equal(viewOf(`${note}<p><a href=/a>One</a>`).mainText, "One");
    assert.doesNotMatch(viewOf(`${note}${NAVIGATION}`).mainText, /note1/);
  });

  it("mainText of a list of links is the list, without the menu before its heading", () => {
    const names = Array.from({ length: 8 }, (_, at) => `Name ${at}`);
    const list = `<ul>${names.map((name) => `<li><a href=/x>${name}</a>`).join("")}</ul>`;
    const menu = "<div><a href=/m>Menu</a></div>";
    assert.deepEqual(linesOf(`${menu}<div><h1>Names</h1>${list}</div>`), ["Names", ...names]);
    assert.deepEqual(linesOf(`${menu}<main><h1>Names</h1>${list}</main>`), ["Names", ...names]);
  });

  it("mainText takes much prose for content whatever the elements around it are called", () => {
    const paragraphs = Array.from({ length: 5 }, (_, at) => prose(40, `p${at}x`));
    const body = paragraphs.map((text) => `<p>${text}</p>`).join("");
    const html = `<main><h1>Title</h1><p>By somebody who writes for us</p><div class=meta>${body}</div></main>`;
    for (const text of paragraphs) assert.ok(viewOf(html).mainText.includes(text));
  });

  it("mainText keeps the words under the first-level heading of a short page beside longer ones", () => {
    const lines = linesOf(`<h1>Drone</h1><p>${SHORT}</p><div><p>${LONG}</p></div>`);
    assert.ok(lines.includes(SHORT));
  });

  it("mainText measures scripts without spaces by what they say", () => {
    const text = "雄蜂是蜂群中的雄性个体，没有螫针。";
    const beside = `<footer>${"订阅我们的通讯，每周五即可收到编辑精选的最新报道。".repeat(5)}</footer>`;
    assert.deepEqual(linesOf(`<h1>雄蜂</h1><p>${text}</p>${beside}`), ["雄蜂", text]);
  });

  it("mainText passes over an empty main and a short one without the heading", () => {
    const article = `<div><h1>Title</h1><p>${prose(150)}</p><p>${prose(150, "b")}</p></div>`;
    for (const main of ["<main></main>", "<main><p>Loading the page, please wait.</p></main>"])
      assert.match(viewOf(`${main}${article}`).mainText, /water100/);
  });
});

describe("form of the main text", () => {
  const textOf = (html: string): string => viewOf(`<main><h1>T</h1>${html}</main>`).mainText;

  it("Lines of a preformatted text keep their indentation and the empty lines between them", () => {
    const html = "<pre>\ndef f(x):\n    <b>return</b> <i>x</i>\n\n\tend  of  it\n</pre><p>After.";
    assert.equal(textOf(html), "T\ndef f(x):\n    return x\n\n\tend  of  it\nAfter.");
  });

  it("Rows of a table of data are lines, with tabs between cells and for empty ones", () => {
    const rows = "<tr><th>a<th>b<th>c<tr><td>1<td><td><a href=/x>3</a>";
    assert.equal(textOf(`<table>${rows}</table>`), "T\na\tb\tc\n1\t\t3");
  });

  it("Cells of a table that lays out a page stay blocks", () => {
    const html = "<table><tr><td><h2>One</h2><p>first<td><p>second<tr><td>x<td>y</table>";
    assert.equal(textOf(html), "T\nOne\nfirst\nsecond\nx\ny");
  });

  it("Line breaks, items and terms are lines", () => {
    const html = "<p>one<br>two<ul><li>i1<li>i2<ul><li>i3</ul></ul><dl><dt>t<dd>d</dl>";
    assert.equal(textOf(html), "T\none\ntwo\ni1\ni2\ni3\nt\nd");
  });
});
