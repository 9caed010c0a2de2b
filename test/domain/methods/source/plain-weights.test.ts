import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type CompletedLink, LinkTally } from "../../../../lib/crawl/link-tally.ts";
import type { GroupCount, GroupTally } from "../../../../lib/domain/methods/group-tally.ts";
import {
  isPageOf,
  type KindChain,
  type KindCount,
  KindCounts,
  linkKind,
  skeletonKind,
} from "../../../../lib/domain/methods/source/kind-counts.ts";
import type { HubYield } from "../../../../lib/domain/methods/source/learn-kinds.ts";
import {
  type KindKnowledge,
  weighKinds,
} from "../../../../lib/domain/methods/source/weigh-kinds.ts";

/** The weights written as plainly as possible: nothing is kept, and everything computed again. */
function plainWeights({ learned, goal, worthOf }: KindKnowledge, tally: GroupTally) {
  const { groups, remaining } = tally;
  const counts = KindCounts.of(learned?.counts ?? [], { formsCountOnce: goal === "target" });
  // Types are numbered in this order, in which their yields are summed.
  for (const type of Object.keys(learned?.yields ?? {})) counts.typeNumber(type);
  for (const [kind, count] of groups) {
    if (count.pages > 0) counts.add(kind, { ...count, worth: worthOf(count) });
  }
  const formOf = (kind: string) => counts.skeletonIn(counts.chainOf(kind));
  const price = plainPrice(tally, counts);
  return Array.from(groups.keys(), (kind): [kind: string, weight: number] => {
    const chain = counts.chainOf(kind);
    const mean = learned === null ? 0 : counts.mean(chain);
    const behind = learned === null ? [] : plainBehind(learned, counts, chain);
    if (goal === "ucc") return [kind, mean + 0.25 * plainGain(price, behind, remaining)];
    const rate = plainRate(mean, behind, remaining);
    if (counts.isFormTried(chain)) return [kind, rate];
    let open = 0;
    for (const [each, { waiting }] of groups) if (formOf(each) === formOf(kind)) open += waiting;
    const links = Math.min(open === 0 ? 1 : open, remaining);
    return [kind, Math.max(rate, (mean * links) / (1 + mean * (links - 1)))];
  });
}

/** Links and their mean worth by bin, the best first. */
type Bins = readonly (readonly [links: number, mean: number])[];

function binsOf({ links, worth }: HubYield): Bins {
  const bins = links.map((all, bin): [number, number] => [all, (worth[bin] ?? 0) / all]);
  return bins.toReversed().filter(([all]) => all > 0);
}

const TEN_BINS = Array.from({ length: 10 }, (_, bin) => bin);

function plainBehind(
  { yields, formYields }: NonNullable<KindKnowledge["learned"]>,
  counts: KindCounts,
  chain: KindChain,
): Bins {
  const form = counts.skeletonIn(chain);
  const name = counts.nameAt(form);
  const own = formYields[name];
  if (own !== undefined) return binsOf(own);
  const place = counts.narrowest(chain);
  if (place === undefined) {
    const lists = Object.entries(formYields).filter(([list]) => isPageOf(name, list));
    const longest = lists.toSorted(([a], [b]) => b.length - a.length)[0];
    return longest === undefined ? [] : binsOf(longest[1]);
  }
  const none = Object.keys(formYields).length === 0;
  const doubt = none ? 1 : 4 / (4 + counts.pagesAt(form));
  const types = counts.typesAt(place);
  const pages = types.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const [links, worth] = [TEN_BINS.map(() => 0), TEN_BINS.map(() => 0)];
  for (const [type, each = 0] of types.entries()) {
    const brought = Object.entries(yields).find(([name]) => counts.typeNumber(name) === type)?.[1];
    const times = (doubt * each) / pages;
    if (brought === undefined) continue;
    for (const bin of TEN_BINS) {
      links[bin] = (links[bin] ?? 0) + times * (brought.links[bin] ?? 0);
      worth[bin] = (worth[bin] ?? 0) + times * (brought.worth[bin] ?? 0);
    }
  }
  return binsOf({ links, worth });
}

