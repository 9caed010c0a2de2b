import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import { isRecorded } from "../known-web/labelled-web.ts";
import type { Judged } from "./jobs.ts";
import { encyclopediaTasks, type Task, universityTasks } from "./task.ts";
import { doJobs } from "./workers.ts";

/** The learners that the paper chose from. */
const PUBLISHED = [
  "gaussian-process",
  "isotonic-regression",
  "least-median-of-squares",
  "ridge-regression",
  "rbf-network",
  "additive-regression",
  "bagging",
  "regression-by-discretization",
  "stacking",
];

const STRATEGIES = [
  "adaptive",
  "published-adaptive",
  ...PUBLISHED.map((learner) => `published-adaptive:pageLearner=${learner}`),
];

/** The columns of a table of judgements. */
const FIGURES: readonly (readonly [title: string, of: keyof Judged, places: number])[] = [
  ["AUC", "auc", 3],
  ["error", "error", 3],
  ["precision", "precision", 3],
  ["recall", "recall", 3],
  ["s to train", "trainSeconds", 1],
  ["ms a page", "judgeMs", 2],
];

/**
 * Measures Φ alone: each learner on sites whose pages it has not seen, and on the rest of an
 * encyclopedia.
 */
export async function pageEstimators(): Promise<void> {
  await judgeAll("universities, site held out, 133 good and 875 bad", [
    ...universityTasks({ good: 133, bad: 875, wrong: 0 }),
  ]);
  await judgeAll("universities, site held out, 67 good and 438 bad", [
    ...universityTasks({ good: 67, bad: 438, wrong: 0 }),
  ]);
  await judgeAll(
    "encyclopedia, 40 good and 200 bad",
    encyclopediaTasks({ good: 40, bad: 200, wrong: 0 }),
  );
}

async function judgeAll(title: string, tasks: readonly Task[]): Promise<void> {
  if (!tasks.every(({ site }) => isRecorded(site))) {
    console.log(`skipped: ${title} are not recorded here`);
    return;
  }
  const jobs = tasks.flatMap((task) =>
    STRATEGIES.map((strategy) => ({ kind: "judge", task, strategy }) as const),
  );
  const judged = await doJobs(title, jobs);
  const rows = STRATEGIES.map((strategy) => {
    const these = judged.filter((_, at) => jobs[at]?.strategy === strategy);
    const cells = FIGURES.map(([, of, places]) => mean(these.map((j) => j[of])).toFixed(places));
    return [strategy, ...cells];
  });
  const columns = FIGURES.map(([name]) => figures(name));
  printTable(
    `${title}: means over needs`,
    [{ title: "judged by", align: "left" }, ...columns],
    rows,
  );
}
