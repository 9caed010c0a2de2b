import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { type FeedParser, MOST_ITEMS } from "../../../../lib/domain/page/feeds/feed.ts";
import { loadFeedParser } from "../../../../lib/domain/page/feeds/parse-feed.ts";
import type { Url } from "../../../../lib/domain/web/url/url.ts";
import { aUrl } from "../../../support/a-url.ts";

const RSS = `<?xml version="1.0"?><!-- made by hand -->
<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://example.org/rss.dtd">
<rss version="2.0"><channel><title><![CDATA[Bees & <b>honey</b>]]></title><language>en-us</language>
<item><title><![CDATA[The <i>first</i> hive]]></title><link> https://site.example/one </link>
<category>hives</category><category domain="x">wood</category>
<pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate>
<description>&lt;p&gt;How to &lt;a href="/other"&gt;build&lt;/a&gt; it.&lt;/p&gt;</description></item>
<item><guid>https://site.example/two</guid><description>Without a title</description></item>
<item><guid isPermaLink="false">tag:3</guid><title>Leads nowhere</title></item>
<item><title>Bad</title><link>javascript:alert(1)</link></item>
</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://site.example/blog/" xml:lang="de">
<title type="html">Bienen &amp;amp; Honig</title><link href="https://site.example/"/>
<entry xml:base="2026/"><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Eine <em>neue</em> Beute</div></title>
<link rel="self" href="self.xml"/><link rel="alternate" href="beute.html"/><id>tag:1</id>
<category term="beuten" label="Beuten"/><published>2026-01-01T00:00:00Z</published><updated>2026-01-02T03:04:05+01:00</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Ein <a href="x.html">langer</a> Text.</p></div></content>
</entry></feed>`;

const RDF = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>Old bees</title><link>https://site.example/</link></channel>
<item rdf:about="https://site.example/r"><title>R</title><link>https://site.example/r</link><dc:date>2020-01-01</dc:date><dc:subject>s</dc:subject></item></rdf:RDF>`;

const feedOf = (items: string) => `<rss version="2.0"><channel><title>t</title>${items}`;
const item = (name: string) => `<item><title>${name}</title><link>https://a/${name}</link></item>`;

