import { ACCOUNTINGS } from "./accounting.ts";
import { plotHarvest, plotRecall } from "./curves.ts";
import type { Forum } from "./forum.ts";
import { PAPER_UCC } from "./paper.ts";
import { byLabel, printSummaries, printTasks, runsIn, share, summaryOf } from "./report.ts";
import { crawlAll, crawlOracles } from "./run.ts";
import { BREADTH_FIRST, learner, ours } from "./strategies.ts";
import { uccTask } from "./task.ts";

const OURS = ours("source", "source:goal=ucc", "");
const STRATEGIES = [
  BREADTH_FIRST,
  learner("irobot", "irobot"),
  learner("source, paper", "published-source:goal=ucc"),
  learner("source, no text", "published-source:goal=ucc,paths=all"),
  OURS,
];

/** Goals of the default variant: valid ratio by accounting. */
const GOALS = { counted: 0.82, warm: 0.9 };

/** Crawls for user-created content at a quarter of each mirror. */
export async function userContent(forums: readonly Forum[], folder: string): Promise<void> {
  const tasks = forums.map(uccTask);
  const runs = [
    ...(await crawlAll("ucc", { strategies: STRATEGIES, tasks, accountings: ACCOUNTINGS })),
    ...(await crawlOracles(tasks)),
  ];
  for (const accounting of ACCOUNTINGS) {
    const these = runsIn(runs, accounting);
    const title = `user-created content at a quarter of the mirror; learning ${accounting}`;
    printSummaries(title, "valid ratio", these, (label) => PAPER_UCC[label.replace(/,.*/, "")]);
    printTasks(`valid ratio by forum, and F; learning ${accounting}`, these);
    plotHarvest(folder, `ucc-${accounting}`, `Valid ratio, learning ${accounting}`, these);
  }
  plotRecall(folder, "ucc", runsIn(runs, "counted"));
  console.log("\ngoals of the default variant");
  for (const accounting of ["counted", "warm"] as const) {
    const { harvest } = summaryOf(byLabel(runsIn(runs, accounting)).get(OURS.label) ?? []);
    console.log(
      `valid ratio, learning ${accounting}: ${share(harvest)}, asked ${GOALS[accounting]}`,
    );
  }
}
