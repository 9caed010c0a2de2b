import { figures } from "../../../lib/domain/text/table.ts";
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

/** What is found of files ÷ breadth-first, and ÷ the crawler that was made for them. */
const FILES = { floor: 2, peer: 1.2 };

/** Prints what is asked beside the specialists; tasks are paired by name and seed. */
export function printGoals(crawls: Crawls): void {
  const ours = (group: string) => crawls.of(OURS, group);
  const all = LABEL_GROUPS.flatMap(({ name }) => ours(name));
  const beside = (group: string, rival: string, asked: number): Comparison => {
    return {
      what: `${group}: ÷ ${rival}`,
      ours: ours(group),
      theirs: crawls.of(rival, group),
      asked,
    };
  };
  const besideAll = (group: string, asked: number | undefined): Comparison => {
    return { what: `${group}: ÷ all labels`, ours: ours(group), theirs: all, asked };
  };
  const comparisons = [
    beside("cold-start", "best-first", COLD_START),
    besideAll("few-labels", FEW_LABELS),
    besideAll("good-alone", undefined),
    beside("files", "breadth-first", FILES.floor),
    beside("files", "sleeping-bandit", FILES.peer),
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
    `${OURS}: goals beside those of the specialists`,
    [{ title: "", align: "left" }, ...["harvest", "asked", "goal", "area"].map(figures)],
    rows,
  );
}
