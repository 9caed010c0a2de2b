import { DEFAULTS } from "../config/defaults.ts";
import { CAPPED, dollarsFor, dollarsInWords } from "../domain/cost/spend.ts";
import type { Url } from "../domain/web/url/url.ts";
import { fail } from "../errors.ts";
import { type AssessedFigures, assessedInWords } from "../evaluation/assessed-pages.ts";
import { labelsOfAnswers, pagesToCount } from "../evaluation/choose-pages.ts";
import { counted } from "../evaluation/report/figure-text.ts";
import type { AskedPages } from "../features/assess/ask-pages.ts";
import { likelyTokens, questionAbout } from "../features/assess/page-prompt.ts";
import { questionForWords, readWords } from "../features/assess/words-prompt.ts";
import { inspectProject } from "../project/load-project.ts";
import { untilInterrupted } from "../run/crawl/pause-request.ts";
import { type ReadableRun, readRun } from "../run/folder/read-run.ts";
import { loadRunProject } from "../run/folder/run-project.ts";
import {
  type AssessedRun,
  type AssessedSoFar,
  askOfRun,
  assessedSoFar,
  type OpenedAssessor,
  openAssessor,
  questionsOfRun,
} from "../run/judge/assess.ts";
import { assessedOfRun } from "../run/judge/assessed-run.ts";
import { addLabels, labelledRun } from "../run/judge/named-pages.ts";
import { EXIT } from "../run/print/print-error.ts";
import { printNotice, printResult } from "../run/print/print-line.ts";
import { startStatus } from "../run/print/progress-line.ts";
import { terminal } from "../run/print/terminal.ts";

