import { figures } from "../../../lib/domain/text/table.ts";
import { printTable } from "../../entry/print-table.ts";
import { ORACLE } from "../crawled.ts";
import { harvestAtBudget, normalisedArea } from "../figures.ts";
import { groupOf } from "../groups.ts";
import { OURS } from "../strategies.ts";
import { greatest, interval, ratio, ratioOf, share } from "./cells.ts";
import { type Crawls, meanOf, meanOverTasks, pairsOf, taskOf } from "./crawls.ts";

/** What is asked of the default strategy beside each specialist: least mean, and least lower bound. */
const GOAL = { mean: 1, low: 0.95 };

/** Prints the default strategy ÷ the specialist of each group, with intervals over its crawls. */
export function printBesideSpecialists(crawls: Crawls): void {
  const rows = crawls.groups.map((group) => {
    const { specialist } = groupOf(group);
    const [ours, theirs] = [crawls.of(OURS, group), crawls.of(specialist, group)];
    const area = ratioOf(pairsOf(ours, theirs, normalisedArea));
    const harvest = ratioOf(pairsOf(ours, theirs, harvestAtBudget));
    const verdict = ({ estimate, low }: typeof area) => {
      if (!Number.isFinite(estimate)) return "–";
      return estimate >= GOAL.mean && low >= GOAL.low ? "met" : "missed";
    };
    const cells = [area, harvest].flatMap((each) => [interval(each), verdict(each)]);
    return [group, specialist, ...cells];
  });
  printTable(
    `${OURS} ÷ the specialist; asked: mean ${GOAL.mean.toFixed(2)}, lower bound ${GOAL.low}`,
    [
      { title: "group", align: "left" },
      { title: "specialist", align: "left" },
      ...["area", "goal", "harvest", "goal"].map(figures),
    ],
    rows,
  );
}

/** Prints the default strategy beside every other one on the tasks that the other can make. */
export function printBesideAll(crawls: Crawls): void {
  const ours = crawls.of(OURS);
  const oursByTask = byTask(crawls, OURS);
  const rows = crawls.rivals.map((rival) => {
    const theirs = byTask(crawls, rival);
    const shared = [...oursByTask].filter(([task]) => theirs.has(task));
    const ahead = shared.filter(([task, area]) => area > (theirs.get(task) ?? Number.NaN));
    const ofAll = crawls.tasks.map((task) => theirs.get(task) ?? 0);
    return [
      rival,
      String(theirs.size),
      share(meanOf([...theirs.values()])),
      share(meanOf(shared.map(([, area]) => area))),
      rival === OURS ? "" : interval(ratioOf(pairsOf(ours, crawls.of(rival), normalisedArea))),
      rival === OURS ? "" : String(ahead.length),
      share(meanOf(ofAll)),
    ];
  });
  const titles = ["tasks", "area", `${OURS} there`, `${OURS} ÷ it`, `${OURS} ahead`];
  printTable(
    `${OURS} beside every strategy: mean area over the tasks that it can make, and over all ${crawls.tasks.length} with 0 for the others`,
    [{ title: "strategy", align: "left" }, ...[...titles, "of all tasks"].map(figures)],
    rows,
  );
}

/** Prints how far the default strategy is on the way from others to the oracle. */
export function printHalfWay(crawls: Crawls): void {
  const rivals = crawls.rivals.filter((name) => name.split(":", 1)[0] !== OURS);
  const areaOf = (strategy: string, group: string) =>
    meanOverTasks(crawls.of(strategy, group), normalisedArea);
  const groups = crawls.groups.map((group) => {
    const areas = rivals.map((name) => areaOf(name, group));
    const most = greatest(areas);
    const { specialist } = groupOf(group);
    return {
      ...{ group, specialist, special: areaOf(specialist, group) },
      ...{ best: rivals[areas.indexOf(most)] ?? "–", most },
      ours: areaOf(OURS, group),
    };
  });
  const way = (from: number, to: number) => ratio((to - from) / (1 - from));
  const rows = groups.map(({ group, specialist, special, best, most, ours }) => {
    return [
      group,
      specialist,
      share(special),
      best,
      share(most),
      share(ours),
      way(special, ours),
      way(most, ours),
    ];
  });
  const means = (["special", "most", "ours"] as const).map((key) =>
    meanOf(groups.map((each) => each[key])),
  );
  const [special = Number.NaN, most = Number.NaN, ours = Number.NaN] = means;
  rows.push([
    "mean of groups",
    "",
    share(special),
    "",
    share(most),
    share(ours),
    way(special, ours),
    way(most, ours),
  ]);
  const left = (title: string) => ({ title, align: "left" }) as const;
  printTable(
    "share of the way to the oracle, by area: from the specialist, and from the best rival of each group; goal beyond: 0.50",
    [
      ...[left("group"), left("specialist"), figures("area"), left("best rival"), figures("area")],
      ...[OURS, "way from specialist", "way from best"].map(figures),
    ],
    rows,
  );
}

function byTask(crawls: Crawls, strategy: string): ReadonlyMap<string, number> {
  const means = [...Map.groupBy(crawls.of(strategy), taskOf)].map(
    ([task, some]) => [task, meanOf(some.map(normalisedArea))] as const,
  );
  return new Map(means.filter(([, area]) => Number.isFinite(area)));
}

/** Prints the default strategy without each of its parts, ÷ it whole. */
export function printAblations(crawls: Crawls): void {
  const ablations = crawls.rivals.filter((name) => name.startsWith(`${OURS}:`));
  if (ablations.length === 0) return;
  const rows = ablations.map((name) => {
    const ofGroup = (group?: string) =>
      ratioOf(pairsOf(crawls.of(name, group), crawls.of(OURS, group), normalisedArea));
    const groups = crawls.groups.map((group) => ratio(ofGroup(group).estimate));
    return [name.slice(OURS.length + 1), interval(ofGroup()), ...groups];
  });
  printTable(
    `${OURS} changed ÷ ${OURS}, by area`,
    [{ title: "change", align: "left" }, ...["all crawls", ...crawls.groups].map(figures)],
    rows,
  );
}

/** Prints every task by itself. */
export function printTasks(crawls: Crawls): void {
  const all = crawls.strategies.flatMap((name) => crawls.of(name));
  const first = new Map(all.toReversed().map((crawled) => [taskOf(crawled), crawled]));
  const oracle = new Map(crawls.of(ORACLE).map((crawled) => [taskOf(crawled), crawled]));
  const areas = crawls.rivals.map((name) => byTask(crawls, name));
  const rows = crawls.tasks.map((task) => {
    const [made, best] = [first.get(task), oracle.get(task)];
    const facts = [
      String(made?.known ?? "–"),
      String(made?.budget ?? "–"),
      share(best === undefined ? Number.NaN : harvestAtBudget(best)),
    ];
    return [task, ...facts, ...areas.map((each) => share(each.get(task) ?? Number.NaN))];
  });
  const titles = ["known", "budget", "oracle's harvest", ...crawls.rivals];
  const firstArea = titles.length - crawls.rivals.length + 1;
  const isBold = (row: number, column: number) => {
    const values = areas.map((each) => each.get(crawls.tasks[row] ?? "") ?? Number.NaN);
    return values[column - firstArea] === greatest(values);
  };
  printTable(
    "every task: relevant pages known with the first seed, and area ÷ the oracle's, mean over seeds",
    [{ title: "task", align: "left" }, ...titles.map(figures)],
    rows,
    { isBold, isFolded: true },
  );
}
