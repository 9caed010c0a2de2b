import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ConceptTerm } from "../../../../lib/domain/methods/ontology/concept-set.ts";
import type { LinkContext, Need } from "../../../../lib/domain/methods/strategy.ts";
import type { Anchor, PageView } from "../../../../lib/domain/page/page-view.ts";
import { aNeed } from "../../../support/a-need.ts";
import { anAnchor, aPage } from "../../../support/a-page.ts";
import { aStrategy } from "../../../support/a-strategy.ts";

function aTerm(term: string, parts: Partial<ConceptTerm> = {}): ConceptTerm {
  return {
    ...{ term, isAcronym: false, relation: "exact", distance: 0, isName: true, concept: "B1" },
    weight: undefined,
    ...parts,
  };
}

/** A small tree: foulbrood, its parent, a sibling of two names, a cousin five steps away. */
const TERMS = [
  aTerm("foulbrood"),
  aTerm("ropy brood", { relation: "synonym", isName: false }),
  aTerm("bee disease", { relation: "partial", distance: 1 }),
  aTerm("sick bees", { relation: "partial", distance: 1, isName: false }),
  aTerm("animal disease", { relation: "partial", distance: 2 }),
  aTerm("european foulbrood", { relation: "narrower", distance: 1 }),
  aTerm("chalkbrood", { relation: "context", distance: 2 }),
  aTerm("mummies", { relation: "context", distance: 2, isName: false }),
  aTerm("sheep scab", { relation: "context", distance: 5 }),
  aTerm("fly strike", { relation: "context", distance: 7 }),
];

const NEED = aNeed({ topic: "foulbrood", concepts: { topic: "foulbrood", terms: TERMS } });
const SEED = { depth: 0, priority: 1e6, group: "", parent: undefined, snippet: undefined };
const LINK = "http://site.example/x";

function compiled(options: string, need: Need = NEED) {
  const strategy = aStrategy(options);
  return strategy.compile(strategy.train({ visits: [], misses: [] }, need, undefined));
}

/** Value of the one link of a page. */
function linkValue(
  options: string,
  page: Partial<PageView>,
  anchor: Partial<Anchor>,
  context: LinkContext = SEED,
) {
  const { assessPage, scoreLinks } = compiled(options);
  const view = aPage({ ...page, anchors: [anAnchor(anchor.url ?? LINK, anchor)] });
  return scoreLinks(view, assessPage(view, context), context)[0]?.priority;
}

/** Own value of a text, read from the link of a seed that has nothing else: 0.1 · 0.9 of it. */
function ownValue(options: string, page: Partial<PageView>): number {
  return Number(((linkValue(options, page, {}) ?? 0) / 0.09).toFixed(6));
}

/** Value of the words at a link, read from the link of a seed that says nothing: 0.9 of it. */
function valueAtLink(options: string, anchor: Partial<Anchor>): number {
  return Number(((linkValue(options, {}, anchor) ?? 0) / 0.9).toFixed(6));
}

