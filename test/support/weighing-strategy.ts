import type { Merge } from "../../lib/domain/frontier/frontier-policy.ts";
import type { GroupCount, GroupTally } from "../../lib/domain/methods/group-tally.ts";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";

type Model = { readonly generation: number; readonly pages: number };

/**
 * Returns a strategy that weighs groups by everything in a tally, including sums of fractions in
 * their order. Any difference in the tally thus gives other weights. It trains after four pages by
 * its own links.
 */
export function weighingStrategy(merge: Merge = "greater"): Strategy<Model> {
  return {
    name: "weighing",
    selection: { kind: "best" },
    merge,
    train: ({ visits }, _need, previous) => {
      return { generation: (previous?.generation ?? 0) + 1, pages: visits.length };
    },
    compile: ({ generation, pages }) => ({
      assessPage: ({ url, anchors }) => {
        const utility = 1 / (1 + numberIn(url));
        const type = anchors.length === 0 ? undefined : `type ${numberIn(url) % 3}`;
        return { utility, isTarget: utility > 0.2, type, why: "number" };
      },
      scoreLinks: ({ anchors }, { type }) =>
        anchors.map(({ url }, index) => ({
          url,
          priority: 1 + ((numberIn(url) * 7) % 5),
          group: `${generation} ${type} ${index % 3}`,
          snippet: undefined,
          why: "place",
        })),
      rescoreLink: ({ url, priority }) => {
        return { priority, group: `${pages} ${numberIn(url) % 3}`, why: "again" };
      },
      groups: {
        weigh: (tally, groups) =>
          new Map(Array.from(groups, (group) => [group, weightOf(tally, tally.groups.get(group))])),
      },
    }),
    isStale: ({ types }) => types.values().reduce((sum, pages) => sum + pages, 0) >= 4,
  };
}

function numberIn(url: string): number {
  return Number(/\d+$/.exec(url)?.[0] ?? 0);
}

function weightOf(tally: GroupTally, count: GroupCount | undefined): number {
  const { pages = 0, misses = 0, targets = 0, utility = 0, waiting = 0, types } = count ?? {};
  let overall = Math.min(tally.remaining, 100) / 100 + tally.pages / 50;
  for (const each of tally.groups.values())
    overall = overall / 3 + each.utility + each.waiting / 10;
  for (const [type, number] of [...tally.types, ...(types ?? [])]) {
    overall = overall / 2 + number + type.length / 10;
  }
  return (1 + utility + targets + waiting / 7) / (2 + pages + misses) + overall / 20;
}
