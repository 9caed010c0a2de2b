import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { aUrl, viewOf } from "./a-page.ts";

describe("the head of a page", () => {
  it("The page parser gives the first title, with entities decoded and white space folded", () => {
    assert.equal(
      viewOf("<title> Fish &amp;\n chips </title><title>no</title>").title,
      "Fish & chips",
    );
    assert.equal(viewOf("<svg><title>icon</title></svg><title>page</title>").title, "page");
    assert.equal(viewOf("<p>none").title, "");
  });

  it("The page parser takes the language from html, then meta, then the header", () => {
    const url = aUrl("http://site.example/");
    const limits = { maxLength: 1e6, overTime: () => false };
    const meta = '<meta http-equiv=Content-Language content="DE, en">';
    const language = (html: string): string | undefined =>
      parsePage({ url, html, contentLanguage: "fr" }, limits).language;
    assert.equal(language(`<html lang=pt_BR><head>${meta}`), "pt-br");
    assert.equal(language(meta), "de");
    assert.equal(language("<p>x"), "fr");
    assert.equal(viewOf("<html lang='not a language'>").language, undefined);
  });

  it("The page parser resolves the canonical URL and the base, of which the first counts", () => {
    const view = viewOf(
      "<base target=_top><base href=/a/><base href=/b/><link rel='x CANONICAL' href=c><a href=d>d</a>",
    );
    assert.equal(view.baseHref, "http://site.example/a/");
    assert.equal(view.canonicalUrl, "http://site.example/a/c");
    assert.equal(view.anchors[0]?.url, "http://site.example/a/d");
    assert.equal(viewOf("<base href='mailto:x'>").baseHref, undefined);
  });

  it("The page parser reads meta robots, including its own user agent's name", () => {
    const signals = (html: string): unknown => viewOf(html).signals;
    assert.deepEqual(signals("<meta name=ROBOTS content='NoIndex, follow'>"), ["robots: noindex"]);
    assert.deepEqual(signals("<meta name=dowser content=none>"), [
      "robots: nofollow",
      "robots: noindex",
    ]);
    assert.deepEqual(signals("<meta name=otherbot content=none>"), []);
  });

  it("The page parser combines what meta elements and headers say of the use of a page", () => {
    const html = "<meta name=tdm-reservation content=0><meta name=robots content=noai>";
    const headers = [["tdm-reservation", "1"]] as const;
    const url = aUrl("http://site.example/");
    const { signals } = parsePage(
      { url, html, headers },
      { maxLength: 1_000, overTime: () => false },
    );
    assert.deepEqual(signals, ["robots: noai", "tdm-reservation: 1"]);
  });
});

describe("displayed text", () => {
  it("Displayed text has one line per block, with white space folded", () => {
    const html = "<div>one <b>t</b>wo\n three&nbsp;four</div>five<ul><li>six<li>seven</ul>";
    assert.equal(viewOf(html).text, "one two three four\nfive\nsix\nseven");
  });

  it("Displayed text takes one line break for a space and two for the end of a block", () => {
    assert.equal(viewOf("<p>a<br>b<br> <br>c").text, "a b\nc");
  });

  it("Displayed text leaves out content that is never displayed", () => {
    const hidden = [
      "<script>no</script>",
      "<style>no</style>",
      "<noscript>no</noscript>",
      "<template>no</template>",
      "<textarea>no</textarea>",
      "<select><option>no</select>",
      "<svg><text>no</text></svg>",
      "<p hidden>no</p>",
      "<p style='color:red; DISPLAY : none'>no</p>",
      "<p style='display:block;display:none !important'>no</p>",
      "<p style='visibility:hidden'>no</p>",
      "<iframe>no</iframe>",
      "<!-- no -->",
    ];
    assert.equal(
      viewOf(`a${hidden.join("")}b`)
        .text.replace("\n", "")
        .replace("\n", ""),
      "ab",
    );
  });

  it("Displayed text shows a page with frames as it appears without them, including links", () => {
    const view = viewOf(
      "<frameset><frame src=f></frameset><NOFRAMES><body>See <a href=x>this</a></body></NOFRAMES>",
    );
    assert.equal(view.text, "See this");
    assert.deepEqual(
      view.anchors.map(({ url }) => url),
      ["http://site.example/dir/f", "http://site.example/dir/x"],
    );
  });

  it("Displayed text continues after an unclosed drawing", () => {
    assert.equal(viewOf("<svg><path d=x><p>text").text, "text");
  });

  it("Displayed text gives headings with their level", () => {
    assert.deepEqual(viewOf("<h2>A <i>b</i></h2><h6><img></h6><h3>c<h1>d").headings, [
      { level: 2, text: "A b" },
      { level: 3, text: "c" },
      { level: 1, text: "d" },
    ]);
  });

  it("The page parser gives distinct class names and ids in order", () => {
    const view = viewOf("<p class='b a' id=x><i class=' a c '></i><b id=y><b id=x>");
    assert.deepEqual(view.classNames, ["b", "a", "c"]);
    assert.deepEqual(view.ids, ["x", "y"]);
  });
});