describe("lokman, as the thesis has it", () => {
  const PAPER = "lokman:variant=paper";

  it("lokman's paper variant sums relation · occurrences: exact 15, synonym 12, parent 8, sibling 5", () => {
    assert.equal(ownValue(PAPER, { mainText: "Foulbrood, foulbrood and ropy brood" }), 42);
    assert.equal(ownValue(PAPER, { mainText: "a bee disease such as chalkbrood" }), 13);
  });

  it("lokman's paper variant counts parents and siblings by name only, and no narrower or farther concepts", () => {
    const mainText = "sick bees, mummies, an animal disease, sheep scab, fly strike";
    const { assessPage } = compiled(PAPER);
    assert.equal(assessPage(aPage({ mainText }), SEED).isTarget, false);
    assert.equal(ownValue(PAPER, { mainText: "European foulbrood and chalkbrood" }), 5 + 15);
  });

  it("lokman's paper variant mixes 0.1 inherited with 0.9 own value for pages and links", () => {
    const context = { ...SEED, depth: 1, priority: 20 };
    const value = linkValue(PAPER, { mainText: "foulbrood" }, { text: "ropy brood" }, context);
    assert.equal(value?.toFixed(9), (0.1 * (0.1 * 20 + 0.9 * 15) + 0.9 * 12).toFixed(9));
  });

  it("lokman's paper variant reads the words of a link's URL", () => {
    const anchor = anAnchor("http://site.example/chalkbrood.html");
    assert.equal(valueAtLink(PAPER, anchor), 5);
  });

  it("lokman's paper variant lets a seed inherit nothing, because its priority is no prediction", () => {
    assert.equal(linkValue(PAPER, { mainText: "foulbrood" }, {})?.toFixed(9), "1.350000000");
  });

  it("lokman's paper variant counts a link once per page, by its best place, so that menus do not add up", () => {
    const { assessPage, scoreLinks } = compiled(`${PAPER},merge=increment`);
    const anchors = ["more", "foulbrood", "more"].map((text) => anAnchor(LINK, { text }));
    const page = aPage({ anchors });
    const links = scoreLinks(page, assessPage(page, SEED), SEED);
    assert.deepEqual(
      links.map(({ priority }) => priority.toFixed(6)),
      ["13.500000"],
    );
  });

  it("lokman's paper variant drops the links of a page that names no concept, except a seed's", () => {
    const page = { mainText: "beeswax" };
    assert.equal(linkValue(PAPER, page, { text: "foulbrood" }, { ...SEED, depth: 1 }), undefined);
    assert.equal(linkValue(PAPER, page, { text: "foulbrood" })?.toFixed(9), "13.500000000");
  });

  it("lokman's paper variant merges by the greater value or by the sum", () => {
    assert.equal(aStrategy(PAPER).merge, "greater");
    assert.equal(aStrategy(`${PAPER},merge=increment`).merge, "sum");
  });

  it("lokman's paper variant queues at most 10,000 links", () => {
    assert.equal(aStrategy(PAPER).capacity, 10_000);
  });
});

