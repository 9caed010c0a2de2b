import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { adaptive } from "../../../../lib/domain/methods/adaptive/adaptive.ts";
import {
  compileJudges,
  createJudges,
  judgesFor,
  learnsFromPages,
  trainJudges,
} from "../../../../lib/domain/methods/auto/judges.ts";
import { bestFirst } from "../../../../lib/domain/methods/baseline/baseline.ts";
import { NO_NEED } from "../../../../lib/domain/methods/label-need.ts";
import type { Need } from "../../../../lib/domain/methods/strategy.ts";
import { aPage } from "../../../support/a-page.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aVisit } from "../../../support/some-evidence.ts";

const page = (n: number, mainText = "") =>
  aPage({ url: aUrl(`http://site.example/${n}`), mainText, text: mainText });
const three = [page(1), page(2), page(3)];
const concepts: NonNullable<Need["concepts"]> = {
  topic: "bees",
  terms: [
    {
      ...{ term: "bee", isAcronym: false, relation: "exact", distance: 0 },
      ...{ isName: true, concept: "A1", weight: 15 },
    },
  ],
};
const paths = { paths: [[aUrl("http://site.example/1")]], pages: [page(1)] };

const NO_EVIDENCE = { visits: [], misses: [] };

const CASES: readonly (readonly [given: string, need: Partial<Need>, judges: string[]])[] = [
  ["nothing", {}, ["labels"]],
  ["a topic", { topic: "bees" }, ["labels"]],
  ["good pages", { good: three }, ["labels"]],
  ["concepts", { concepts, topic: "bees" }, ["concepts"]],
  ["concepts without a term", { concepts: { topic: "", terms: [] } }, ["labels"]],
  ["click paths", { paths, topic: "courses" }, ["paths"]],
  ["labels beside all else", { good: three, bad: three, paths, concepts }, ["labels"]],
  ["an example page", { examplePage: page(1) }, ["example"]],
  ["pages with comments", { detect: "comments" }, ["comments"]],
  ["user content", { detect: "user-content" }, ["content"]],
  [
    "files, whatever else",
    { files: { mediaTypes: ["application/pdf"], fetch: true }, topic: "bees" },
    ["files"],
  ],
  ["comments on a topic", { detect: "comments", topic: "bees" }, ["comments", "labels"]],
];

describe("the judges of a need", () => {
  for (const [given, need, judges] of CASES) {
    it(`Given ${given}, pages are judged by ${judges.join(" and ")}`, () => {
      assert.deepEqual(judgesFor({ ...NO_NEED, ...need }), judges);
    });
  }

  it("Pages are judged by a topic and the link to them, where published orders judge the page alone", async () => {
    const context = { seed: 1, pages: 100 };
    const need = { ...NO_NEED, topic: "students" };
    const snippet = { anchor: "Ann", before: "", after: "", title: "Our students" };
    const link = {
      depth: 1,
      priority: 1,
      group: "",
      parent: aUrl("http://site.example/"),
      snippet,
    };
    const { labels } = await createJudges(context);
    const others = [
      await bestFirst.create(bestFirst.options.parse({}), context),
      await adaptive.create(adaptive.options.parse({}), context),
    ];
    const [own, ...published] = [labels, ...others].map((strategy) => {
      const model = strategy.train(NO_EVIDENCE, need, undefined);
      return strategy.compile(model).assessPage(page(1, "Ann Smith"), link).utility > 0;
    });
    assert.equal(own, true);
    assert.deepEqual(published, [false, false]);
  });

  it("Judges of structure, comments and click paths learn from the pages of the crawl, too", () => {
    const learns = CASES.filter(([, need]) => learnsFromPages({ ...NO_NEED, ...need }));
    assert.deepEqual(
      learns.map(([given]) => given),
      [
        "click paths",
        "an example page",
        "pages with comments",
        "user content",
        "comments on a topic",
      ],
    );
  });

  it("A page is a target of both judges or of none, and worth the product", async () => {
    const judges = await createJudges({ seed: 1, pages: 100 });
    const need: Need = { ...NO_NEED, detect: "comments", topic: "bees" };
    const evidence = { visits: [], misses: [] };
    const models = trainJudges(judges, need, { evidence, pages: 0 }, []);
    const { assessPage } = compileJudges(judges, models);
    const context = {
      ...{ depth: 1, priority: 1, group: "" },
      parent: undefined,
      snippet: undefined,
    };
    const onTopic = assessPage(page(1, "bees and bees and nothing but bees"), context);
    assert.equal(onTopic.isTarget, false);
    assert.equal(onTopic.utility, 0);
    assert.match(onTopic.why, /; /);
  });

  it("The judge of comments learns which links lead to them as the crawl grows", async () => {
    const judges = await createJudges({ seed: 1, pages: 100 });
    const need: Need = { ...NO_NEED, detect: "comments" };
    const visits = Array.from("abcdef", (letter, at) => {
      const snippet = { anchor: "a post", before: "", after: "", title: "" };
      return aVisit(letter, "", { snippet, utility: at % 2, isTarget: at % 2 === 1 });
    });
    const [first] = trainJudges(judges, need, { evidence: NO_EVIDENCE, pages: 0 }, []);
    const [later] = trainJudges(judges, need, { evidence: { visits, misses: [] }, pages: 6 }, [
      first ?? assert.fail(),
    ]);
    assert.equal(later?.pages, 6);
    assert.notDeepEqual(later?.model, first?.model);
  });

  it("A judge that is not stale stays as it is", async () => {
    const judges = await createJudges({ seed: 1, pages: 100 });
    const need: Need = { ...NO_NEED, concepts };
    const crawl = { evidence: { visits: [], misses: [] }, pages: 0 };
    const first = trainJudges(judges, need, crawl, []);
    assert.equal(trainJudges(judges, need, { ...crawl, pages: 50 }, first)[0], first[0]);
  });
});
