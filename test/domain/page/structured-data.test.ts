import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { compileFields } from "../../../lib/domain/page/extract-fields.ts";
import { DowserError } from "../../../lib/errors.ts";
import { processorMs } from "../../support/processor-ms.ts";

const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
const jsonLd = (value: unknown) => script(JSON.stringify(value));

/** Returns what one rule takes of a page. */
const take = (rule: string, html: string) => compileFields({ it: rule })(html)["it"];

const EVENT = {
  "@context": "https://schema.org",
  "@type": "Event",
  name: " Honey \n fair ",
  startDate: "2026-11-25",
  location: { "@type": "Place", name: "Town hall", geo: { latitude: 48.5 } },
  performer: [
    { "@type": "Person", name: "Ann" },
    { "@type": "Person", name: "Bob" },
  ],
};

const MICRODATA = `<div itemscope itemtype="https://schema.org/Event" itemref="more none">
  <h1 itemprop="name">Honey <b>fair</b></h1>
  <time itemprop="startDate" datetime="2026-11-25">today</time>
  <a itemprop="url" href="/fair">more</a><meta itemprop="doorTime" content="19:00">
  <div itemprop="location" itemscope itemtype="http://schema.org/Place"><span itemprop="name">Town hall</span></div>
</div><p id="more">From <span itemprop="organizer sponsor">the bee club</span></p>`;

