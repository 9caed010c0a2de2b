import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  compileTermSpace,
  learnTermSpace,
  readTermSpace,
} from "../../../../../lib/domain/methods/adaptive/page-estimator/term-space.ts";
import type { PageView } from "../../../../../lib/domain/page/page-view.ts";
import { aPage } from "../../../../support/a-page.ts";
import { aUrl } from "../../../../support/a-url.ts";

const titled = (title: string, mainText = "") => aPage({ title, mainText, text: "" });

const words = (vector: { readonly columns: Int32Array }, nameOf: (column: number) => string) =>
  [...vector.columns].map(nameOf);

const onHost = (page: number, text: string) =>
  aPage({ url: aUrl(`http://site.example/${page}`), text });

describe("term space", () => {
  it("A term space contains the terms of labelled pages, in code-unit order", () => {
    const seen = [titled("wax road")];
    const space = learnTermSpace([titled("wax hive"), titled("hive wax honey")], seen);
    assert.deepEqual(space.texts[0], { terms: ["hive", "honei", "wax"], supports: [2, 1, 3] });
    assert.equal(space.pages, 3);
  });

  it("A term space weighs (1 + ln tf) · idf at length 1, main text 1.5: worked by hand", () => {
    const pages = [titled("wax hive", "swarm"), titled("wax hive", "swarm"), titled("hive")];
    const { vectorOf, nameOf } = compileTermSpace(learnTermSpace(pages));
    const vector = vectorOf(titled("hive wax wax", "swarm"));
    const hive = 1 * (Math.log(4 / 4) + 1);
    const wax = (1 + Math.log(2)) * (Math.log(4 / 3) + 1);
    const length = Math.hypot(hive, wax);
    assert.deepEqual(words(vector, nameOf), ["title: hive", "title: wax", "body: swarm"]);
    const expected = [hive / length, wax / length, 1.5];
    for (const [at, value] of expected.entries())
      assert.ok(Math.abs((vector.values[at] ?? 0) - value) < 1e-12, `${at}`);
  });

  it("A term space finds a page with unknown words less like the labelled ones", () => {
    const { vectorOf } = compileTermSpace(learnTermSpace([titled("hive"), titled("road")]));
    const known = vectorOf(titled("hive")).values[0] ?? 0;
    const strange = vectorOf(titled("hive sofa lamp chair")).values[0] ?? 0;
    assert.ok(strange > 0 && strange < known / 2, `${strange} ${known}`);
  });

  it("A term space counts unknown words half where twice 500 pages are labelled: worked by hand", () => {
    const pages = Array.from({ length: 1_000 }, () => titled("hive"));
    const { vectorOf } = compileTermSpace(learnTermSpace(pages));
    const unknown = Math.log(1_001) + 1;
    const expected = 1 / Math.sqrt(1 + 0.5 * unknown ** 2);
    assert.ok(Math.abs((vectorOf(titled("hive sofa")).values[0] ?? 0) - expected) < 1e-12);
  });

  it("A term space counts what a host repeats on most of its pages for less", () => {
    const pages = [1, 2, 3, 4, 5].map((page) => onHost(page, `our menu shop\nstory ${page}`));
    const { vectorOf, nameOf } = compileTermSpace(
      learnTermSpace(pages.slice(0, 1), pages.slice(1)),
    );
    const weightOf = (page: PageView) => {
      const { columns, values } = vectorOf(page);
      const names = [...columns].map(nameOf);
      return values[names.indexOf("pairs: menu shop")] ?? 0;
    };
    const there = onHost(6, "our menu shop\nbees fly high");
    const elsewhere = { ...there, url: aUrl("http://other.example/6") };
    assert.ok(weightOf(there) > 0);
    assert.ok(weightOf(there) < 0.8 * weightOf(elsewhere));
    const four = compileTermSpace(learnTermSpace(pages.slice(0, 4)));
    assert.equal(learnTermSpace(pages.slice(0, 4)).repeated.length, 0);
    assert.ok(four.width > 0);
  });

  it("A term space contains pairs of adjacent words", () => {
    const page = aPage({ text: "queen bee" });
    const { vectorOf, nameOf } = compileTermSpace(learnTermSpace([page, page]));
    assert.deepEqual(words(vectorOf(aPage({ text: "a queen bee" })), nameOf), ["pairs: queen bee"]);
    assert.deepEqual(words(vectorOf(aPage({ text: "bee queen" })), nameOf), []);
  });

  it("A term space keeps the terms of most labelled pages when there are too many", () => {
    const many = Array.from(
      { length: 20_001 },
      (_, at) => `w${String.fromCodePoint(0x4e00 + at)}`,
    ).join(" ");
    const space = learnTermSpace([
      titled(many),
      titled(`${many} hive`),
      titled("hive"),
      titled("hive"),
    ]);
    const terms = space.texts.flatMap((text) => text.terms);
    assert.equal(terms.length, 20_000);
    assert.ok(terms.includes("hive"));
  });

  it("A term space has no words for pages without a known term", () => {
    const { vectorOf, nameOf } = compileTermSpace(learnTermSpace([titled("hive"), titled("hive")]));
    assert.deepEqual(words(vectorOf(titled("road")), nameOf), []);
    assert.deepEqual(learnTermSpace([]).texts[0], { terms: [], supports: [] });
  });

  it("A term space survives JSON", () => {
    const pages = [1, 2, 3, 4, 5].map((page) => onHost(page, `our menu shop\nstory ${page}`));
    const space = learnTermSpace(pages);
    const [page] = pages;
    assert.ok(page !== undefined);
    assert.deepEqual(
      compileTermSpace(JSON.parse(JSON.stringify(space))).vectorOf(page),
      compileTermSpace(space).vectorOf(page),
    );
  });

  it("A term space reads a page the same after pages with many other words", () => {
    const { vectorOf } = compileTermSpace(learnTermSpace([titled("hive wax"), titled("road")]));
    const page = aPage({ title: "hive sofa sofa lamp", text: "hive sofa lamp" });
    const before = vectorOf(page);
    for (let round = 0; round < 3; round += 1) {
      const many = Array.from({ length: 90_000 }, (_, at) => `w${round}x${at.toString(36)}`);
      const strange = many.map((word) => word.replaceAll(/\d/g, "q")).join(" ");
      vectorOf(aPage({ title: "hive", text: strange, mainText: strange }));
      assert.deepEqual(vectorOf(page), before);
    }
  });

  it("property: pages that are read once have the rows of a space of them", () => {
    const text = fc
      .array(fc.constantFrom("wax", "hive", "the", "road 12", "sofa", "menu"), { maxLength: 6 })
      .map((found) => found.join(" "));
    const page = fc.tuple(text, text, fc.array(text, { maxLength: 3 }), fc.nat({ max: 1 }));
    fc.assert(
      fc.property(fc.array(page, { maxLength: 8 }), (given) => {
        const pages = given.map(([title, mainText, lines, host], at) =>
          aPage({
            url: aUrl(`http://site${host}.example/${at}`),
            title,
            mainText,
            text: ["our menu shop", ...lines].join("\n"),
          }),
        );
        const { rows, vectorOf, width } = readTermSpace(pages);
        const learned = compileTermSpace(learnTermSpace(pages, pages));
        const expected = pages.map(learned.vectorOf);
        assert.equal(width, learned.width);
        assert.deepEqual(rows, expected);
        assert.deepEqual(pages.map(vectorOf), expected);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