describe("anchors", () => {
  it("Anchors have their text, the words around them, their paths and rel", () => {
    const words = "n m l k j i h g f e d c b a";
    const [anchor] = viewOf(
      `<div><p>${words} <a class="big red" rel="NoFollow  ugc" href="?x=1&amp;y=2#z">the <b>link</b></a> 1 2 3</p>4 5 6 7 8 9</div>`,
    ).anchors;
    assert.deepEqual(anchor, {
      url: "http://site.example/dir/page?x=1&y=2",
      text: "the link",
      before: "j i h g f e d c b a",
      after: "1 2 3 4 5 6 7 8 9",
      xpath: "/html/body/div/p/a",
      apath: "/html/body/div/p/a.big.red",
      classPath: "/html/body/div/p/a.big.red",
      rel: ["nofollow", "ugc"],
    });
  });

  it("Anchors include the alternative texts of images and text that is not displayed", () => {
    const [image, hidden] = viewOf(
      "<a href=1><img alt=' a  picture '></a><div hidden><a href=2>menu</a></div>",
    ).anchors;
    assert.equal(image?.text, "a picture");
    assert.equal(hidden?.text, "menu");
  });

  it("Anchors include areas and frames", () => {
    const view = viewOf("<map><area href=a alt=A></map><iframe src=b></iframe>");
    const frames = viewOf("<frameset><frame src=c></frameset>");
    const seen = [...view.anchors, ...frames.anchors].map(({ url, xpath, text }) => [
      url,
      xpath,
      text,
    ]);
    assert.deepEqual(seen, [
      ["http://site.example/dir/a", "/html/body/map/area", "A"],
      ["http://site.example/dir/b", "/html/body/iframe", ""],
      ["http://site.example/dir/c", "/html/frameset/frame", ""],
    ]);
  });

  it("Anchors end where the next one begins", () => {
    const view = viewOf("<a href=1>one<div><a href=2>two</div>three");
    assert.deepEqual(
      view.anchors.map(({ text }) => text),
      ["one", "two"],
    );
  });

  it("Anchors that are not links are counted by reason", () => {
    const view = viewOf(
      "<a href=#top>1</a><a href=' '>2</a><a href=mailto:x@y.example>3</a>" +
        "<a href=javascript:void(0)>4</a><a href=http://[>5</a><a name=x>6</a>",
    );
    assert.deepEqual(
      [...view.unusableLinks],
      [
        ["same-page", 2],
        ["scheme", 2],
        ["malformed", 1],
      ],
    );
    assert.deepEqual(view.anchors, []);
  });

  it("Anchors have the classes of all enclosing elements in one path, with numbers as 0", () => {
    const [anchor] = viewOf(
      "<body class=page><div class=' post  n12-345 '><p><a class=u7 href=1>x</a></div>",
    ).anchors;
    assert.equal(anchor?.classPath, "/html/body.page/div.post.n0-0/p/a.u0");
    assert.equal(anchor?.apath, "/html/body/div/p/a.u7");
  });

  it("Anchors share the strings of their paths", () => {
    const view = viewOf("<ul><li><a href=1>1</a><li><a href=2>2</a></ul>");
    assert.equal(view.anchors[0]?.xpath, view.anchors[1]?.xpath);
    assert.equal(view.anchors[0]?.xpath, "/html/body/ul/li/a");
  });
});

describe("the XPath bag", () => {
  it("The XPath bag counts displayed leaves: links, images and text outside links", () => {
    const view = viewOf(
      "<div>text<ul><li><a href=1>x</a><li><a href=2><img src=x></a></ul><p> <a name=n>named</a></div><p hidden>no<a href=3>no</a>",
    );
    assert.deepEqual(Object.fromEntries(view.xpathBag), {
      "/html/body/div/text()": 1,
      "/html/body/div/ul/li/a": 2,
      "/html/body/div/ul/li/a/img": 1,
      "/html/body/div/p/a/text()": 1,
    });
  });

  it("The XPath bag is the same with and without the tags that HTML implies", () => {
    const full =
      "<html><head><title>t</title></head><body><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table><p>c</p><dl><dt>d</dt><dd>e</dd></dl></body></html>";
    const sloppy =
      "<title>t</title><table><tbody><tr><td>a<td>b</table><p>c<dl><dt>d<dd>e</body></html>";
    assert.deepEqual(viewOf(sloppy).xpathBag, viewOf(full).xpathBag);
  });

  it("The XPath bag distinguishes the items of an inner list from those of the outer one", () => {
    const view = viewOf("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>");
    assert.deepEqual(Object.fromEntries(view.xpathBag), {
      "/html/body/ul/li/text()": 2,
      "/html/body/ul/li/ul/li/text()": 2,
    });
  });

  it("The XPath bag treats unclosed links as siblings", () => {
    assert.deepEqual(
      [...viewOf("<p><a href=1>x<b>y<a href=2>z").xpathBag],
      [["/html/body/p/a", 2]],
    );
  });

  it("The XPath bag does not let an end tag in a table cell close elements outside it", () => {
    const view = viewOf("<div><table><tr><td></div>in</table>out</div>");
    assert.ok(view.xpathBag.has("/html/body/div/table/tr/td/text()"));
    assert.ok(view.xpathBag.has("/html/body/div/text()"));
  });
});

