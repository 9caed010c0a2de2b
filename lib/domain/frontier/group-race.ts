import type { Head } from "./frontier-tables.ts";
import { comesBefore, type Rank } from "./link-order.ts";

/** How the heads of the groups are found, and which of them wins. */
export interface RaceRules {
  readonly weights: ReadonlyMap<string, number>;
  readonly headOf: (group: string) => Head | undefined;
  /** A head's key times its group's weight, in the sense of the order raced in. */
  readonly valueOf: (key: number, weight: number) => number;
  /** Whether the one that comes before all others wins, or the one all others come before. */
  readonly wanted: "first" | "last";
}

/** A merge of the groups' orders into one. */
export interface GroupRace {
  /** The winner among the groups' heads; the same again until it is forgotten. */
  next(): (Head & Rank) | undefined;
  /** Looks the heads on this host up again: one of its links has left the order. */
  forget(hostId: number): void;
}

/** Starts a race over all groups: each step costs one look-up and one comparison a group. */
export function raceGroups(rules: RaceRules): GroupRace {
  const heads = new Map<string, (Head & Rank) | undefined>();
  const isAhead = (a: Rank, b: Rank): boolean =>
    rules.wanted === "first" ? comesBefore(a, b) : comesBefore(b, a);
  return {
    next() {
      let winner: (Head & Rank) | undefined;
      for (const [group, weight] of rules.weights) {
        if (!heads.has(group)) heads.set(group, rank(rules, group, weight));
        const head = heads.get(group);
        if (head !== undefined && (winner === undefined || isAhead(head, winner))) winner = head;
      }
      return winner;
    },
    forget(hostId) {
      for (const [group, head] of heads) if (head?.hostId === hostId) heads.delete(group);
    },
  };
}

function rank(rules: RaceRules, group: string, weight: number): (Head & Rank) | undefined {
  const head = rules.headOf(group);
  return head && { ...head, value: rules.valueOf(head.key, weight) };
}
