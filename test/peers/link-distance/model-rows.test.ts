import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type LabelledRows,
  loadLabelled,
  type ModelRows,
  storeLabelled,
  withLabelled,
} from "../../../peers/link-distance/model-rows.ts";
import { rowOfNumbers } from "../../contract/learner.ts";
import { nodeUrl } from "../../support/a-graph.ts";
import { denseRows, rowsOfDense } from "../../support/dense-rows.ts";

const urlsOf = (letters: string) => letters.split("").map(nodeUrl);

/** Pages s, n and t, of which n has no label, and a link to s, two to n and one to t. */
const ROWS: LabelledRows = {
  urls: urlsOf("snt"),
  labels: Float64Array.of(0, Number.NaN, 1),
  pages: rowsOfDense(Float64Array.of(1, 2, 3), 1),
  links: rowsOfDense(Float64Array.of(10, 20, 30, 40), 1),
  leadsTo: Int32Array.of(0, 1, 2, 1),
};

describe("the rows of a lesson", () => {
  it("Stored training rows are labelled pages with the links to them, and survive JSON", () => {
    const stored: ModelRows = JSON.parse(JSON.stringify(storeLabelled(ROWS)));
    const { urls, labels, pages, links, leadsTo } = loadLabelled(stored);
    assert.deepEqual([urls, [...labels], [...leadsTo]], [urlsOf("st"), [0, 1], [0, 1]]);
    assert.deepEqual(
      [[...denseRows(pages)], [...denseRows(links)]],
      [
        [1, 3],
        [10, 30],
      ],
    );
  });

  it("Training rows accept judged pages with the links that led to them", () => {
    const added = { url: nodeUrl("u"), label: 1, row: rowOfNumbers(4), links: [rowOfNumbers(50)] };
    const { urls, labels, pages, links, leadsTo } = withLabelled(ROWS, [added]);
    assert.deepEqual(urls, urlsOf("sntu"));
    assert.deepEqual([...labels], [0, Number.NaN, 1, 1]);
    assert.deepEqual([...denseRows(pages)], [1, 2, 3, 4]);
    assert.deepEqual([...denseRows(links)], [10, 20, 30, 40, 50]);
    assert.deepEqual([...leadsTo], [0, 1, 2, 1, 3]);
  });

  it("Training rows let user labels override marked pages, including the links to them", () => {
    const added = { url: nodeUrl("t"), label: 0, row: rowOfNumbers(4), links: [] };
    const { labels, leadsTo } = withLabelled(ROWS, [added]);
    assert.deepEqual([...labels], [0, Number.NaN, Number.NaN, 0]);
    assert.deepEqual([...leadsTo], [0, 1, 3, 1]);
  });
});
