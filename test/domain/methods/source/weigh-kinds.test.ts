import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { GroupCount } from "../../../../lib/domain/methods/group-tally.ts";
import { linkKind } from "../../../../lib/domain/methods/source/kind-counts.ts";
import {
  type KindKnowledge,
  weighKinds,
} from "../../../../lib/domain/methods/source/weigh-kinds.ts";

const LIST = linkKind(0, "/list", "/body/ul/a");
const POST = linkKind(0, "/post", "/body/h2/a");
const OTHER = linkKind(1, "/other", "/body/p/a");

type Learned = NonNullable<KindKnowledge["learned"]>;
const surely = (isSure: boolean): Learned["judge"] => ({
  by: "example",
  target: { weights: { shared: {}, single: 0 }, reference: {}, threshold: 0.5, isSure },
});

/** Lists were never wanted, posts always; a list brings five links of which all is expected. */
const LEARNED: Learned = {
  counts: [
    [LIST, 4, 0, [["type-1", 4]]],
    [POST, 6, 6, [["type-2", 6]]],
  ],
  yields: {
    "type-1": { links: [0, 0, 0, 0, 0, 0, 0, 0, 0, 5], worth: [0, 0, 0, 0, 0, 0, 0, 0, 0, 4.75] },
  },
  formYields: {},
  judge: surely(true),
};

const count = (parts: Partial<GroupCount>): GroupCount => ({
  ...{ waiting: 1, misses: 0, pages: 0, targets: 0, utility: 0, types: new Map<string, number>() },
  ...parts,
});

function weights(
  parts: Partial<KindKnowledge>,
  groups: Readonly<Record<string, GroupCount>>,
  remaining = 100,
) {
  const pages = Object.values(groups).reduce((sum, each) => sum + each.pages, 0);
  const knowledge: KindKnowledge = {
    ...{ pages: 50, until: 20, goal: "target", spares: false, learned: LEARNED },
    worthOf: ({ targets }) => targets,
    ...parts,
  };
  const tally = {
    pages,
    remaining,
    types: new Map<string, number>(),
    groups: new Map(Object.entries(groups)),
  };
  const found = weighKinds(knowledge)(tally, Object.keys(groups));
  return (kind: string) => found.get(kind) ?? Number.NaN;
}

describe("weights of kinds of links", () => {
  it("Kind weights let places take turns while a site is sampled", () => {
    const weigh = weights(
      { pages: 0, learned: null },
      {
        [LIST]: count({ pages: 2 }),
        [POST]: count({ pages: 1 }),
        [OTHER]: count({}),
      },
    );
    assert.ok(weigh(OTHER) > weigh(POST) && weigh(POST) > weigh(LIST));
    assert.equal(weigh(OTHER) / weigh(POST), 2);
  });

  it("Kind weights of a separate sample defer targets once their place was tried", () => {
    const groups = { [LIST]: count({}), [POST]: count({}) };
    const counted = weights({ until: 100 }, groups);
    const apart = weights({ until: 100, spares: true }, groups);
    assert.ok(counted(POST) > counted(LIST));
    assert.ok(apart(POST) < apart(LIST));
  });

  it("Kind weights are the rate of targets that a link leads to", () => {
    const groups = { [LIST]: count({}), [POST]: count({}) };
    const weigh = weights({}, groups);
    assert.ok(weigh(POST) > weigh(LIST));
    assert.ok(weigh(LIST) > 0.5, "a list is worth the posts behind it");
    assert.ok(weights({}, groups, 1)(LIST) < 0.5, "with one fetch left it is not");
  });

  it("Kind weights tell a rare list by its form of URL from other pages of no type", () => {
    const counts = [...LEARNED.counts, [OTHER, 2, 0, [["outlier", 2]]]] as const;
    const none = { links: [], worth: [] };
    const learned = { ...LEARNED, counts, yields: { ...LEARNED.yields, outlier: none } };
    const formYields = { "as /other": LEARNED.yields["type-1"] ?? none };
    const groups = { [LIST]: count({}), [OTHER]: count({}) };
    const byType = weights({ learned }, groups);
    const byForm = weights({ learned: { ...learned, formYields } }, groups);
    assert.ok(byType(OTHER) < 0.5 && byForm(OTHER) > 0.5);
  });

  it("Kind weights try an unseen form once, the sooner the more links wait, and drop it if it fails", () => {
    const few = weights({}, { [POST]: count({}), [OTHER]: count({}) });
    const groups = { [POST]: count({}), [OTHER]: count({ waiting: 50 }) };
    const many = weights({}, groups);
    assert.ok(few(OTHER) < many(OTHER));
    const failed = weights({}, { ...groups, [OTHER]: count({ waiting: 49, pages: 1 }) });
    assert.ok(failed(OTHER) < few(OTHER));
  });

  it("Kind weights let an unseen form pay for its likes that failed", () => {
    const others = Array.from({ length: 6 }, (_, at) => linkKind(1, `/o${at}`, "/body/p/a"));
    const tried = Object.fromEntries(others.map((kind) => [kind, count({ pages: 1 })]));
    const groups = { [OTHER]: count({ waiting: 50 }) };
    assert.ok(weights({}, { ...groups, ...tried })(OTHER) < weights({}, groups)(OTHER));
  });

  it("Kind weights follow an unseen pager of a list that brought much", () => {
    const pager = linkKind(0, "/list?page=0", "/body/p/a");
    const other = linkKind(0, "/list/*", "/body/p/a");
    const rich = LEARNED.yields["type-1"] ?? { links: [], worth: [] };
    const learned = { ...LEARNED, formYields: { "as /list": rich } };
    const weigh = weights({ learned }, { [pager]: count({}), [other]: count({}) });
    assert.ok(weigh(pager) > weigh(other));
  });

  it("Kind weights doubt that a form tried since the training brings what its type does", () => {
    const formYields = { "as /elsewhere": { links: [], worth: [] } };
    const groups = { [OTHER]: count({ pages: 20, types: new Map([["type-1", 20]]) }) };
    const sure = weights({}, groups)(OTHER);
    assert.ok(weights({ learned: { ...LEARNED, formYields } }, groups)(OTHER) < sure);
  });

  it("Content kind weights add a quarter of the gain behind a page to its own content", () => {
    const few = { [LIST]: count({}), [POST]: count({}) };
    const many = { [LIST]: count({}), [POST]: count({ waiting: 500 }) };
    assert.ok(weights({ goal: "ucc" }, few)(LIST) > weights({ goal: "ucc" }, many)(LIST));
  });

  it("Kind weights include the results of links since the training", () => {
    const before = weights({}, { [POST]: count({}) })(POST);
    const after = weights({}, { [POST]: count({ pages: 8 }) })(POST);
    assert.ok(after < before);
  });

  it("Kind weights explore rarely tried places every second time until a page is surely a target", () => {
    const unsure = { learned: { ...LEARNED, judge: surely(false) } };
    const groups = { [POST]: count({ pages: 5, targets: 5 }), [OTHER]: count({}) };
    const odd = weights({ ...unsure, pages: 50 }, groups);
    assert.equal(odd(POST), 0);
    assert.ok(odd(OTHER) > 0);
    const even = weights({ ...unsure, pages: 51 }, groups);
    assert.ok(even(POST) > even(OTHER));
  });
});
