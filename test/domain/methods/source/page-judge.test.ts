import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sampleOf } from "../../../../lib/domain/methods/source/sample.ts";
import type { SourceAim } from "../../../../lib/domain/methods/source/source-aim.ts";
import { compileJudge, learnJudge } from "../../../../lib/domain/methods/source/target-judge.ts";
import type { PageStructure } from "../../../../lib/domain/page/page-structure.ts";
import type { Url } from "../../../../lib/domain/web/url/url.ts";
import { aForum, type ForumPageKind } from "../../../support/a-forum.ts";
import { forumEvidence } from "../../../support/forum-evidence.ts";

const FORUM = aForum();
const sample = sampleOf(forumEvidence(FORUM, 120));
const PAGES = sample.pages;
const NO_AIM: SourceAim = { example: null, exampleUrl: null, threshold: null };

const formOf = (url: Url) => url.replace(/\d+/g, "0");

const every = PAGES.map((_page, place) => place);

const structureOf = (kind: ForumPageKind, number: number): PageStructure => {
  const page = PAGES.find(({ url }) => url === FORUM.url(kind, number));
  assert.ok(page !== undefined);
  return page.structure;
};

describe("a judge of pages by an example", () => {
  const example = structureOf("thread", 0);
  const aim = { ...NO_AIM, example: example.paths, exampleUrl: FORUM.url("thread", 0) };
  const judge = compileJudge(learnJudge(aim, sample, every, formOf));

  it("The example judge scores a page 1 if it is like the example, otherwise 0", () => {
    for (const { url, structure } of PAGES)
      assert.equal(judge(structure, 0).worth, Number(FORUM.kinds.get(url) === "thread"), url);
  });

  it("The example judge gives similarity as utility, highest for pages of the example's type", () => {
    const utilities = (isThread: boolean) =>
      PAGES.filter(({ url }) => (FORUM.kinds.get(url) === "thread") === isThread).map(
        ({ structure }) => judge(structure, 0).utility,
      );
    assert.ok(Math.min(...utilities(true)) > Math.max(...utilities(false)));
  });

  it("The example judge learns common paths from the chosen pages alone and uses the need's threshold", () => {
    const strict = learnJudge({ ...aim, threshold: 1 }, sample, every, formOf);
    assert.equal(compileJudge(strict)(structureOf("board", 0), 0).worth, 0);
    const alone = learnJudge(aim, sample, [], formOf);
    assert.notDeepEqual(alone, learnJudge(aim, sample, every, formOf));
  });
});

describe("a judge of pages by their text", () => {
  const judge = compileJudge(learnJudge(NO_AIM, sample, every, formOf));

  it("The text judge scores threads above forms, and named pages above unnamed ones", () => {
    const worth = (kind: ForumPageKind, letters: number) =>
      judge(structureOf(kind, 0), letters).worth;
    assert.ok(worth("thread", 20) > worth("login", 20));
    assert.ok(worth("thread", 20) > worth("thread", 0));
  });

  it("The text judge gives score and utility the same value", () => {
    for (const { structure } of PAGES) {
      const { worth, utility } = judge(structure, 8);
      assert.equal(worth, utility);
    }
  });

  it("The text judge scores a page 0 if its text was not kept", () => {
    assert.equal(judge({ paths: {}, links: {} }, 20).worth, 0);
  });
});