describe("fields of what a page declares", () => {
  it("A block of strings without an end is read in one pass", () => {
    const block = `{"a": "${'\\"'.repeat(500_000)}\\`;
    assert.equal(take("jsonld:Event.name", script(block)), undefined);
  });

  it("A path of JSON-LD takes the values of properties, also of inner things, lists and numbers", () => {
    const html = jsonLd(EVENT);
    assert.equal(take("jsonld:Event.name", html), "Honey fair");
    assert.equal(take("jsonld:Event.location.name", html), "Town hall");
    assert.equal(take("jsonld:Event.location.geo.latitude", html), "48.5");
    assert.deepEqual(take("jsonld:Event.performer.name", html), ["Ann", "Bob"]);
    assert.equal(take("jsonld:Place.name", html), "Town hall");
    assert.equal(take("jsonld:Event.price", html), undefined);
    assert.equal(take("jsonld:Dataset.name", html), undefined);
  });

  it("JSON-LD is read from graphs, several blocks, several types, and names with their vocabulary", () => {
    const html =
      jsonLd({ "@graph": [{ "@id": "#a", "@type": ["Thing", "schema:Dataset"], name: "A" }] }) +
      jsonLd([{ "@type": "http://schema.org/Dataset", "schema:name": { "@value": "B" } }]) +
      jsonLd({ "@type": "Dataset", name: { "@id": "https://site.example/#c" } });
    assert.deepEqual(take("jsonld:Dataset.name", html), ["A", "B", "https://site.example/#c"]);
    assert.equal(take("jsonld:Dataset.@id", html), "#a");
  });

  it("JSON-LD is read as people write it: with comments, wrappers, commas too many, lines in strings", () => {
    const tidy = '{"@type":"Event","name":"Ann, }; // 5\\" {","url":["http://a.example/<!--"]}';
    const untidy = [
      `${tidy};`,
      `<!--\n${tidy}\n-->`,
      `//<![CDATA[\n${tidy}\n//]]>`,
      `/*<![CDATA[*/${tidy}/*]]>*/`,
      `<![CDATA[${tidy}]]>`,
      `\ufeff/* it's "a" */ ${tidy} // the end`,
      tidy.replace('"]}', '",\n ] , // last\n },'),
      tidy.replace('"]}', '", /* no more */ ]}'),
    ];
    for (const block of untidy) {
      assert.equal(take("jsonld:Event.name", script(block)), 'Ann, }; // 5" {', block);
      assert.equal(take("jsonld:Event.url", script(block)), "http://a.example/<!--", block);
    }
    const text = '{"@type":"Event","name":"Ann\\\'s\n\tfair \\u00e4 \\\\"}';
    assert.equal(take("jsonld:Event.name", script(text)), "Ann's fair ä \\");
    assert.deepEqual(take("jsonld:Event.name", script(`${tidy}\n${text}`)), [
      'Ann, }; // 5" {',
      "Ann's fair ä \\",
    ]);
  });

  it("A reference of JSON-LD leads to what the page says of that thing, in whatever order", () => {
    const event = { "@type": "Event", "@id": "#e", performer: { "@id": "#ann" } };
    const short = { "@type": "Person", "@id": "#ann" };
    const ann = { ...short, name: "Ann", performerIn: { "@id": "#e" } };
    for (const parts of [
      [event, ann],
      [short, ann, event],
      [{ ...event, performer: short }, ann],
    ]) {
      const html = jsonLd({ "@graph": parts });
      assert.equal(take("jsonld:Event.performer.name", html), "Ann");
      assert.equal(take("jsonld:Event.performer.performerIn.@id", html), "#e");
    }
    assert.equal(take("jsonld:Event.performer", jsonLd(event)), "#ann");
  });

  it("A block that is no JSON declares nothing, and the others count; scripts of other types are not read", () => {
    const html = `${script("{ name: oops")}${jsonLd(EVENT)}<script>${JSON.stringify(EVENT)}</script>`;
    assert.equal(take("jsonld:Event.startDate", html), "2026-11-25");
  });

  it("A path of microdata takes values by the rules of HTML, with inner things and references", () => {
    assert.equal(take("microdata:Event.name", MICRODATA), "Honey fair");
    assert.equal(take("microdata:Event.startDate", MICRODATA), "2026-11-25");
    assert.equal(take("microdata:Event.url", MICRODATA), "/fair");
    assert.equal(take("microdata:Event.doorTime", MICRODATA), "19:00");
    assert.equal(take("microdata:Event.location.name", MICRODATA), "Town hall");
    assert.equal(take("microdata:Event.sponsor", MICRODATA), "the bee club");
    assert.equal(take("microdata:Place.name", MICRODATA), "Town hall");
  });

  it("A rule without a path is refused with what to write", () => {
    for (const rule of ["jsonld:Event", "microdata:.name", "jsonld:Event.", "rdfa:Event.name"]) {
      assert.throws(
        () => compileFields({ it: rule }),
        (error) => error instanceof DowserError && error.code === "bad-selector",
        rule,
      );
    }
  });

  it("Hostile pages take bounded time: deep, wide, circular, with names of every object", () => {
    const started = processorMs();
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    assert.equal(take("jsonld:Event.name", script(deep)), undefined);
    const wide = script(`[${'{"@type":"Event","name":"x"},'.repeat(100_000)}1]`);
    assert.ok((take("jsonld:Event.name", wide)?.length ?? 0) <= 10_000);
    const own = script('{"@type":"Event","__proto__":{"name":"x"},"constructor":"y"}');
    assert.equal(take("jsonld:Event.name", own), undefined);
    assert.equal(take("jsonld:Event.constructor", own), "y");
    const circle =
      '<div id="a" itemscope itemtype="Event" itemref="b"><i itemprop="part" id="b" itemscope itemref="a"></i></div>';
    assert.equal(take("microdata:Event.part.part.name", circle), undefined);
    const nested = `${'<div itemscope itemtype="Event">'.repeat(400)}<b itemprop="name">x</b>`;
    assert.equal(take("microdata:Event.name", nested), "x");
    const refs = `<b id="r" itemprop="name">x</b>${'<p itemscope itemtype="Event" itemref="r">'.repeat(30_000)}`;
    assert.ok((take("microdata:Event.name", refs)?.length ?? 0) <= 10_000);
    const big = `<div id="r">${"<b itemprop=name>x</b>".repeat(20_000)}</div>`;
    const many = `${big}${'<p itemscope itemtype="Event" itemref="r"></p>'.repeat(5_000)}`;
    assert.ok((take("microdata:Event.name", many)?.length ?? 0) <= 10_000);
    const others = Array.from({ length: 90 }, (_, n) => `p${n}`).join(" ");
    const knot = Array.from(
      { length: 90 },
      (_, n) => `<p id="p${n}" itemprop="o" itemscope itemtype="Event" itemref="${others}"></p>`,
    );
    assert.equal(take("microdata:Event.o.o.o.o.name", knot.join("")), undefined);
    assert.ok(processorMs() - started < 8_000);
  });

  it("No page makes it throw", () => {
    const piece = fc.constantFrom(
      ...[
        "<p itemscope itemtype=Event>",
        "<b itemprop=name>",
        "</b>",
        "</p>",
        "<p itemref=a id=a>",
      ],
      ...[
        '<script type="application/ld+json">',
        "</script>",
        '{"@type":"Event"',
        "}",
        "[",
        "]",
        ":",
        ",",
      ],
    );
    const page = fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 });
    fc.assert(
      fc.property(page, fc.jsonValue(), (pieces, value) => {
        const html = pieces.join("") + jsonLd({ "@type": "Event", name: value });
        compileFields({ a: "jsonld:Event.name", b: "microdata:Event.name" })(html);
      }),
      { seed: 1 },
    );
  });
});
