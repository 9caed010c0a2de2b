import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  chooseQuery,
  phrasesIn,
} from "../../../../../lib/domain/methods/adaptive/queries/choose-query.ts";
import type { QueryModel } from "../../../../../lib/domain/methods/adaptive/queries/query-model.ts";

const aModel = (phrases: readonly string[], parts: Partial<QueryModel> = {}): QueryModel => ({
  phrases: phrases.map((phrase) => ({ phrase, worth: 0.5 })),
  examples: { examples: 0, bad: 0, wanted: [], exclude: [] },
  yields: [],
  ...parts,
});

/** The queries that a crawl asks one after another, until there are `limit` or no more. */
function askAll(model: QueryModel, limit: number, seed = 1): string[] {
  const asked: string[] = [];
  while (asked.length < limit) {
    const next = chooseQuery(model, asked, seed);
    if (next === undefined) break;
    asked.push(next.query);
  }
  return asked;
}

const leadsOf = (queries: readonly string[]) => queries.map((query) => phrasesIn(query)[0]);

describe("the choice of the next query", () => {
  it("The next query is one phrase of three words, or up to three phrases without shared words", () => {
    assert.deepEqual(chooseQuery(aModel(["breast cancer survivor"]), [], 1), {
      query: "breast cancer survivor",
      exclude: [],
    });
    const model = aModel(["chemo", "hair loss", "chemo side effects", "pain", "nausea", "loss"]);
    const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), {
      minLength: 1,
      maxLength: 4,
    });
    const models = fc
      .uniqueArray(
        words.map((each) => each.join(" ")),
        { minLength: 1, maxLength: 8 },
      )
      .map((phrases) => aModel(phrases));
    const property = fc.property(fc.oneof(fc.constant(model), models), fc.nat(), (each, seed) => {
      const { query } = chooseQuery(each, [], seed) ?? assert.fail();
      const phrases = phrasesIn(query);
      assert.ok(phrases.length <= 3);
      const long = phrases.slice(0, -1).join(" ");
      assert.ok(long === "" || long.split(" ").length < 3, query);
      const sets = phrases.map((phrase) => new Set(phrase.split(" ")));
      for (const [n, a] of sets.entries())
        for (const b of sets.slice(n + 1)) assert.ok(a.isDisjointFrom(b), query);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });

  it("The next query names the phrases to exclude", () => {
    const examples = { examples: 0, bad: 0, wanted: [], exclude: ["cheap flights"] };
    const model = aModel(["bees of mallorca"], { examples });
    assert.deepEqual(chooseQuery(model, [], 1)?.exclude, ["cheap flights"]);
  });

  it("The next query never repeats one, in whatever phrase order, and queries run out", () => {
    const model = aModel(["a", "b", "c", "d e f"]);
    const queries = askAll(model, 100);
    const keys = queries.map((query) =>
      phrasesIn(query)
        .toSorted((a, b) => (a < b ? -1 : 1))
        .join(),
    );
    assert.equal(new Set(keys).size, queries.length);
    assert.ok(queries.includes("d e f"));
    assert.ok(queries.length < 100);
    assert.equal(chooseQuery(model, queries, 1), undefined);
    // The user's own queries count as asked.
    assert.equal(chooseQuery(aModel(["d e f"]), ["D e f"], 1), undefined);
    assert.equal(chooseQuery(aModel([]), [], 1), undefined);
  });

  it("The next query depends only on the model, the queries asked and the seed", () => {
    const model = aModel(Array.from("abcdefghij", (letter) => `${letter} x${letter} y${letter}`));
    assert.deepEqual(askAll(model, 10, 7), askAll(model, 10, 7));
    assert.notDeepEqual(askAll(model, 10, 7), askAll(model, 10, 8));
  });

  /** How often `phrase` leads the first query, of `seeds` seeds. */
  const leads = (model: QueryModel, phrase: string, seeds = 400) =>
    leadsOf(
      Array.from({ length: seeds }, (_, seed) => chooseQuery(model, [], seed)?.query ?? ""),
    ).filter((lead) => lead === phrase).length;

  it("The next query favours phrases with good results, but still tries others", () => {
    const phrases = ["good old bees", "bad old bees", "new old bees"];
    const yields = [
      { query: "good old bees", results: 10, utility: 9 },
      { query: "bad old bees", results: 10, utility: 1 },
    ];
    const model = aModel(phrases, { yields });
    assert.ok(leads(model, "good old bees") > 250);
    assert.ok(leads(model, "bad old bees") < 10);
    assert.ok(leads(model, "new old bees") > 20);
  });

  it("The next query draws yields from their posteriors: Beta(1,1) beats Beta(10,2) with probability 1/6", () => {
    // P(X > Y) = 1 − E Y of a uniform X, and E Y = 10/12. Worth 0.5 stands for one hit and one miss.
    const yields = [{ query: "b b b", results: 10, utility: 9 }];
    const share = leads(aModel(["a a a", "b b b"], { yields }), "a a a", 4_000) / 4_000;
    // Four standard errors are 0.024.
    assert.ok(Math.abs(share - 1 / 6) < 0.024, String(share));
  });

  it("The next query prefers phrases of higher score while nothing is known", () => {
    const worths = [1, 0.1];
    const phrases = worths.map((worth) => ({ phrase: `worth of ${worth}`, worth }));
    const model: QueryModel = { ...aModel([]), phrases };
    assert.ok(leads(model, "worth of 1") > 300);
  });

  it("The choice of queries credits every phrase of a query", () => {
    const yields = [{ query: "hive, queen bee", results: 40, utility: 40 }];
    const model = aModel(["hive", "queen bee", "cheap flights", "city hotels"], { yields });
    const queries = Array.from({ length: 100 }, (_, n) => chooseQuery(model, [], n)?.query ?? "");
    const both = queries.filter((query) => /^hive, queen bee$|^queen bee, hive$/.test(query));
    assert.ok(both.length > 80, String(both.length));
  });

  it("The next query turns to other phrases after many queries for the same one", () => {
    const phrases = ["hive", "a", "b", "c", "d", "e", "f", "g", "h"];
    const model: QueryModel = {
      ...aModel(phrases),
      phrases: phrases.map((phrase) => ({ phrase, worth: phrase === "hive" ? 1 : 0.2 })),
    };
    const queries = askAll(model, 24);
    const withHive = (some: readonly string[]) =>
      some.filter((query) => phrasesIn(query).includes("hive")).length;
    assert.ok(withHive(queries.slice(0, 6)) > withHive(queries.slice(-6)));
  });
});
