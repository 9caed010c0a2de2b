import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { repetitiveRegions } from "../../../peers/irobot/repetitive-regions.ts";

const CHOICE = { minDepth: 3, minRatio: 0.3 };

describe("repetitive regions", () => {
  it("Repetitive regions are the highest elements whose leaves repeat about equally often", () => {
    const list = { "/html/body/div/ul/li/a": 10, "/html/body/div/ul/li/a/text()": 10 };
    assert.deepEqual(repetitiveRegions(list, CHOICE), ["/html/body/div"]);
    // Optional parts that a third of the records have belong to them.
    const optional = { ...list, "/html/body/div/ul/li/img": 3 };
    assert.deepEqual(repetitiveRegions(optional, CHOICE), ["/html/body/div"]);
  });

  it("A page has two repetitive regions when one part repeats far more often than the other", () => {
    const page = { "/html/body/div/ul/li/a": 40, "/html/body/div/table/tr/td/text()": 4 };
    assert.deepEqual(repetitiveRegions(page, CHOICE), [
      "/html/body/div/table",
      "/html/body/div/ul",
    ]);
  });

  it("Repetitive regions lie at least at the minimum depth", () => {
    assert.deepEqual(repetitiveRegions({ "/html/a": 7 }, CHOICE), []);
    assert.deepEqual(repetitiveRegions({ "/html/body/a": 7 }, CHOICE), ["/html/body/a"]);
    const deeper = { ...CHOICE, minDepth: 4 };
    assert.deepEqual(repetitiveRegions({ "/html/body/div/p/a": 7 }, deeper), ["/html/body/div/p"]);
  });

  it("Repetitive regions never contain content that occurs only once on the page", () => {
    assert.deepEqual(repetitiveRegions({ "/html/body/div/h1/text()": 1 }, CHOICE), []);
    assert.deepEqual(repetitiveRegions({}, CHOICE), []);
  });

  it("Repetitive regions do not contain each other", () => {
    const steps = fc.array(fc.constantFrom("p", "q", "r"), { minLength: 2, maxLength: 5 });
    const paths = fc.dictionary(
      steps.map((names) => `/html/${names.join("/")}`),
      fc.integer({ min: 1, max: 20 }),
    );
    const property = fc.property(paths, (page) => {
      const regions = repetitiveRegions(page, CHOICE);
      for (const region of regions)
        assert.ok(!regions.some((other) => other !== region && other.startsWith(`${region}/`)));
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });
});
