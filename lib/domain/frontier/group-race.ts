import type { Head } from "./frontier-tables.ts";
import { comesBefore, type Rank } from "./link-order.ts";

/** How the heads of the groups are found, and which of them wins. */
export interface RaceRules {
  /** The groups that take part: those that a link waits of. Read anew at every step. */
  readonly groups: () => Iterable<string>;
  readonly weightOf: (group: string) => number;
  readonly headOf: (group: string) => Head | undefined;
  /** A head's key times its group's weight, in the sense of the order raced in. */
  readonly valueOf: (key: number, weight: number) => number;
  /** Whether the one that comes before all others wins, or the one all others come before. */
  readonly wanted: "first" | "last";
}

/** A group's head among those of the other groups. */
export interface Racer extends Head, Rank {
  readonly group: string;
}

/** A merge of the groups' orders into one. */
export interface GroupRace {
  /** The winner among the groups' heads; the same again until it is forgotten. */
  next(): Racer | undefined;
  /** Looks the heads on this host up again: it was closed, or one of its links has left the order. */
  forgetHost(hostId: number): void;
  /** Looks this group's head up again: it has left the order, and no host was closed. */
  forgetGroup(group: string): void;
}

/** Starts a race of all groups that wait: each step costs one look-up and one comparison a group. */
export function raceGroups(rules: RaceRules): GroupRace {
  const heads = new Map<string, Racer | undefined>();
  const isAhead = (a: Rank, b: Rank): boolean =>
    rules.wanted === "first" ? comesBefore(a, b) : comesBefore(b, a);
  return {
    next() {
      let winner: Racer | undefined;
      for (const group of rules.groups()) {
        let head = heads.get(group);
        if (head === undefined && !heads.has(group)) {
          head = racer(rules, group);
          heads.set(group, head);
        }
        if (head !== undefined && (winner === undefined || isAhead(head, winner))) winner = head;
      }
      return winner;
    },
    forgetHost(hostId) {
      for (const [group, head] of heads) if (head?.hostId === hostId) heads.delete(group);
    },
    forgetGroup(group) {
      heads.delete(group);
    },
  };
}

function racer(rules: RaceRules, group: string): Racer | undefined {
  const head = rules.headOf(group);
  return head && { ...head, group, value: rules.valueOf(head.key, rules.weightOf(group)) };
}