function plainRate(worth: number, behind: Bins, remaining: number): number {
  let [sum, fetches] = [worth, 1];
  for (const [links, mean] of behind) {
    const taken = Math.min(links, remaining - fetches);
    if (taken <= 0 || mean <= sum / fetches) break;
    sum += taken * mean;
    fetches += taken;
  }
  return sum / fetches;
}

function plainGain(price: number, behind: Bins, remaining: number): number {
  let [gain, fetches] = [0, 0];
  for (const [links, mean] of behind) {
    const taken = Math.min(links, remaining - fetches);
    if (taken <= 0 || mean <= price) break;
    gain += taken * (mean - price);
    fetches += taken;
  }
  return gain;
}

function plainPrice({ groups, remaining }: GroupTally, counts: KindCounts): number {
  let room = remaining;
  const open = Array.from(groups, ([kind, { waiting, pages, misses }]) => {
    const alive = (1 + pages) / (1 + pages + misses);
    return { mean: counts.mean(counts.chainOf(kind)), links: waiting * alive };
  });
  for (const { mean, links } of open.toSorted((a, b) => b.mean - a.mean)) {
    room -= links;
    if (room <= 0) return mean;
  }
  return 0;
}

/** The tally of all results so far and the queued links, counted from nothing. */
function plainTally(
  results: readonly CompletedLink[],
  waiting: ReadonlyMap<string, number>,
  remaining: number,
): GroupTally {
  const undrawn = [...waiting.keys()].toSorted();
  const names = new Set([...results.map(({ group }) => group), ...undrawn]);
  const countOf = (group: string): GroupCount => {
    const own = results.filter((each) => each.group === group);
    const pages = own.flatMap(({ page }) => page ?? []);
    return {
      waiting: waiting.get(group) ?? 0,
      misses: own.length - pages.length,
      pages: pages.length,
      targets: pages.filter(({ isTarget }) => isTarget).length,
      utility: pages.reduce((sum, { utility }) => sum + utility, 0),
      types: typesOf(pages),
    };
  };
  const pages = results.flatMap(({ page }) => page ?? []);
  const groups = new Map(Array.from(names, (group) => [group, countOf(group)]));
  return { pages: pages.length, remaining, types: typesOf(pages), groups };
}

function typesOf(
  pages: readonly NonNullable<CompletedLink["page"]>[],
): ReadonlyMap<string, number> {
  const members = Map.groupBy(pages, ({ type }) => type ?? "");
  return new Map(Array.from(members, ([type, each]) => [type, each.length]));
}

const FORMS = ["/list", "/list?page=0", "/post/*", "/post/*?page=0", "/user/0"];
const TYPES = ["0", "1", ""];

const unit = fc.oneof(
  fc.constantFrom(0, 0.5, 1),
  fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }),
);
const kind = fc
  .tuple(fc.integer({ min: -1, max: 1 }), fc.constantFrom(...FORMS), fc.constantFrom("/a", "/b.c"))
  .map(([cluster, form, path]) => linkKind(cluster, form, path));
const hubYield = fc
  .array(fc.tuple(fc.nat({ max: 30 }), unit), { minLength: 10, maxLength: 10 })
  .map((bins) => ({
    links: bins.map(([links]) => links / 3),
    worth: bins.map(([links, share], bin) => (links / 3) * ((bin + share) / 10)),
  }));
const landings: fc.Arbitrary<KindCount> = fc
  .tuple(kind, fc.integer({ min: 1, max: 9 }), unit, fc.constantFrom(...TYPES))
  .map(([name, pages, share, type]) => [name, pages, share * pages, [[type, pages]]]);
const goals = fc.constantFrom<KindKnowledge["goal"]>("target", "ucc");

