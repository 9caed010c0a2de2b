import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { classedLinks } from "../../../peers/link-learner/link-classes.ts";
import { nodeUrl } from "../../support/a-graph.ts";
import { aVisit } from "../../support/some-evidence.ts";

const SNIPPET = { anchor: "", before: "", after: "", title: "" };
const followed = (letter: string, links: string, isTarget = false) =>
  aVisit(letter, links, { snippet: SNIPPET, isTarget });

const classesOf = (classes: 2 | 3, visits: readonly ReturnType<typeof aVisit>[]) =>
  new Map(classedLinks(visits, { classes }, 1).map((link) => [link.visit.url, link.class]));

describe("classes of the links that were followed", () => {
  it("Two link classes hold links to targets and equally many links to other pages", () => {
    const visits = [
      followed("a", "", true),
      ...["b", "c", "d", "e"].map((letter) => followed(letter, "")),
      followed("f", "", true),
    ];
    const classes = [...classesOf(2, visits).values()];
    assert.deepEqual(classes, [0, 0, 1, 1]);
  });

  it("Three link classes are links to targets, to pages linking to them, and one step farther", () => {
    const visits = [
      followed("a", "b"),
      followed("b", "c"),
      followed("c", "d"),
      followed("d", "", true),
      followed("e", ""),
    ];
    assert.deepEqual(
      classesOf(3, visits),
      new Map([
        [nodeUrl("d"), 0],
        [nodeUrl("c"), 1],
        [nodeUrl("b"), 2],
      ]),
    );
  });

  it("Link classes leave out seeds, because no link led to them", () => {
    const visits = [aVisit("a", "b", { isTarget: true }), followed("b", "")];
    assert.equal(classesOf(2, visits).size, 0);
  });
});
