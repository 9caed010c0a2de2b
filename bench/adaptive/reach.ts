import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import { isRecorded } from "../known-web/labelled-web.ts";
import { type Checkpoint, GIVEN, type Given } from "./reach-tasks.ts";
import { crawlAll, type Run } from "./run.ts";
import { judgedAlike, type NamedStrategy, ORACLE, OURS } from "./strategies.ts";
import { type Task, taskName } from "./task.ts";
import { volumeAt } from "./volumes.ts";

/** Crawls of webs that nothing was chosen on, by what their users give. */
export interface ReachStudy {
  readonly title: string;
  readonly tasksOf: (given: Given, draw: number) => readonly Task[];
  /** Names in {@link GIVEN}. */
  readonly given: readonly string[];
  /** Seeds of the draws of examples and of chance. */
  readonly draws: readonly number[];
  /** When found pages are counted. */
  readonly checkpoints: readonly Checkpoint[];
}

const STRATEGIES: readonly NamedStrategy[] = [
  OURS,
  judgedAlike("best-first"),
  { label: "breadth-first", strategy: "breadth-first" },
  { label: ORACLE, strategy: ORACLE },
];

const [BEST_FIRST, BREADTH_FIRST] = ["best-first", "breadth-first"];

/**
 * Crawls and prints what was found. `words` choose needs by the end of their name, what is given,
 * and strategies; all of a kind if none is named. `draws=1` makes the first draw alone, and `pages=40` ends each
 * crawl after so many pages.
 */
export async function runReach(study: ReachStudy, words: readonly string[]): Promise<void> {
  const { title, draws, tasksOf } = study;
  const among = (name: string, names: readonly string[]) =>
    !names.some((each) => words.includes(each)) || words.includes(name);
  const given = study.given.filter((name) => among(name, study.given));
  const labels = STRATEGIES.map(({ label }) => label);
  const strategies = STRATEGIES.filter(({ label }) => among(label, labels));
  const numberOf = (name: string) =>
    words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const [most, pages] = [numberOf("draws"), numberOf("pages")];
  const needs = tasksOf("topic", 0).map(shortName);
  const planned = given.flatMap((name) => {
    const kind = GIVEN.get(name);
    if (kind === undefined) return [];
    return draws.slice(0, Number(most ?? draws.length)).map((draw) => {
      const tasks = tasksOf(kind, draw)
        .filter((task) => among(shortName(task), needs))
        .map((task) => (pages === undefined ? task : { ...task, pages: Number(pages) }));
      return { strategies, tasks, seeds: [draw], judges: "own" } as const;
    });
  });
  if (!planned.every(({ tasks }) => tasks.every(({ site }) => isRecorded(site)))) {
    console.log(`skipped: ${title} is not recorded here`);
    return;
  }
  const runs = await crawlAll(title, planned);
  for (const checkpoint of study.checkpoints) printFound(title, runs, checkpoint);
  printUnrecorded(title, runs);
  printGoals(title, runs, study.checkpoints);
}

function shortName({ need }: Task): string {
  return need.slice(need.lastIndexOf(".") + 1);
}

/** Returns the name of what the user of a task gives, as in {@link GIVEN}. */
function givenOf({ labels: { good, bad, wrong }, topic }: Task): string {
  if (topic !== undefined) return "topic";
  return `${good}/${bad}${wrong > 0 ? "-wrong" : ""}`;
}

function foundAt({ crawled }: Run, { share }: Checkpoint): number {
  return volumeAt(crawled, share).net;
}

function byRow(runs: readonly Run[]): ReadonlyMap<string, Run[]> {
  const inOrder = runs.toSorted((a, b) => orderOf(a) - orderOf(b));
  return Map.groupBy(inOrder, ({ task }) => `${taskName(task)}, ${givenOf(task)}`);
}

function orderOf({ task }: Run): number {
  return [...GIVEN.keys()].indexOf(givenOf(task));
}