describe("a parser of feeds", () => {
  let parse: FeedParser;
  before(async () => {
    parse = await loadFeedParser();
  });

  it("An item of RSS 2.0 is a link with title, summary, categories and date, all without markup", () => {
    const feed = parse(RSS, false);
    assert.deepEqual([feed?.format, feed?.title, feed?.language], ["rss", "Bees & honey", "en-us"]);
    assert.deepEqual(feed?.items[0], {
      href: "https://site.example/one",
      title: "The first hive",
      summary: "How to build it.",
      categories: ["hives", "wood"],
      at: Date.UTC(2003, 5, 10, 4),
    });
  });

  it("An item of RSS without a link is known by its permanent link; one without both is left out", () => {
    assert.deepEqual(
      parse(RSS, false)?.items.map(({ href }) => href),
      ["https://site.example/one", "https://site.example/two", "javascript:alert(1)"],
    );
  });

  it("An entry of Atom has its alternate link, resolved by xml:base, and its last change; XHTML becomes text", () => {
    const feed = parse(ATOM, false);
    assert.deepEqual([feed?.format, feed?.title, feed?.language], ["atom", "Bienen & Honig", "de"]);
    assert.deepEqual(feed?.items, [
      {
        href: "https://site.example/blog/2026/beute.html",
        title: "Eine neue Beute",
        summary: "Ein langer Text.",
        categories: ["Beuten"],
        at: Date.UTC(2026, 0, 2, 2, 4, 5),
      },
    ]);
  });

  it("A reference is resolved by xml:base of its entry, of the feed, and by the URL of the feed", () => {
    const hrefOf = (base: string, ofEntry: string, url?: Url) => {
      const link = `<link href="c.html"/>`;
      const entry = `<entry xml:base="${ofEntry}"><title>t</title>${link}</entry>`;
      const feed = `<feed xmlns="http://www.w3.org/2005/Atom"${base}><title>t</title>${entry}</feed>`;
      return parse(feed, false, url)?.items[0]?.href;
    };
    const url = aUrl("https://site.example/ongoing/ongoing.atom");
    assert.equal(hrefOf("", "When/08/", url), "https://site.example/ongoing/When/08/c.html");
    assert.equal(hrefOf(' xml:base="/blog/"', "08/", url), "https://site.example/blog/08/c.html");
    const elsewhere = ' xml:base="https://other.example/x/"';
    assert.equal(hrefOf(elsewhere, "08/", url), "https://other.example/x/08/c.html");
    assert.equal(hrefOf(elsewhere, "08/"), "https://other.example/x/08/c.html");
    assert.equal(hrefOf("", "08/"), "c.html");
  });

  it("RSS 1.0 is read with its Dublin Core dates and subjects", () => {
    const feed = parse(RDF, false);
    assert.equal(feed?.format, "rdf");
    assert.deepEqual(feed?.items, [
      {
        ...{ href: "https://site.example/r", title: "R", summary: "" },
        ...{ categories: ["s"], at: Date.UTC(2020, 0, 1) },
      },
    ]);
  });

  it("A JSON Feed is read when it is whole", () => {
    const text = JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      ...{ title: "Bees", language: "en" },
      items: [
        {
          ...{
            id: "1",
            url: "https://site.example/j",
            title: "J",
            content_html: "<p>A <b>s</b>warm</p><p>flies</p>",
          },
          ...{ tags: ["swarms"], date_published: "2026-01-01T00:00:00Z" },
        },
      ],
    });
    const expected = {
      ...{ href: "https://site.example/j", title: "J", summary: "A swarm flies" },
      ...{ categories: ["swarms"], at: Date.UTC(2026, 0, 1) },
    };
    assert.deepEqual(parse(text, false)?.items, [expected]);
    assert.equal(parse(text, true), undefined);
    assert.equal(parse('{"items": []}', false), undefined);
  });

  const hrefs = (text: string) => parse(text, false)?.items.map(({ href }) => href);
  const one = "https://a/one";
  const A = 'xmlns="http://www.w3.org/2005/Atom"';
  const untidy: Readonly<Record<string, string>> = {
    "a less-than sign in a title": feedOf(
      `<item><title>a < b</title><link>${one}</link></item></channel></rss>`,
    ),
    "an end inside an item": feedOf(`${item("one")}<item><title>two</ti`),
    "a notice of a script before it": `<br />\n<b>Notice</b>: x\n<?xml version="1.0"?>${feedOf(`${item("one")}</channel></rss>`)}`,
    "blank lines before it": `\n\n${feedOf(`${item("one")}</channel></rss>`)}`,
    "links of Atom in RSS": `<rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"><channel><item><a:link href="${one}"/></item></channel></rss>`,
    "an enclosure alone": feedOf(
      `<item><enclosure url="${one}" type="audio/mpeg" length="1"/></item></channel></rss>`,
    ),
    "identifiers that are pages": `<feed ${A}><entry><id>${one}</id><title>x</title></entry></feed>`,
    "a page in JSON before that in HTML": `<feed ${A}><entry><link type="application/json" href="https://a/j"/><link type="text/html" href="${one}"/></entry></feed>`,
    "items of JSON known by their identifiers": `{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"${one}"}]}`,
    "a document type of its own": `<!DOCTYPE rss [<!ELEMENT rss (channel)><!ENTITY nbsp "&#160;">]>${feedOf(`${item("one")}</channel></rss>`)}`,
    "a prefix for RSS itself": `<r:rss version="2.0"><r:channel><r:item><r:title>x</r:title><r:link>${one}</r:link></r:item></r:channel></r:rss>`,
    "references to no character": feedOf(
      `<item><title>&#1114112; &#xFFFFFFFF; &#x0;</title><link>${one}</link></item></channel></rss>`,
    ),
    "entities that nobody defines": feedOf(
      `<item><title>caf&eacute;&nbsp;&bogus; A & B &</title><link>${one}</link></item></channel></rss>`,
    ),
    "end tags of nothing": feedOf(
      `<image><title>i</title></height></image>${item("one")}</b></channel></rss>`,
    ),
    "an input field within an item": feedOf(
      `<item><textinput><title>no</title><link>https://a/no</link></textinput><link>${one}</link></item></channel></rss>`,
    ),
    "links without an address": `<feed ${A}><entry><link rel="enclosure"/><link/><id>${one}</id></entry></feed>`,
    "items after the channel": `<rss version="0.91"><channel><title>t</title></channel>${item("one")}</rss>`,
    "elements in capitals": feedOf(`${item("one")}</channel></rss>`)
      .toUpperCase()
      .replace(one.toUpperCase(), one),
    "an item without its end": feedOf(`<item><title>x</title><link>${one}</link></channel></rss>`),
    "HTML in a summary": feedOf(
      `<item><link>${one}</link><description><p>a<br>b<img src=x></description></item></channel></rss>`,
    ),
    "scripts and controls": `${feedOf(`<?php echo 1 ?><!-- a -- b --><item><title>a\u0008b</title><link>${one}</link></item></channel></rss>`)}<script>x()</script>`,
    "an address of its source": feedOf(
      `<item><source url="https://a/no">n</source><link>${one}</link></item></channel></rss>`,
    ),
    "the namespace of Atom 0.3": `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><link rel="alternate" href="${one}"/></entry></feed>`,
    "the namespace of RSS 0.90": `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>t</title></channel>${item("one")}</rdf:RDF>`,
    "items of JSON that are elsewhere": `{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","external_url":"${one}"}]}`,
  };
  for (const [name, text] of Object.entries(untidy)) {
    it(`A feed with ${name} gives its links`, () => assert.deepEqual(hrefs(text), [one]));
  }

  it("HTML, other XML, text and nothing are no feeds", () => {
    for (const text of ["", "rss", "<html><rss>", "<urlset></urlset>", "<!-- <rss>", "<rss/ >"])
      assert.equal(parse(text, false), undefined, text);
  });

  it("Entities of a feed's own are not known, so that none can grow without end", () => {
    const entities = `<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">`;
    const [title] = [item("&b;")].map((own) =>
      parse(`<!DOCTYPE rss [${entities}]>${feedOf(own)}`, false)?.items.map((each) => each.title),
    );
    assert.deepEqual(title, ["&b;"]);
    const strange = `<!DOCTYPE rss [<!ENTITY a "]">]>${feedOf(item("&a;"))}`;
    assert.equal(parse(strange, false), undefined);
  });

  it("Of a feed that was cut, by its server too, the whole items are read", () => {
    const cut = `${feedOf(item("one") + item("two"))}<item><title><![CDATA[thr`;
    for (const isCut of [true, false])
      assert.deepEqual(
        parse(cut, isCut)?.items.map(({ title }) => title),
        ["one", "two"],
      );
  });

  it("Of a feed without end the first items are read, and no more than a MB of it", () => {
    const many = feedOf(item("x").repeat(100_000));
    assert.equal(parse(many, true)?.items.length, MOST_ITEMS);
    const long = feedOf(
      `<item><title>${"y".repeat(300_000)}</title><link>https://a/</link></item>`,
    );
    assert.equal(parse(long + item("z".repeat(800_000)), false)?.items.length, 1);
  });

  it("Elements nested without end, and names that objects have, throw nothing", () => {
    assert.equal(parse(feedOf(`<item>${"<b>".repeat(100_000)}`), false), undefined);
    parse(feedOf("<item><__proto__>x</__proto__><constructor>y</constructor></item>"), false);
    parse(feedOf("<".repeat(100_000)), false);
    parse(feedOf("<a/>".repeat(10_000) + item("one").repeat(200)), false);
  });

  it("No text makes the parser throw", () => {
    const pieces = [
      ...["<rss>", "<item>", "</item>", "<link>", "&", "&#x0;", "<![CDATA[", "]]>", "<!--", "-->"],
      ...["<feed>", "<entry>", "<link href='", "'/>", "<updated>", "9999", "xml:base='http://[' "],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
        parse(`<rss version="2.0"><channel>${parts.join("")}`, true);
        parse(`<feed xmlns="http://www.w3.org/2005/Atom">${parts.join("")}`, false);
      }),
      { seed: 1 },
    );
  });
});
