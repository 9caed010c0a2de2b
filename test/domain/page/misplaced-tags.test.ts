import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { processorMs } from "../../support/processor-ms.ts";
import { viewOf } from "./a-page.ts";

/** Pages that ended here for a reader that takes tags without their places. */
const REST = "<p>after <a href=/after>link</a>";

const pages: readonly (readonly [name: string, html: string])[] = [
  ["a template in a table with an open cell", "<table><template><tr><td>x</template></table>"],
  ["a template with an open caption", "<table><template><caption>x</template></table>"],
  [
    "a template in a template",
    "<table><template><tr><template><td></template></tr></template></table>",
  ],
  ["a template that ends in a select", "<template><select><option>x</template>"],
  ["a script in a script's comment", "<script><!--<script>x</script>y--></script>"],
  ["a script with an empty comment", "<script><!--><script></script>"],
  ["a raw text element in a select", "<select><plaintext><title><style></select>"],
  ["a raw text element in a drawing", "<svg><style><title></title></style></svg>"],
  [
    "a raw text element in a frameset",
    "<frameset><title><frame src=x></frameset><noframes>y</noframes>",
  ],
  ["a comment in noframes", "<noframes><!-- <a href=/in>in</a></noframes>"],
  ["noframes in a comment", "<!-- <noframes> --><!-- </noframes> -->"],
  ["an open iframe in noscript", "<noscript><iframe src=x></noscript>"],
  ["an open iframe in noscript of the head", "<head><noscript><iframe></noscript></head><body>"],
  ["an open style in noscript", "<noscript><style>.a{}</noscript>"],
  ["an open script in noscript", "<noscript><script><!--<script>x</noscript>"],
  ["an open comment in noscript", "<noscript><!-- x</noscript>"],
  ["an open quote in noscript", '<noscript><img src="x></noscript>'],
  ["a noscript in noscript", "<noscript><iframe><noscript><iframe></noscript></iframe></noscript>"],
  ["a CDATA section in HTML", "<![CDATA[ x >"],
  ["a CDATA section in a drawing", "<svg><style><![CDATA[ a > b { } <!-- ]]></style></svg>"],
  ["HTML in a drawing", "<svg><foreignObject><style><!--</style></foreignObject></svg>"],
  ["an object that a table ends", "<table><tr><td><object></table>"],
  ["a head in a body", "<body><head>"],
  ["a cell outside tables", "<object><td></object>"],
];

describe("a page that was sent as XHTML", () => {
  const tags: readonly string[] = ["script", "title", "style", "textarea", "iframe", "div", "a"];
  for (const tag of tags) {
    it(`A ${tag} that closes itself does not swallow the page`, () => {
      const view = viewOf(`<html><head></head><body><${tag} src="x"/>${REST}</body></html>`, true);
      assert.equal(view.text, "after link");
      assert.equal(view.anchors.at(-1)?.url, "http://site.example/after");
    });
  }

  it("Elements count whatever their prefix, and CDATA is text", () => {
    const view = viewOf(
      '<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>T</h:title></h:head>' +
        '<h:body><h:p><![CDATA[a < b]]> <h:a href="/x">link</h:a></h:p></h:body></h:html>',
      true,
    );
    assert.deepEqual([view.title, view.text], ["T", "a < b link"]);
    assert.equal(view.anchors[0]?.url, "http://site.example/x");
  });

  it("As HTML, the same tag is not closed: browsers read on to its end tag", () => {
    assert.equal(viewOf(`<script src="x"/>${REST}`).anchors.length, 0);
  });
});

describe("the rest of a page after misplaced tags", () => {
  for (const [name, html] of pages) {
    it(`The page parser finds text and links after ${name}`, () => {
      const view = viewOf(html + REST);
      assert.ok(view.text.endsWith("after link"), view.text);
      assert.equal(view.anchors.at(-1)?.url, "http://site.example/after");
    });
  }

  it("The page parser takes neither text nor links from templates and nested scripts", () => {
    const html =
      "<head><template><p>no <a href=no>no</a></template><title>T</title>" +
      "<body><script><!--<script></script><a href=no>no</a>--></script>yes";
    const view = viewOf(html);
    assert.equal(view.text, "yes");
    assert.equal(view.title, "T");
    assert.equal(view.anchors.length, 0);
  });

  it("The page parser reads links in noframes and in choices, which some browsers drop", () => {
    const html = "<frameset><frame src=f></frameset><noframes><a href=n>n</a></noframes>";
    const urls = viewOf(html).anchors.map(({ url }) => url);
    assert.deepEqual(urls, ["http://site.example/dir/f", "http://site.example/dir/n"]);
    assert.equal(viewOf("<select><option><a href=x>x</a></select>").anchors.length, 1);
  });

  for (const part of [
    "<script><!--<script></script>",
    "<select><title></select>",
    "<select><plaintext>",
    "<noframes>",
    "<noframes></noframes>",
    "<svg><![CDATA[x]]>",
    "<![CDATA[",
    "<frameset><style>",
    "<div><td>",
    "<p><b><svg></b>",
  ]) {
    it(`The page parser reads a megabyte of ${part} in linear time`, () => {
      const html = part.repeat(Math.ceil(1e6 / part.length));
      const started = processorMs();
      viewOf(html);
      assert.ok(processorMs() - started < 2_000);
    });
  }
});

describe("a page's own redirect (HTML standard, shared declarative refresh steps)", () => {
  const cases: readonly (readonly [content: string, path: string | undefined])[] = [
    ["0; url=/next", "/next"],
    ["0;URL='/next'", "/next"],
    ['5, url = "/next" and more', "/next"],
    ["0.5 /next", "/next"],
    [".;/next", "/next"],
    ["0; '/next", "/next"],
    ["0; url='/n'ext", "/n"],
    ["0; urls", "/dir/urls"],
    ["0; u=1", "/dir/u=1"],
    ["5", undefined],
    ["5;", undefined],
    ["5; ", undefined],
    ["url=/next", undefined],
    ["5x /next", undefined],
    ["-1; /next", undefined],
  ];
  for (const [content, path] of cases) {
    const what = path === undefined ? "is no link" : `is a link to ${path}`;
    it(`A meta refresh with the content ${content} ${what}`, () => {
      const meta = `<meta http-equiv=Refresh content="${content.replaceAll('"', "&quot;")}">`;
      const [anchor, ...more] = viewOf(`<title>T</title>${meta}<p>Wait`).anchors;
      assert.equal(anchor && new URL(anchor.url).pathname, path);
      assert.equal(more.length, 0);
    });
  }

  it("A meta refresh is a link without a text that leaves the rest of the view as it is", () => {
    const refreshed = viewOf("<meta http-equiv=refresh content='0; url=/next'><p>Wait a moment");
    const without = viewOf("<meta name=x><p>Wait a moment");
    const [anchor] = refreshed.anchors;
    assert.equal(anchor?.text, "");
    assert.equal(anchor?.xpath, "/html/meta");
    assert.equal(anchor?.after, "Wait a moment");
    assert.deepEqual({ ...refreshed, anchors: [] }, { ...without, anchors: [] });
  });

  it("A meta refresh to the page itself or out of the web is counted as unusable", () => {
    const html =
      "<meta http-equiv=refresh content='0; url=#top'><meta http-equiv=refresh content='0; url=mailto:a@b.example'>";
    assert.deepEqual(
      viewOf(html).unusableLinks,
      new Map([
        ["same-page", 1],
        ["scheme", 1],
      ]),
    );
  });
});
