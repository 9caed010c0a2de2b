import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { reasonsOf } from "../../../web/reasons.ts";

const said = (why: string) =>
  reasonsOf(why).map(({ words, isFor }) => `${isFor ? "+" : "-"}${words}`);

describe("the reasons of the crawl as the page shows them", () => {
  it("Words are told apart by place, and for or against", () => {
    assert.deepEqual(said("learned 0.58: title: bees, not heading: car"), [
      "+title: bees",
      "-heading: car",
    ]);
    assert.deepEqual(said("learned 0.03: not pairs: course catalogue"), [
      "-phrase: course catalogue",
    ]);
    assert.deepEqual(said("similar 0.865: beekeep, bee; the link to it says bee"), [
      "+beekeep",
      "+bee",
      "+link: bee",
    ]);
  });

  it("Similarity to other pages is for or against by its share, and how many were judged is no reason", () => {
    const by = "; judged again with 700 pages";
    assert.deepEqual(said(`like pages called alike 0.348${by}`), [
      "-unlike the pages called relevant",
    ]);
    assert.deepEqual(said(`like pages called alike 0.988${by}`), [
      "+like the pages called relevant",
    ]);
  });

  it("What raises and what lowers is told apart, and figures of single judges are no reasons", () => {
    const by =
      "learned 0.49: raised by body: uncap, body: queen, lowered by title: forum, links: log";
    assert.deepEqual(said("learned 0.4: raised by body: uncap; lowered by headings: honei"), [
      "+uncap",
      "-headings: honei",
    ]);
    assert.deepEqual(said(`${by}; by the topic 0.000; together 0.134`), [
      "+uncap",
      "+queen",
      "-title: forum",
      "-links: log",
    ]);
  });

  it("Reasons for a page come first, also where more speak against it, each once", () => {
    const against = "title: a, title: b, title: c, title: d, title: e, title: f";
    const by = `learned 0.008: lowered by ${against}; by the topic 0.179; beside it by the topic similar 0.179: bee, hive; the link to it says bee`;
    assert.deepEqual(said(`${by}; beside it by the topic similar 0.1: hive`), [
      ...["+bee", "+hive", "+link: bee"],
      ...["a", "b", "c", "d", "e"].map((word) => `-title: ${word}`),
    ]);
  });

  it("A rule, a label and words that are absent speak against a page where they do", () => {
    const without = "without: learned 0.032: raised by links: 0000; lowered by body: caterpillar";
    assert.deepEqual(said(`labelled irrelevant; ${without}`), [
      "+links: number",
      "-labelled irrelevant",
      "-caterpillar",
    ]);
    assert.deepEqual(said("no query term on the page; like pages called alike 0.004"), [
      "-none of the topic’s words",
      "-unlike the pages called relevant",
    ]);
    assert.deepEqual(said("language de is out of scope"), ["-language de is out of scope"]);
    assert.deepEqual(said("learned 0.500, nothing known on it"), []);
  });

  it("What has another form stays as it is, and nothing is no reason", () => {
    assert.deepEqual(said("labelled relevant"), ["+labelled relevant"]);
    assert.deepEqual(said(""), []);
  });
});
