import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { ACCOUNTINGS } from "./accounting.ts";
import { plotHarvest, plotRecall } from "./curves.ts";
import type { Forum } from "./forum.ts";
import { PAPER_TARGET, type Published } from "./paper.ts";
import {
  byLabel,
  printContent,
  printSummaries,
  printTasks,
  runsIn,
  share,
  summaryOf,
} from "./report.ts";
import { crawlAll, crawlOracles, type Run } from "./run.ts";
import { BREADTH_FIRST, learner, ours } from "./strategies.ts";
import { targetTasks } from "./task.ts";

const OURS = ours("source", "source:goal=target", ",learning=apart");
const TPM = learner("tpm", "tpm");
const STRATEGIES = [
  BREADTH_FIRST,
  TPM,
  learner("source, paper", "published-source:goal=target"),
  OURS,
];

/** Goals of the default variant: least harvest rate, in the mean and in the worst crawl. */
const GOALS = { counted: { mean: 0.75, worst: 0.45 }, warm: { mean: 0.88, worst: undefined } };

/** Pages of a type below which a sample is most of its budget. */
const LARGE = 100;

/** Crawls for each type of threads and profiles. */
export async function targets(forums: readonly Forum[], folder: string): Promise<void> {
  const tasks = forums.flatMap(targetTasks);
  const runs = [
    ...(await crawlAll("target", { strategies: STRATEGIES, tasks, accountings: ACCOUNTINGS })),
    ...(await crawlOracles(tasks)),
  ];
  for (const accounting of ACCOUNTINGS) {
    const these = runsIn(runs, accounting);
    const learning = `learning ${accounting}`;
    const titles = {
      all: `target pages, as many fetches as there are; ${learning}`,
      large: `of these, types of at least ${LARGE} pages (the paper's smallest has 1,795); ${learning}`,
      byType: `harvest rate by type, and F where it differs: a crawl ended before its budget; ${learning}`,
      content: `distinct threads (of other pages: texts) / posts on pages of the type; ${learning}`,
    };
    printSummaries(titles.all, "harvest", these, paperOf);
    printSummaries(titles.large, "harvest", these.filter(isLarge), paperOf);
    printTasks(titles.byType, these);
    printContent(titles.content, these);
    plotHarvest(folder, `target-${accounting}`, `Target pages, learning ${accounting}`, these);
  }
  plotRecall(folder, "target", runsIn(runs, "counted"));
  printGoals(runs);
}

function isLarge({ task }: Run): boolean {
  return task.known >= LARGE;
}

function paperOf(label: string): Published | undefined {
  return PAPER_TARGET[label.replace(/,.*/, "")];
}

function printGoals(runs: readonly Run[]): void {
  console.log("\ngoals of the default variant");
  for (const accounting of ["counted", "warm"] as const) {
    const these = runsIn(runs, accounting);
    const { harvest, worstCrawl } = summaryOf(byLabel(these).get(OURS.label) ?? []);
    const { mean, worst } = GOALS[accounting];
    console.log(`harvest rate, learning ${accounting}: ${share(harvest)}, asked ${mean}`);
    if (worst !== undefined) console.log(`worst crawl: ${share(worstCrawl)}, asked ${worst}`);
    for (const rival of [BREADTH_FIRST, TPM]) {
      const behind = forumsBehind(these, rival.label);
      const where = behind.length === 0 ? "every forum" : `all forums but ${behind.join(", ")}`;
      console.log(`ahead of ${rival.label} in F on ${where}, learning ${accounting}`);
    }
  }
}

/**
 * Returns the forums on which a rival finds as much or more; compares F, since a rival may end
 * before its budget.
 */
function forumsBehind(runs: readonly Run[], rival: string): string[] {
  const byForum = Map.groupBy(runs, ({ task }) => task.title);
  return [...byForum].flatMap(([forum, runs]) => {
    const fOf = (label: string) =>
      mean(runs.filter((run) => run.label === label).map(({ score }) => score.f));
    return fOf(OURS.label) > fOf(rival) ? [] : [forum];
  });
}