/** What a training learns: the counts of kinds with all wider kinds, and yields. */
function learnedKinds(
  isSure: fc.Arbitrary<boolean>,
): fc.Arbitrary<NonNullable<KindKnowledge["learned"]>> {
  const forms = FORMS.map((form) => skeletonKind(form));
  return fc
    .record({
      kinds: fc.array(landings, { maxLength: 6 }),
      yields: fc.dictionary(fc.constantFrom(...TYPES), hubYield),
      formYields: fc.dictionary(fc.constantFrom(...forms), hubYield),
      isSure,
    })
    .map(({ kinds, yields, formYields, isSure }) => {
      const counts = new KindCounts({ formsCountOnce: true });
      for (const [name, pages, worth, types] of kinds) counts.add(name, { pages, worth, types });
      const target = { weights: { shared: {}, single: 0 }, reference: {}, threshold: 0.5, isSure };
      return { counts: counts.toJSON(), yields, formYields, judge: { by: "example", target } };
    });
}

/** One step of a crawl: links of a kind are offered or drawn, or one has a result. */
const step = fc.oneof(
  fc.record({ offered: kind, links: fc.integer({ min: -4, max: 4 }) }),
  fc.record({
    linkModel: fc.constant("m"),
    group: kind,
    page: fc.option(
      fc.record({ utility: unit, isTarget: fc.boolean(), type: fc.constantFrom(...TYPES) }),
      { nil: undefined },
    ),
  }),
);

/** Calls `check` after each step of a crawl with the tally of the crawl and the plain one. */
function crawl(
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  budget: number,
  check: (tally: GroupTally, plain: GroupTally) => void,
): void {
  const tally = new LinkTally();
  const results: CompletedLink[] = [];
  const waiting = new Map<string, number>();
  for (const each of steps) {
    if ("offered" in each) {
      const links = Math.max(0, (waiting.get(each.offered) ?? 0) + each.links);
      if (links === 0) waiting.delete(each.offered);
      else waiting.set(each.offered, links);
    } else {
      tally.count(each, undefined);
      results.push(each);
    }
    const remaining = Math.max(0, budget - results.length);
    check(tally.groupTally("m", waiting, remaining), plainTally(results, waiting, remaining));
  }
}

const steps = fc.array(step, { minLength: 1, maxLength: 30 });
const budgets = fc.oneof(fc.nat({ max: 40 }), fc.constant(Number.POSITIVE_INFINITY));
const worthOf = ({ targets, utility }: GroupCount) => (targets + utility) / 2;

describe("weights of kinds of links during a crawl", () => {
  it("Kind weights equal those computed plainly from all results and queued links, to the bit", () => {
    const holds = (
      learned: KindKnowledge["learned"],
      goal: KindKnowledge["goal"],
      budget: number,
      each: Parameters<typeof crawl>[0],
    ) => {
      const knowledge = { pages: 0, until: 0, goal, spares: false, learned, worthOf };
      const weigh = weighKinds(knowledge);
      crawl(each, budget, (tally, plain) => {
        assert.deepEqual([...tally.groups], [...plain.groups]);
        const weights = [...weigh(tally, tally.groups.keys())];
        assert.deepEqual(weights, plainWeights(knowledge, plain));
      });
    };
    // After the sample and with a sure judge no place is explored.
    const sure = fc.option(learnedKinds(fc.constant(true)));
    const property = fc.property(sure, goals, budgets, steps, holds);
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it("Kind weights depend on the tally alone, not on tallies weighed before", () => {
    const knowledges = fc.record({
      pages: fc.nat({ max: 30 }),
      until: fc.nat({ max: 40 }),
      goal: goals,
      spares: fc.boolean(),
      learned: fc.option(learnedKinds(fc.boolean())),
      worthOf: fc.constant(worthOf),
    });
    const holds = (knowledge: KindKnowledge, budget: number, each: Parameters<typeof crawl>[0]) => {
      const weigh = weighKinds(knowledge);
      crawl(each, budget, (tally, plain) => {
        const anew = weighKinds(knowledge)(plain, plain.groups.keys());
        assert.deepEqual([...weigh(tally, tally.groups.keys())], [...anew]);
      });
    };
    fc.assert(fc.property(knowledges, budgets, steps, holds), { seed: 1, numRuns: 300 });
  });
});
