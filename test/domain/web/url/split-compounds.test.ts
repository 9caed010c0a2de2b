import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { splitCompounds } from "../../../../lib/domain/web/url/url-words.ts";

describe("compounds", () => {
  it("splitCompounds splits words where the case changes", () => {
    assert.equal(splitCompounds("/breastCancer/HoneyBees"), "/breast Cancer/Honey Bees");
    assert.equal(splitCompounds("HTMLPage of XMLParsers"), "HTML Page of XML Parsers");
    assert.equal(splitCompounds("éÉtude мёдПчёл"), "é Étude мёд Пчёл");
  });

  it("splitCompounds splits between letters and digits", () => {
    assert.equal(splitCompounds("cs414 2nd covid-19"), "cs 414 2 nd covid-19");
  });

  it("splitCompounds leaves other words whole", () => {
    for (const text of ["USA", "bees", "Bees", "1996", "a_b-c", ""])
      assert.equal(splitCompounds(text), text);
  });

  it("splitCompounds loses nothing and is idempotent", () => {
    const property = fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const split = splitCompounds(text);
      assert.equal(split.replaceAll(" ", ""), text.replaceAll(" ", ""));
      assert.equal(splitCompounds(split), split);
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
