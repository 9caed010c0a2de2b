import { CHECKPOINTS } from "./harvest.ts";
import { PUBLISHED_HARVEST } from "./report.ts";
import { byLabel, type Run } from "./run.ts";
import { BREADTH_FIRST, ORACLE, OURS } from "./strategies.ts";
import { harvests, shareOf } from "./summary.ts";

/** Asked of the default variant: least harvest within 50 pages, by site. */
const WITHIN_50: ReadonlyMap<string, number> = new Map([
  ["university 1", 0.1],
  ["university 2", 0.5],
  ["university 3", 0.85],
]);

/** Asked of it: least share of the oracle's harvest within 100 pages, mean over sites. */
const OF_ORACLE = 0.65;

/** Harvests in hundreds of pages are sums of binary fractions. */
const ROUNDING = 1e-9;

/** What is asked of the default variant beside what it does. */
export interface Goal {
  readonly what: string;
  readonly value: number;
  readonly asked: number;
}

/** The goals that these runs tell of, in means over path seeds. */
export function goalsOf(runs: readonly Run[]): Goal[] {
  const all = byLabel(runs);
  const runsOf = ({ label }: { readonly label: string }) => all.get(label) ?? [];
  const ours = runsOf(OURS);
  const within50 = [...harvests(ours, 50)].map(([site, value]): Goal => {
    return { what: `${site}: harvest within 50 pages`, value, asked: WITHIN_50.get(site) ?? 0 };
  });
  const ofOracle: Goal = {
    what: "within 100 pages, ÷ the oracle's, mean over sites",
    value: shareOf(ours, runsOf(ORACLE), 100),
    asked: OF_ORACLE,
  };
  const floors = CHECKPOINTS.flatMap((pages) => {
    const floor = harvests(runsOf(BREADTH_FIRST), pages);
    return [...harvests(ours, pages)].map(([site, value]): Goal => {
      return {
        what: `${site}: ${pages} pages, beside breadth-first`,
        value,
        asked: floor.get(site) ?? 0,
      };
    });
  });
  return [...within50, ofOracle, ...floors];
}

/** Whether a goal is met. */
export function isReached({ value, asked }: Goal): boolean {
  return value >= asked - ROUNDING;
}

/** Prints the goals with their verdicts. */
export function printGoals(runs: readonly Run[]): void {
  console.log("\ngoals of the default variant, means over path seeds");
  for (const goal of goalsOf(runs)) {
    const { what, value, asked } = goal;
    const verdict = isReached(goal) ? "met" : "missed";
    console.log(`${what}: ${value.toFixed(3)}, asked ${asked.toFixed(2)}: ${verdict}`);
  }
  console.log(
    `published, on other sites: ${PUBLISHED_HARVEST.toFixed(2)} within 50 pages on four of five, within about 200 on the fifth`,
  );
}
