import { figures } from "../../../lib/cli/print/table.ts";
import { printTable } from "../../entry/print-table.ts";
import type { Crawled } from "../crawled.ts";
import { harvestAtBudget, normalisedArea } from "../figures.ts";
import { LABEL_GROUPS } from "../groups/labels.ts";
import { OURS } from "../strategies.ts";
import { interval, ratioOf } from "./cells.ts";
import { type Crawls, pairsOf } from "./crawls.ts";

/** A comparison of two sets of crawls, with the least harvest ratio that is asked. */
interface Comparison {
  readonly what: string;
  readonly ours: readonly Crawled[];
  readonly theirs: readonly Crawled[];
  readonly asked: number | undefined;
}

/** What a topic alone finds ÷ best-first by cosine, and few labels ÷ all. */
const COLD_START = 1.5;
const FEW_LABELS = 0.85;

/** Prints what is found with little given; tasks are paired by need and seed. */
export function printLittleGiven(crawls: Crawls): void {
  const all = LABEL_GROUPS.flatMap(({ name }) => crawls.of(OURS, name));
  const ours = (group: string) => crawls.of(OURS, group);
  const comparisons: readonly Comparison[] = [
    {
      what: "two words ÷ best-first by the same words",
      ours: ours("cold-start"),
      theirs: crawls.of("best-first", "cold-start"),
      asked: COLD_START,
    },
    {
      what: "8 good and 40 bad ÷ 40 and 200",
      ours: ours("few-labels"),
      theirs: all,
      asked: FEW_LABELS,
    },
    { what: "5 good alone ÷ 40 and 200", ours: ours("good-alone"), theirs: all, asked: undefined },
  ];
  const rows = comparisons.flatMap(({ what, ours, theirs, asked }) => {
    const needOf = ({ task }: Crawled) => task;
    const [harvest, area] = [harvestAtBudget, normalisedArea].map((figure) =>
      pairsOf(ours, theirs, figure, needOf),
    );
    if (harvest === undefined || area === undefined || harvest.length === 0) return [];
    const found = ratioOf(harvest);
    const verdict = asked === undefined ? "–" : found.estimate >= asked ? "met" : "missed";
    return [[what, interval(found), asked?.toFixed(2) ?? "–", verdict, interval(ratioOf(area))]];
  });
  if (rows.length === 0) return;
  printTable(
    `${OURS} with little given, the needs with labels`,
    [{ title: "", align: "left" }, ...["harvest", "asked", "goal", "area"].map(figures)],
    rows,
  );
}
