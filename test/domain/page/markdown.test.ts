import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { pageMarkdown } from "../../../lib/domain/page/markdown.ts";
import { aUrl, viewOf } from "./a-page.ts";

const BASE = aUrl("http://site.example/dir/page");

const markdownOf = (html: string): string =>
  pageMarkdown({ html: `<main>${html}</main>`, base: BASE });

/** HTML, and its Markdown as the specifications of CommonMark and GitHub Flavored Markdown read it. */
const EXAMPLES: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  headings: ["<h1>foo</h1><h2>foo</h2><h6>foo</h6>", "# foo\n\n## foo\n\n###### foo"],
  emphasis: ["<p><strong>foo, <em>bar</em>, baz</strong></p>", "**foo, *bar*, baz**"],
  "emphasis that could not be read": ['<p>a<strong>"foo"</strong></p>', 'a"foo"'],
  strikethrough: ["<p><del>Hi</del> Hello, world!</p>", "~~Hi~~ Hello, world!"],
  code: ["<p><code>foo ` bar</code></p>", "``foo ` bar``"],
  "code of a backtick": ["<p><code>``</code></p>", "``` `` ```"],
  "line break": ["<p>foo<br>baz</p>", "foo\\\nbaz"],
  fence: ["<pre><code>aaa\n```\n\n b</code></pre>", "````\naaa\n```\n\n b\n````"],
  link: ['<p><a href="/uri">link</a></p>', "[link](http://site.example/uri)"],
  "link with brackets": [
    '<p><a href="/a(b)">[x]</a></p>',
    "[\\[x\\]](http://site.example/a%28b%29)",
  ],
  image: [
    '<p>My <img src="train.jpg" alt="foo bar"></p>',
    "My ![foo bar](http://site.example/dir/train.jpg)",
  ],
  quotation: ["<blockquote><p>bar</p><p>foo</p></blockquote>", "> bar\n>\n> foo"],
  "nested lists": [
    "<ul><li>foo<ul><li>bar<ul><li>baz</ul></ul><li>last</ul>",
    "- foo\n  - bar\n    - baz\n- last",
  ],
  "ordered list": ["<ol start=9><li>ok<li><p>not</p><p>so</p></ol>", "9. ok\n10. not\n\n    so"],
  "quotation in a list": ["<ol><li>A<blockquote>B</blockquote></ol>", "1. A\n\n   > B"],
  table: [
    "<table><tr><th>foo<th>bar<tr><td>baz<td>b|m</table>",
    "| foo | bar |\n| --- | --- |\n| baz | b\\|m |",
  ],
  "table without a head": [
    "<table><tr><td>a<td>b<tr><td colspan=2>c</table>",
    "|  |  |\n| --- | --- |\n| a | b |\n| c |  |",
  ],
  "signs that mean nothing": [
    "<p>*not* [a](/b) `c` \\d <x &amp;amp; snake_case _e_</p>".replace("<x", "&lt;x"),
    "\\*not\\* \\[a\\](/b) \\`c\\` \\\\d \\<x \\&amp; snake_case \\_e\\_",
  ],
  "beginnings of lines": [
    "<p># a</p><p>- b</p><p>1. c</p><p>2) d</p><p>&gt; e</p><p>=== f</p>",
    "\\# a\n\n\\- b\n\n1\\. c\n\n2\\) d\n\n\\> e\n\n\\=== f",
  ],
};

describe("pageMarkdown", () => {
  for (const [name, [html, markdown]] of Object.entries(EXAMPLES))
    it(`Markdown of a main text: ${name}`, () => assert.equal(markdownOf(html), markdown));

  it("Markdown leaves out what is not main text", () => {
    const html = "<nav><a href=/a>Home</a></nav><main><h1>A</h1><p>Some words.</p></main>";
    assert.equal(pageMarkdown({ html, base: BASE }), "# A\n\nSome words.");
  });

  it("Markdown has the words of the plain form, in the same order", () => {
    const words = fc.constantFrom(
      "a1",
      "b2",
      "*c*",
      "_d",
      "`e`",
      "f|g",
      "3.",
      "- h",
      "<br>",
      "# i",
    );
    const tags = fc.constantFrom(
      "p",
      "b",
      "em",
      "code",
      "ul",
      "li",
      "ol",
      "blockquote",
      "h2",
      "pre",
      "table",
      "tr",
      "td",
      "del",
    );
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        words,
        fc.tuple(tags, fc.array(tie("node"), { maxLength: 4 })).map(([tag, inner]) => {
          return `<${tag}>${inner.join(" ")}</${tag}>`;
        }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(tree.node, { maxLength: 6 }), (nodes) => {
        const html = `<main>${nodes.join(" ")}</main>`;
        assert.deepEqual(
          wordsOf(pageMarkdown({ html, base: BASE }).replaceAll("<br>", " ")),
          wordsOf(viewOf(html).mainText),
        );
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it("Quotations in quotations are written 32 deep, so that no page becomes many times its size", () => {
    const markdown = markdownOf(
      `${"<blockquote>".repeat(400)}${"<p>so it was said</p>".repeat(1_000)}`,
    );
    assert.match(markdown, /^(?:> ){32}so it was said\n/);
    assert.ok(markdown.length < 200 * 1_000, `${markdown.length} characters`);
  });
});

/** The words of letters; numbers of lists are none of them. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[a-z]\d?/g) ?? [];
}