describe("lokman", () => {
  it("lokman scores links by the distance of their concepts: 15 · 0.8^distance, up to 6 steps", () => {
    const atLink = (text: string) => valueAtLink("lokman", { text }).toFixed(6);
    assert.equal(atLink("sheep scab"), (15 * 0.8 ** 5).toFixed(6));
    assert.equal(atLink("sick bees"), (15 * 0.8).toFixed(6));
    assert.equal(atLink("fly strike"), "0.000000");
    assert.equal(atLink("foulbrood"), "15.000000");
  });

  it("lokman scores a link by its best guess, or by the topic's concepts if their sum is greater", () => {
    const atLink = (text: string) => valueAtLink("lokman", { text }).toFixed(6);
    assert.equal(atLink("sheep scab, sheep scab"), (15 * 0.8 ** 5).toFixed(6));
    assert.equal(atLink("foulbrood and chalkbrood"), "20.000000");
  });

  it("lokman counts the words around a link by a fifth", () => {
    const atLink = (before: string, after: string) =>
      valueAtLink("lokman", { before, after }).toFixed(6);
    assert.equal(atLink("hives with", "foulbrood"), "3.000000");
    assert.equal(atLink("a ropy", "brood"), "0.000000", "the link stands between the words");
  });

  it("lokman follows links of pages without a concept, by the words at the link", () => {
    const value = linkValue(
      "lokman",
      {},
      { text: "foulbrood" },
      { ...SEED, depth: 1, priority: 10 },
    );
    assert.equal(value?.toFixed(9), (0.1 * (0.1 * 10) + 0.9 * 15).toFixed(9));
  });

  it("lokman judges pages only by near concepts, whatever it uses for links", () => {
    const { assessPage } = compiled("lokman");
    const assess = (mainText: string) => assessPage(aPage({ mainText }), SEED);
    assert.equal(assess("sheep scab and fly strike").isTarget, false);
    assert.equal(assess("foulbrood").isTarget, true);
    assert.equal(
      assess("foulbrood").utility.toFixed(6),
      (Math.log(2) / (1 + Math.log(2))).toFixed(6),
    );
    assert.match(assess("foulbrood foulbrood chalkbrood").why, /foulbrood ×2, chalkbrood ×1/);
  });

  it("lokman obeys the need's threshold", () => {
    const { assessPage } = compiled("lokman", { ...NEED, threshold: 0.5 });
    assert.equal(assessPage(aPage({ mainText: "foulbrood" }), SEED).isTarget, false);
    assert.equal(assessPage(aPage({ mainText: "foulbrood foulbrood" }), SEED).isTarget, true);
  });

  it("lokman normalises occurrences per 100 words and leaves shorter texts unchanged", () => {
    const text = (words: number) => `foulbrood ${"wax ".repeat(words - 1)}`;
    assert.equal(ownValue("lokman:normalise=length", { mainText: text(300) }), 5);
    assert.equal(ownValue("lokman:normalise=length", { mainText: text(10) }), 15);
    assert.equal(ownValue("lokman:normalise=none", { mainText: text(300) }), 15);
  });

  it("lokman weights title, headings and emphasis separately", () => {
    const page = {
      title: "Chalkbrood",
      headings: [{ level: 1, text: "Ropy brood" }] as const,
      emphasis: ["foulbrood"],
    };
    const own = (elements: string) => ownValue(`lokman:normalise=none,${elements}`, page);
    assert.equal(own("elements.title=0"), 0);
    assert.equal(own("elements.title=3,elements.headings=0.5,elements.emphasis=2"), 15 + 6 + 30);
  });

  it("lokman gives the user's own terms their own weights", () => {
    const terms = [aTerm("comb", { relation: "own", weight: 4 })];
    const need = aNeed({ concepts: { topic: "", terms } });
    const { assessPage } = compiled("lokman:normalise=none", need);
    assert.match(assessPage(aPage({ mainText: "a comb" }), SEED).why, /own value 4\.0: comb ×1/);
  });

  it("lokman without an ontology searches for the topic, with the topic's words as context", () => {
    const { assessPage } = compiled("lokman:normalise=none", aNeed({ topic: "the honey bee" }));
    const why = (mainText: string) => assessPage(aPage({ mainText }), SEED).why;
    assert.match(why("the honey bee"), /own value 15\.0/);
    assert.match(why("bees and honey"), /own value 10\.0/);
  });

  it("lokman gives a single word of the topic at a link less than the topic", () => {
    const need = aNeed({ topic: "motion sickness" });
    const { assessPage, scoreLinks } = compiled("lokman", need);
    const anchors = ["motion", "motion sickness"].map((text) => anAnchor(LINK, { text }));
    const page = aPage({ anchors });
    const values = anchors.flatMap((anchor) => {
      const view = { ...page, anchors: [anchor] };
      return scoreLinks(view, assessPage(view, SEED), SEED).map(({ priority }) => priority / 0.9);
    });
    assert.deepEqual(
      values.map((value) => value.toFixed(6)),
      [(15 * 0.8 ** 2).toFixed(6), "15.000000"],
    );
  });

  it("lokman also searches for the topic when the user gives own terms", () => {
    const terms = [aTerm("hive", { relation: "own", weight: 5 })];
    const { assessPage } = compiled(
      "lokman:normalise=none",
      aNeed({ topic: "bees", concepts: { topic: "bees", terms } }),
    );
    const why = assessPage(aPage({ mainText: "bees in a hive" }), SEED).why;
    assert.match(why, /own value 20\.0/);
  });

  it("lokman ignores small words of the topic", () => {
    const { assessPage } = compiled("lokman", aNeed({ topic: "the honey bee" }));
    assert.equal(assessPage(aPage({ mainText: "the wax" }), SEED).isTarget, false);
  });

  it("lokman reports an error when there is nothing to search for", () => {
    assert.throws(() => compiled("lokman", aNeed({ topic: "…" })), { code: "no-topic" });
  });
});