describe("the class path bag", () => {
  it("The class path bag counts the leaves of the XPath bag, separated by classes", () => {
    const view = viewOf(
      "<div class=a>x<img class=c></div><div class=b>x</div><div>x</div><div class=a1>x</div><div class=a2>x</div>",
    );
    assert.deepEqual(Object.fromEntries(view.classPathBag), {
      "/html/body/div.a/text()": 1,
      "/html/body/div.a/img": 1,
      "/html/body/div.b/text()": 1,
      "/html/body/div/text()": 1,
      "/html/body/div.a0/text()": 2,
    });
    assert.deepEqual(Object.fromEntries(view.xpathBag), {
      "/html/body/div/text()": 5,
      "/html/body/div/img": 1,
    });
  });

  it("The class path bag equals the XPath bag on a page without classes", () => {
    const view = viewOf("<div>text<ul><li><a href=1>x</a><li><a href=2><img src=x></a></ul></div>");
    assert.deepEqual(view.classPathBag, view.xpathBag);
  });

  it("The class path bag includes the classes of frames and areas, which close at once", () => {
    const { classPathBag } = viewOf("<map class=m><area class=part href=1></map>");
    assert.deepEqual([...classPathBag], [["/html/body/map.m/area.part", 1]]);
  });
});

const fragment = fc.constantFrom(
  ...[
    "<div>",
    "</div>",
    "<p class='a b'>",
    "</p>",
    "<a href='/x?y'>",
    "</a>",
    "<a href=http://h.example/#f>",
  ],
  ...[
    "<li>",
    "<ul>",
    "</ul>",
    "<table>",
    "<td>",
    "</table>",
    "<svg>",
    "<title>",
    "</title>",
    "<br>",
    "<img alt=x>",
  ],
  ...[
    "text",
    " ",
    "\n",
    "&amp;",
    "&",
    "<",
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "<h1>",
    "<h2>",
    "<b>",
    "</b>",
    "<em>",
    "</em>",
    "<base href=/b/>",
  ],
  ...[
    "\u0000",
    "\ud800",
    "<p hidden>",
    "<iframe src=f>",
    "</iframe>",
    "<![CDATA[",
    "]]>",
    "<a",
    "='",
    "'",
    '"',
    ">",
  ],
);
const soup = fc.oneof(
  fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join("")),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
);

describe("any page at all", () => {
  it("The page parser gives any page a view whose parts agree", () => {
    fc.assert(
      fc.property(soup, (html) => {
        const view = viewOf(html);
        for (const { url, text, before, after } of view.anchors) {
          assert.deepEqual(canonicalUrl(url), { ok: true, url, host: new URL(url).host });
          for (const words of [text, before, after]) assert.equal(words, words.trim());
        }
        assert.equal(view.text === "", view.mainText === "");
        const all = folded(view.text);
        for (const line of view.mainText.split("\n")) assert.ok(all.includes(folded(line)));
        for (const path of view.xpathBag.keys())
          assert.match(path, /^\/html\/(body|frameset|head)/);
        assert.deepEqual(withoutClasses(view.classPathBag), new Map(view.xpathBag));
      }),
      { seed: 1, numRuns: 1500 },
    );
  });

  it("The page parser places the emphases of any page in its main text, in order", () => {
    fc.assert(
      fc.property(soup, (html) => {
        const { emphasis, mainText } = viewOf(html);
        // A line break may be in an emphasis, and a tab before it.
        const words = folded(mainText);
        let at = 0;
        for (const each of emphasis) {
          assert.match(each, /^\S(?:[^\n]{0,198}\S)?$/);
          const start = words.indexOf(folded(each), at);
          assert.ok(start >= at, `${each} stands in the main text`);
          at = start + folded(each).length;
        }
      }),
      { seed: 3, numRuns: 1500 },
    );
  });

  it("The page parser gives any page the same view when a comment comes first", () => {
    fc.assert(
      fc.property(soup, (html) => assert.deepEqual(viewOf(`<!-- x -->${html}`), viewOf(html))),
      { seed: 2, numRuns: 300 },
    );
  });
});

/** A text with one space in the place of any white space. */
function folded(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The tag paths that class paths stand for, with the sums of their counts; no tag here has a dot in its name. */
function withoutClasses(classPathBag: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [path, count] of classPathBag) {
    const tags = path.replaceAll(/\.[^/]*/g, "");
    sums.set(tags, (sums.get(tags) ?? 0) + count);
  }
  return sums;
}