/** The options of the command line. */
export interface AssessOptions {
  /** The user's project file, which names the assessor. */
  readonly project: string;
  /** Most pages of the run that are asked about, instead of the file's. */
  readonly pages?: number | undefined;
  /** Only words for the topic are asked for. */
  readonly words: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/** What is going to be asked, and about what it costs. */
interface Plan {
  readonly urls: readonly Url[];
  /** Pages that may be asked about, and those of them with an answer. */
  readonly open: number;
  readonly answered: number;
  /** Pages that nobody is asked about, by the reason. */
  readonly kept: Readonly<Record<string, number>>;
  readonly tokens: number;
  readonly dollars: number;
}

/**
 * Runs `dowser assess`: says what it costs, asks the assessor of the user's project about pages of a run, and keeps
 * each answer at once. The same command goes on where it was left.
 * @throws DowserError `no-run`, `assess-not-confirmed`, `assessor-without-access`, and the errors of an assessor
 */
export async function assessCommand(
  directory: string | undefined,
  options: AssessOptions,
): Promise<number> {
  const project = await inspectProject(options.project);
  const opened = openAssessor(project, options.project);
  if (options.words) return proposeWords(opened, options);
  if (directory === undefined) throw fail("no-run", { directory: "" });
  await using run = readRun(directory);
  try {
    const kept = loadRunProject(directory) ?? {};
    if (kept.access !== undefined && project.access === undefined)
      throw fail("assessor-without-access", { directory, file: options.project });
    const assessed: AssessedRun = { directory, stores: run, project: kept };
    const plan = await planOf(assessed, opened, options.pages);
    if (!options.json || !options.yes) printNotice(planInWords(plan, opened));
    if (options.dryRun) {
      if (options.json) printResult(JSON.stringify({ directory, ...plan }));
      return EXIT.ok;
    }
    if (plan.urls.length > 0 && !options.yes) await confirmSending();
    const asked = await ask(assessed, opened, plan);
    const labels = opened.choice.for.includes("learn") ? await teach(assessed, opened, run) : 0;
    const figures = await assessedOfRun(directory, run);
    const result = { directory, ...plan, urls: plan.urls.length, ...asked, labels, figures };
    printResult(
      options.json ? JSON.stringify(result) : endInWords(directory, { asked, labels, figures }),
    );
    return asked.end === "interrupted" ? EXIT.paused : EXIT.ok;
  } finally {
    await opened.assessor.close();
  }
}

/**
 * Prints words for the topic, as the assessor proposes them: what a project looks for is its user's to say.
 * @throws DowserError `assessor-no-words`
 */
async function proposeWords(
  { assessor, settings: { guide, model } }: OpenedAssessor,
  { json, project }: Pick<AssessOptions, "json" | "project">,
): Promise<number> {
  try {
    const asked = questionForWords(guide);
    const { schema: _schema, ...plain } = asked;
    // Some servers refuse a schema.
    for (const question of [asked, plain]) {
      const outcome = await assessor.ask(question);
      const words = outcome.kind === "answered" ? readWords(outcome.text) : [];
      if (outcome.kind === "refused") throw fail("assessor-refused", { detail: outcome.detail });
      if (words.length === 0) continue;
      const text = `proposed by ${model}; what of it you keep is yours to say, in ${project}:\nneed:\n  words: [${words.join(", ")}]`;
      printResult(json ? JSON.stringify({ model, words }) : text);
      return EXIT.ok;
    }
    throw fail("assessor-no-words", { model });
  } finally {
    await assessor.close();
  }
}

async function planOf(
  run: AssessedRun,
  opened: OpenedAssessor,
  asked: number | undefined,
): Promise<Plan> {
  const { open, kept, answered }: AssessedSoFar = await assessedSoFar(run, opened);
  const { seed = DEFAULTS.seed } = run.project;
  const urls = pagesToCount({ open, answered }, { most: asked ?? opened.choice.pages, seed });
  const each = await likelyCost(run, opened, urls);
  return {
    urls,
    open: open.length,
    answered: answered.size,
    kept,
    tokens: Math.round(urls.length * each.tokens),
    dollars: urls.length * each.dollars,
  };
}

/** Pages by which the cost is estimated. */
const MEASURED = 20;

/** Returns what a question costs in the mean, by the first pages. */
async function likelyCost(
  run: AssessedRun,
  { settings: { guide, model, price } }: OpenedAssessor,
  urls: readonly Url[],
): Promise<{ readonly tokens: number; readonly dollars: number }> {
  let [pages, tokens, dollars] = [0, 0, 0];
  for await (const { show } of questionsOfRun(run, urls.slice(0, MEASURED))) {
    const shown = await show();
    if (shown === undefined) continue;
    const likely = likelyTokens(questionAbout(shown, guide, model).question);
    pages += 1;
    tokens += likely.in + likely.out;
    dollars += dollarsFor(likely, price);
  }
  return pages === 0
    ? { tokens: 0, dollars: 0 }
    : { tokens: tokens / pages, dollars: dollars / pages };
}

function planInWords(plan: Plan, { choice }: OpenedAssessor): string {
  const { url, command = [], model, price, dollars: cap } = choice;
  const where = url ?? command.join(" ");
  const cost = price === undefined ? "no price is known" : `about ${dollarsInWords(plan.dollars)}`;
  const most = cap === undefined ? "no limit in dollars" : `at most ${dollarsInWords(cap)}`;
  const left = Object.entries(plan.kept).map(
    ([reason, pages]) => `  not sent: ${pages.toLocaleString("en")} pages, ${reason}`,
  );
  return [
    `title, headings and beginning of ${plan.urls.length.toLocaleString("en")} of ${plan.open.toLocaleString("en")} pages go to ${model} at ${where}; ${plan.answered.toLocaleString("en")} are answered`,
    `  about ${plan.tokens.toLocaleString("en")} tokens, ${cost}; ${most} a run`,
    ...left,
  ].join("\n");
}

async function confirmSending(): Promise<void> {
  const { stdin, stderr } = terminal();
  if (stdin.isTTY === true) {
    const { confirm } = await import("@inquirer/prompts");
    const context = { input: stdin, output: stderr };
    if (await confirm({ message: "Send them?", default: false }, context)) return;
  }
  throw fail("assess-not-confirmed");
}

async function ask(run: AssessedRun, opened: OpenedAssessor, { urls }: Plan): Promise<AskedPages> {
  using status = startStatus(terminal().stderr);
  let done = 0;
  const onPage = () => {
    done += 1;
    status.show(() => `asked about ${done} of ${urls.length} pages`);
  };
  return await untilInterrupted((signal) => askOfRun(run, opened, urls, { signal, onPage }));
}

/** Makes labels of the answers; returns how many are new. */
async function teach(run: AssessedRun, opened: OpenedAssessor, open: ReadableRun): Promise<number> {
  const { answered } = await assessedSoFar(run, opened);
  const labels = labelsOfAnswers(await open.labels.list(), answered);
  if (labels.length > 0) await addLabels(labelledRun(run.directory, open), labels);
  return labels.length;
}

const ENDS: Readonly<Record<AskedPages["end"], string>> = {
  done: "all pages are asked about",
  cap: `${CAPPED}; raise it, and the same command goes on`,
  interrupted: "interrupted; the same command goes on",
};

function endInWords(
  directory: string,
  {
    asked,
    labels,
    figures,
  }: {
    readonly asked: AskedPages;
    readonly labels: number;
    readonly figures: AssessedFigures | undefined;
  },
): string {
  const failed = Object.entries(asked.failed).map(
    ([why, pages]) => `no answer: ${counted(pages, "page")}, ${why}`,
  );
  const taught =
    labels === 0
      ? []
      : [`${labels} of the answers are labels now: a running crawl learns from them`];
  const said = figures === undefined ? [] : [assessedInWords(figures)];
  const next = `how many are relevant, by your own eyes: dowser sample ${directory} --n 50 && dowser judge ${directory}`;
  return [...said, ...failed, ...taught, ENDS[asked.end], next].join("\n");
}