function printFound(title: string, runs: readonly Run[], checkpoint: Checkpoint): void {
  const labels = [...new Set(runs.map(({ label }) => label))];
  const cellsOf = (some: readonly Run[]) =>
    labels.map((label) => meanOf(some, label, (run) => foundAt(run, checkpoint)).toFixed(1));
  const rows = [...byRow(runs)].map(([name, some]) => {
    const known = mean(some.map(({ crawled }) => crawled.known));
    return [name, known.toFixed(0), ...cellsOf(some)];
  });
  const means = [...Map.groupBy(runs, ({ task }) => givenOf(task))].map(([given, some]) => {
    return [`mean, ${given}`, "", ...cellsOf(some)];
  });
  const columns = [{ title: "need", align: "left" } as const, ...["known", ...labels].map(figures)];
  printTable(`${title}: relevant pages ${checkpoint.when}`, columns, [...rows, ...means]);
}

function meanOf(runs: readonly Run[], label: string, of: (run: Run) => number): number {
  const some = runs.filter((run) => run.label === label);
  return some.length === 0 ? Number.NaN : mean(some.map(of));
}

/** Returns how many relevant pages a crawl has when draws in vain are taken from its budget, too. */
function foundPaid({ crawled: { pages, unrecorded, budget } }: Run): number {
  return pages.filter((mark, at) => mark % 2 === 1 && at + 1 + (unrecorded[at] ?? 0) <= budget)
    .length;
}

/** Prints the draws that a live crawl would have paid for beside its pages, and the time. */
function printUnrecorded(title: string, runs: readonly Run[]): void {
  const labels = [...new Set(runs.map(({ label }) => label))].filter((label) => label !== ORACLE);
  const rows = [...Map.groupBy(runs, ({ task }) => givenOf(task))].flatMap(([given, some]) =>
    labels.map((label) => [
      `${label}, ${given}`,
      meanOf(some, label, ({ crawled }) => crawled.unrecorded.at(-1) ?? 0).toFixed(0),
      meanOf(some, label, foundPaid).toFixed(1),
      meanOf(some, label, ({ crawled }) => crawled.pages.length).toFixed(0),
      meanOf(some, label, ({ crawled }) => crawled.seconds).toFixed(1),
    ]),
  );
  const titles = [
    "off-site or unrecorded draws",
    "relevant if these were paid for",
    "pages",
    "s a crawl",
  ];
  const columns = [{ title: "strategy", align: "left" } as const, ...titles.map(figures)];
  printTable(`${title}: what a live crawl pays for`, columns, rows);
}

/** What may be lost with an eighth of the labels, and with one wrong label of five. */
const FEW_LABELS = 0.85;
const WRONG_LABEL = 0.8;
/** How much more is found with a topic alone than by best-first, and of what labels find. */
const TOPIC_RATIO = 1.2;
const TOPIC_SHARE = 1 / 3;

function printGoals(title: string, runs: readonly Run[], checkpoints: readonly Checkpoint[]): void {
  const groups = Map.groupBy(runs, ({ task }) => givenOf(task));
  const of = (given: string, label: string, checkpoint: Checkpoint) =>
    meanOf(groups.get(given) ?? [], label, (run) => foundAt(run, checkpoint));
  const goal = (what: string, ours: number, theirs: number, least: number) => {
    const ratio = ours / theirs;
    if (!Number.isFinite(ratio)) return;
    const verdict = ratio >= least ? "met" : "missed";
    console.log(`${what}: ${ratio.toFixed(2)}, asked ${least.toFixed(2)}: ${verdict}`);
  };
  console.log(`\n${title}: goals`);
  for (const at of checkpoints) {
    const [many, few, wrong, topic] = [...GIVEN.keys()].map((given) => of(given, OURS.label, at));
    const { when } = at;
    goal(`${when}, 5/20 ÷ 40/200`, few ?? 0, many ?? 0, FEW_LABELS);
    goal(`${when}, one wrong label ÷ none`, wrong ?? 0, few ?? 0, WRONG_LABEL);
    goal(`${when}, topic ÷ best-first`, topic ?? 0, of("topic", BEST_FIRST, at), TOPIC_RATIO);
    goal(`${when}, topic ÷ 40/200`, topic ?? 0, many ?? 0, TOPIC_SHARE);
    const behind = [...byRow(runs)].filter(([, some]) =>
      [BEST_FIRST, BREADTH_FIRST].some(
        (rival) =>
          meanOf(some, OURS.label, (run) => foundAt(run, at)) <
          meanOf(some, rival, (run) => foundAt(run, at)),
      ),
    );
    console.log(
      `${when}, behind a classical order: ${behind.map(([name]) => name).join("; ") || "none"}`,
    );
  }
}
