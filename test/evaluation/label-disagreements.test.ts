import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { labelDisagreements } from "../../lib/evaluation/label-queue.ts";
import { readerAgreement } from "../../lib/evaluation/sample-pages.ts";
import type { LabelEntry } from "../../lib/ports/label-store.ts";
import { aUrl } from "../support/a-url.ts";

const url = (page: string) => aUrl(`http://a.example/${page}`);

/** Entries as they were given: page, label, and who gave it. */
function entries(
  ...given: readonly (readonly [page: string, label: number | null, by?: string])[]
): LabelEntry[] {
  return given.map(([page, label, by], at) => ({
    at,
    url: url(page),
    label,
    ...(by !== undefined && { by }),
  }));
}

describe("labelDisagreements", () => {
  const scores: Readonly<Record<string, number>> = { a: 0.9, b: 0.6, c: 0.1, d: 0.8 };
  const predictionOf = (page: string) => {
    const utility = scores[page.slice("http://a.example/".length)];
    return utility === undefined ? undefined : { utility, isTarget: utility >= 0.5 };
  };
  const found = (...given: readonly (readonly [page: string, label: number | null])[]) =>
    labelDisagreements(entries(...given), predictionOf).map((each) => each.slice(-1));

  it("Lists pages whose label is not what the crawl predicts, the greatest difference first", () => {
    assert.deepEqual(found(["b", 0], ["a", 0], ["c", 1], ["d", 1]), ["a", "c", "b"]);
  });

  it("Leaves out pages that were labelled twice alike, and labels that were taken back", () => {
    assert.deepEqual(found(["a", 0], ["a", 0], ["c", 1], ["c", null]), []);
    assert.deepEqual(found(["a", 1], ["a", 0]), ["a"]);
  });

  it("Leaves out pages that the run has not", () => assert.deepEqual(found(["x", 1]), []));
});

describe("readerAgreement", () => {
  it("Is that of the two people who judged the most pages both, by their last verdicts", () => {
    const found = readerAgreement(
      entries(
        ["a", 1, "Ada"],
        ["b", 0, "Ada"],
        ["c", 1, "Ada"],
        ["a", 1, "Grace"],
        ["b", 1, "Grace"],
        ["b", 0, "Grace"],
        ["c", 0, "Bob"],
      ),
    );
    assert.deepEqual([found?.one, found?.other], ["Ada", "Grace"]);
    assert.deepEqual([found?.pages, found?.agreed, found?.kappa], [2, 2, 1]);
  });

  it("Needs names, and pages that two people judged", () => {
    assert.equal(readerAgreement(entries(["a", 1], ["a", 0])), undefined);
    assert.equal(readerAgreement(entries(["a", 1, "Ada"], ["b", 0, "Grace"])), undefined);
    assert.equal(
      readerAgreement(entries(["a", 1, "Ada"], ["a", null, "Ada"], ["a", 0, "Bob"])),
      undefined,
    );
  });
});
