import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rankPhrases } from "../../../../../lib/domain/methods/adaptive/queries/query-model.ts";

const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-12, `${actual}, not ${expected}`);

const snippet = (anchor: string) => ({ anchor, before: "", after: "", title: "" });

describe("the worth of a phrase as a query", () => {
  const examples = {
    examples: 0,
    bad: 3,
    wanted: [
      { phrase: "chemo", odds: 63, bad: 0 },
      { phrase: "life story", odds: 7, bad: 0 },
      { phrase: "clinic", odds: 5.4, bad: 2 },
    ],
    exclude: [],
  };

  it("The score of a phrase is its odds ratio times its inverse background frequency: worked by hand", () => {
    const ranked = rankPhrases(examples, []);
    assert.deepEqual(
      ranked.map(({ phrase }) => phrase),
      ["chemo", "life story", "clinic"],
    );
    const rare = Math.log(4) + 1;
    assert.equal(ranked[0]?.worth, 1);
    near(ranked[1]?.worth, Math.log1p(7 * rare) / Math.log1p(63 * rare));
    near(ranked[2]?.worth, Math.log1p(5.4 * (Math.log(4 / 3) + 1)) / Math.log1p(63 * rare));
  });

  it("The score of a phrase falls with useless pages whose links name it, not with useful ones", () => {
    const visits = (utility: number) =>
      Array.from({ length: 40 }, () => ({ snippet: snippet("Life story"), utility }));
    const worth = (utility: number) =>
      rankPhrases(examples, visits(utility)).find(({ phrase }) => phrase === "life story")?.worth ??
      0;
    // 7 · (ln(44/41) + 1) against 63 · (ln 44 + 1).
    near(worth(0), Math.log1p(7 * (Math.log(44 / 41) + 1)) / Math.log1p(63 * (Math.log(44) + 1)));
    near(worth(1), rankPhrases(examples, [])[1]?.worth ?? 0);
    assert.ok(worth(0) < worth(0.5) && worth(0.5) < worth(1));
  });

  it("The score of a phrase is in (0,1], even without bad examples or any knowledge", () => {
    const wanted = examples.wanted.map((each) => ({ ...each, odds: 3, bad: 0 }));
    const ranked = rankPhrases({ ...examples, bad: 0, wanted }, []);
    // Of equals the one that comes first in code unit order.
    assert.deepEqual(ranked, [
      { phrase: "chemo", worth: 1 },
      { phrase: "clinic", worth: 1 },
      { phrase: "life story", worth: 1 },
    ]);
    assert.deepEqual(rankPhrases({ ...examples, wanted: [] }, []), []);
  });
});
