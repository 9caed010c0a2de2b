import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  compileTermSpace,
  learnTermSpace,
} from "../../../../../lib/domain/strategy/adaptive/page-estimator/term-space.ts";
import { aPage } from "../../../../support/a-page.ts";

const titled = (title: string, mainText = "") => aPage({ title, mainText, text: "" });

describe("term space", () => {
  it("A term space contains the terms that two pages have, in code-unit order", () => {
    const space = learnTermSpace([titled("wax hive"), titled("hive wax honey"), titled("hive")]);
    assert.deepEqual(space.texts[0], { terms: ["hive", "wax"], supports: [3, 2] });
    assert.equal(space.pages, 3);
  });

  it("A term space weighs (1 + ln tf) · idf at length 1, main text 1.5: worked by hand", () => {
    const pages = [titled("wax hive", "swarm"), titled("wax hive", "swarm"), titled("hive")];
    const { vectorOf, nameOf } = compileTermSpace(learnTermSpace(pages));
    const { columns, values } = vectorOf(titled("hive wax wax", "swarm"));
    const hive = 1 * (Math.log(4 / 4) + 1);
    const wax = (1 + Math.log(2)) * (Math.log(4 / 3) + 1);
    const length = Math.hypot(hive, wax);
    assert.deepEqual([...columns].map(nameOf), ["title: hive", "title: wax", "body: swarm"]);
    const expected = [hive / length, wax / length, 1.5];
    for (const [at, value] of values.entries())
      assert.ok(Math.abs(value - (expected[at] ?? 0)) < 1e-12, `${at}`);
  });

  it("A term space contains pairs of adjacent words", () => {
    const page = aPage({ text: "queen bee" });
    const { width, vectorOf, nameOf } = compileTermSpace(learnTermSpace([page, page]));
    assert.equal(width, 1);
    assert.equal(nameOf(0), "pairs: queen bee");
    assert.deepEqual([...vectorOf(aPage({ text: "a queen bee" })).values], [1]);
    assert.deepEqual([...vectorOf(aPage({ text: "bee queen" })).values], []);
  });

  it("A term space keeps the terms of most pages when there are too many", () => {
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

  it("A term space gives nothing for pages without a known term", () => {
    const { vectorOf } = compileTermSpace(learnTermSpace([titled("hive"), titled("hive")]));
    assert.equal(vectorOf(titled("road")).columns.length, 0);
    assert.equal(compileTermSpace(learnTermSpace([])).width, 0);
  });
});
