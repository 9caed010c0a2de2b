import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { labelNeed } from "../../../lib/domain/methods/label-need.ts";
import type { Need } from "../../../lib/domain/methods/strategy.ts";
import { aNeed } from "../../support/a-need.ts";
import { aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";

/** A page named by its path, in a version of its text. */
const page = (path: string, text = "") =>
  aPage({ url: aUrl(`http://site.example/${path}`), mainText: text });

const labelled = (path: string, label: number, text = "") => ({ view: page(path, text), label });

const namesOf = ({ good, bad }: Need) =>
  [good, bad].map((views) => views.map(({ url }) => url.slice(20)));

describe("a need with labels", () => {
  it("A need with labels is the unchanged need when nothing is labelled", () => {
    const need = aNeed({ topic: "bees", good: [page("a")], bad: [page("b")], threshold: 0.4 });
    assert.deepEqual(labelNeed(need, []), need);
  });

  it("A need with labels appends labelled pages to its good and bad examples in label order", () => {
    const need = aNeed({ good: [page("a")], bad: [page("b")] });
    const given = [labelled("d", 0), labelled("e", 1), labelled("c", 1), labelled("f", 0)];
    assert.deepEqual(namesOf(labelNeed(need, given)), [
      ["a", "e", "c"],
      ["b", "d", "f"],
    ]);
  });

  it("A need with labels treats a page as good from a label of 0.5 on", () => {
    const given = [labelled("half", 0.5), labelled("less", 0.49)];
    assert.deepEqual(namesOf(labelNeed(aNeed(), given)), [["half"], ["less"]]);
  });

  it("A need with labels applies the last label of a URL", () => {
    const given = [
      labelled("a", 1),
      labelled("b", 1),
      labelled("a", 0),
      labelled("b", 0),
      labelled("b", 1),
    ];
    assert.deepEqual(namesOf(labelNeed(aNeed(), given)), [["b"], ["a"]]);
  });

  it("A need with labels replaces an example of the same URL by the labelled page", () => {
    const need = aNeed({ good: [page("a", "old"), page("b")], bad: [page("c", "old")] });
    const after = labelNeed(need, [labelled("a", 0, "new"), labelled("c", 1, "new")]);
    assert.deepEqual(namesOf(after), [["b", "c"], ["a"]]);
    assert.deepEqual([after.good[1]?.mainText, after.bad[0]?.mainText], ["new", "new"]);
  });
});
