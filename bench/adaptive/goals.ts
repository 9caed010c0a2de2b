import { byLabel } from "./report.ts";
import type { Run } from "./run.ts";
import { GREEDY_URLS, OURS, PEER, WIDE_PEER } from "./strategies.ts";
import { overTasks, ratioOf, recallAt, SHARES, volumeAt } from "./volumes.ts";

/** The goals of the default variant on one corpus. */
export interface Goals {
  /** Least recall by share of the budget. */
  readonly recall: readonly (readonly [share: number, least: number])[];
  /** Least ratio of net volumes at 10 % of the budget: to the peer, and to a greedy learner of URLs. */
  readonly peer: number;
  readonly greedy: number;
}

/** Share of the budget at which net volumes are compared. */
const EARLY = 0.1;

/** Prints the goals of the default variant with what it reaches. */
export function printGoals(title: string, runs: readonly Run[], goals: Goals): void {
  const all = byLabel(runs);
  const ours = all.get(OURS.label) ?? [];
  const ratio = (rival: string, share: number) =>
    ratioOf(ours, all.get(rival) ?? [], (crawled) => volumeAt(crawled, share).net).estimate;
  console.log(`\n${title}: goals of the default`);
  for (const [share, least] of goals.recall) {
    const recall = overTasks(ours, (crawled) => recallAt(crawled, share));
    printGoal(`recall at ${(share * 100).toFixed(0)} %`, recall, least);
  }
  printGoal(`net volume at 10 % ÷ ${PEER.label}`, ratio(PEER.label, EARLY), goals.peer);
  printGoal(`net volume at 10 % ÷ ${WIDE_PEER.label}`, ratio(WIDE_PEER.label, EARLY), goals.peer);
  printGoal(
    `net volume at 10 % ÷ ${GREEDY_URLS.label}`,
    ratio(GREEDY_URLS.label, EARLY),
    goals.greedy,
  );
  for (const rival of [PEER.label, WIDE_PEER.label]) {
    const least = Math.min(...SHARES.map((share) => ratio(rival, share)));
    printGoal(`least ratio to ${rival} at any share`, least, 1);
  }
}

function printGoal(what: string, value: number, asked: number): void {
  const verdict = value >= asked ? "met" : "missed";
  console.log(`${what}: ${value.toFixed(3)}, asked ${asked.toFixed(2)}: ${verdict}`);
}
