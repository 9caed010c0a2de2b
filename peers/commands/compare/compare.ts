/** `dowser compare`: plays strategies on a web, and prints their figures side by side. */
import { closeSync, openSync, writeFileSync } from "node:fs";
import type { RecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import type { HarvestCurve } from "../../../lib/domain/measures/harvest-rate.ts";
import { parseTargetRule, type TargetRule } from "../../../lib/domain/measures/truth.ts";
import { mean } from "../../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { formatTable } from "../../../lib/domain/text/table.ts";
import { fail } from "../../../lib/errors.ts";
import {
  type Comparison,
  comparisonTable,
  type Truth,
} from "../../../lib/evaluation/compare-strategies.ts";
import { chartFile, type Mark } from "../../../lib/evaluation/report/draw-chart.ts";
import { BY_OWN } from "../../../lib/evaluation/verdict-words.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import type { Project } from "../../../lib/project/project-schema.ts";
import type { KnownInputs } from "../../../lib/run/input/crawl-inputs.ts";
import { printNotice, printResult } from "../../../lib/run/print/print-line.ts";
import { openRecording, printAliasCount } from "../../../lib/run/web/open-web.ts";
import { parseStrategyOption } from "../parse-strategy-option.ts";
import { readTruth } from "../read-truth.ts";
import { escapeLatex, escapeMarkdown, latexTable, markdownTable } from "../tables.ts";
import { compareProject } from "./compare-project.ts";
import {
  type ComparisonTables,
  calledTable,
  censoringWarnings,
  comparisonTables,
  distinctNotes,
  ORACLE_TITLES,
  unjudgedNotes,
} from "./compare-tables.ts";
import { targetsWithin } from "./curve-points.ts";
import { MANY_LINES } from "./many-lines.ts";
import { type OwnTruth, openRunAsWeb } from "./run-as-web.ts";
import { type Repetition, summariseComparisons } from "./summarise-comparisons.ts";

/** Files that a comparison is written to. */
interface ComparisonFiles {
  readonly json: string | undefined;
  readonly svg: string | undefined;
  readonly markdown: string | undefined;
  readonly latex: string | undefined;
}

/** The user's options for the web and its truth. */
interface WebOptions {
  readonly web: readonly string[];
  /** Directory of a run, instead of recordings. */
  readonly against: string | undefined;
  readonly ownTruth: OwnTruth;
  readonly truth: readonly string[];
  /** One rule for all projects, or one for each. */
  readonly target: readonly string[];
}

/** The options and arguments of the command line. */
export interface CompareOptions extends WebOptions, ComparisonFiles {
  /** `a,b:option=value,c` */
  readonly strategies: string;
  readonly budget: number;
  readonly seed: number | undefined;
  /** One repetition for each, instead of `seed`. */
  readonly seeds: readonly number[] | undefined;
  /** The strategy that others are compared with; the first one by default. */
  readonly reference: string | undefined;
  /** Whether to show the results that an oracle could reach. */
  readonly oracle: boolean;
  /** Whether to measure the pages that each crawl calls relevant in the end. */
  readonly called: boolean;
}

/** Runs `dowser compare`: the same recorded web and budget for every strategy, project and seed. */
export async function compareCommand(
  files: readonly string[],
  options: CompareOptions,
): Promise<void> {
  const projects: { readonly file: string; readonly project: Project }[] = [];
  for (const file of new Set(files))
    projects.push({ file, project: await projectOf(file, options) });
  const names = [...new Set(splitStrategies(options.strategies))];
  // Checked before anything is opened: a wrong option is reported at once.
  for (const name of names) await parseStrategyOption(name);
  const reference = referenceOf(options, names);
  checkFiles(options);
  const compared = await openComparedWeb(options, projects.length);
  try {
    const { web, truthNote } = compared;
    const repetitions: Repetition[] = [];
    for (const [at, { file, project }] of projects.entries()) {
      const truth = await truthOf(compared, at, options);
      const seeds = options.seeds ?? [project.seed];
      const knownInputs = compared.inputsOf(project);
      const asks = { asksOracle: options.oracle, asksCalled: options.called };
      const setup = { file, project, truth, knownInputs, seeds, names, ...asks };
      repetitions.push(...(await compareProject(web, setup)));
    }
    const summary = summariseComparisons(repetitions, reference);
    const knownTargets = repetitions.map((repetition) => repetition.knownTargets);
    const tables = comparisonTables(summary, {
      budget: options.budget,
      knownTargets,
      truthNote,
      repetitions,
    });
    printResult(textOf(repetitions, tables, options, truthNote));
    printAliasCount(web.aliases());
    censoringWarnings(summary).forEach(printNotice);
    writeComparisonFiles(options, tables, repetitions);
    const [first] = repetitions;
    const more = repetitions.length > 1 ? { repetitions } : {};
    if (options.json !== undefined)
      writeFileSync(options.json, `${JSON.stringify({ ...first, summary, ...more })}\n`);
  } finally {
    compared.web.close();
  }
}

async function projectOf(file: string, { seed, budget }: CompareOptions): Promise<Project> {
  // A control list would end the crawls of the strategies at different points, as time and bytes would.
  const { stop: _stop, ...written } = await loadProject(file);
  return {
    ...written,
    seed: seed ?? written.seed,
    // Only pages count.
    budget: {
      pages: budget,
      bytesPerPage: written.budget.bytesPerPage,
      trainingPages: written.budget.trainingPages,
    },
  };
}

function referenceOf({ reference }: CompareOptions, names: readonly string[]): string {
  const name = reference ?? names[0] ?? "";
  if (names.includes(name)) return name;
  throw fail("unknown-reference", {
    name: JSON.stringify(name),
    names: names.join(", "),
    value: reference,
  });
}

async function truthOf(
  compared: ComparedWeb,
  project: number,
  { oracle, called }: CompareOptions,
): Promise<Truth | undefined> {
  const truth = await compared.truthOf(project);
  if (truth !== undefined || !(oracle || called)) return truth;
  throw fail("oracle-without-truth", { value: oracle ? "--oracle" : "--called" });
}

/** Formats the output; a single repetition without further requests gives one line per strategy. */
function textOf(
  repetitions: readonly Repetition[],
  tables: ComparisonTables,
  { oracle, reference }: CompareOptions,
  truthNote: string | undefined,
): string {
  const [first] = repetitions;
  if (first !== undefined && repetitions.length === 1 && !oracle && reference === undefined) {
    const text = formatComparison(first);
    return truthNote === undefined ? text : `${text}\n${truthNote}`;
  }
  return [
    ...tables.tables.map(({ title, columns, rows }) => `${title}\n${formatTable(columns, rows)}\n`),
    ...tables.notes,
  ].join("\n");
}

/** Formats a comparison for a terminal: its table, and what needs a note. */
export function formatComparison(comparison: Comparison): string {
  const { strategies } = comparison;
  const { columns, rows, title } = calledTable([{ strategies }]);
  const called = rows.length === 0 ? [] : ["", title, formatTable(columns, rows)];
  const notes = [...unjudgedNotes(strategies), ...distinctNotes(strategies)];
  return [comparisonTable(comparison), ...notes, ...called].join("\n");
}

/** Splits `a,b:x=1,y=2,c`: a part that is only an option belongs to the strategy before it. */
export function splitStrategies(list: string): string[] {
  const names: string[] = [];
  for (const part of list.split(",")) {
    const isOption = part.includes("=") && !part.slice(0, part.indexOf("=")).includes(":");
    if (isOption && names.length > 0) names.push(`${names.pop()},${part}`);
    else names.push(part.trim());
  }
  return names;
}

/** Fails now when a file cannot be written, and not after hours of crawling. */
function checkFiles({ json, svg, markdown, latex }: ComparisonFiles): void {
  for (const file of [json, svg, markdown, latex])
    if (file !== undefined) closeSync(openSync(file, "a"));
}

/** Writes tables and curves to the files that are asked for. */
function writeComparisonFiles(
  { svg, markdown, latex }: ComparisonFiles,
  tables: ComparisonTables,
  repetitions: readonly Repetition[],
): void {
  if (svg !== undefined) writeFileSync(svg, harvestSvg(repetitions));
  if (markdown !== undefined) writeFileSync(markdown, markdownOf(tables));
  if (latex !== undefined) writeFileSync(latex, latexOf(tables));
}

function markdownOf({ tables, notes }: ComparisonTables): string {
  const blocks = [
    ...tables.map(
      ({ title, columns, rows }) =>
        `**${escapeMarkdown(title)}**\n\n${markdownTable(columns, rows)}`,
    ),
    notes.map((note) => `- ${escapeMarkdown(note)}`).join("\n"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function latexOf({ tables, notes }: ComparisonTables): string {
  const blocks = [
    "% \\usepackage{graphicx}",
    ...notes.map((note) => `% ${note}`),
    ...tables.map(
      ({ title, columns, rows }) =>
        `\\begin{table}\n\\centering\n\\caption{${escapeLatex(title)}}\n${latexTable(columns, rows)}\n\\end{table}`,
    ),
  ];
  return `${blocks.join("\n")}\n`;
}

/** The web that strategies are compared on. */
interface ComparedWeb {
  readonly web: RecordedWeb;
  /**
   * Returns the truth of a project, by its place on the command line from 0; `undefined` when the
   * crawl's own predictions count.
   */
  truthOf(project: number): Promise<Truth | undefined>;
  /**
   * Returns the known initial inputs of a project: only those of the run that is compared against.
   */
  inputsOf(project: Project): Pick<KnownInputs, "need" | "foundSeeds">;
  /** A note on how reliable the truth is, when it is a run's own. */
  readonly truthNote: string | undefined;
}

/**
 * Opens the recordings or the run that the user names; the caller closes its web.
 * @throws DowserError `truth-without-target`, `compare-needs-web`, `targets-not-of-projects`,
 * `bad-target-rule`
 */
async function openComparedWeb(options: WebOptions, projects: number): Promise<ComparedWeb> {
  const { truth, against, ownTruth } = options;
  const rules = targetRules(options, projects);
  if (against === undefined) {
    if (options.web.length === 0) throw fail("compare-needs-web");
    const web = await openRecording(options.web);
    const truthOf = truthByRules(web, truth, rules);
    return { web, truthOf, inputsOf: () => ({}), truthNote: undefined };
  }
  const run = await openRunAsWeb(against);
  const { web } = run;
  const inputsOf: ComparedWeb["inputsOf"] = (project) => run.inputsOf(project);
  if (rules.length > 0) {
    const truthOf = truthByRules(web, truth, rules);
    return { web, truthOf, inputsOf, truthNote: undefined };
  }
  try {
    const own = run.truthBy(ownTruth);
    const truthNote = run.describeTruth(ownTruth);
    return { web, truthOf: async () => own, inputsOf, truthNote };
  } catch (error) {
    web.close();
    throw error;
  }
}

function truthByRules(web: RecordedWeb, files: readonly string[], rules: readonly TargetRule[]) {
  return async (project: number): Promise<Truth | undefined> => {
    const rule = rules[project] ?? rules[0];
    return rule === undefined ? undefined : readTruth(files, rule, web);
  };
}

/** Reads the target rules; none when no truth is given. */
function targetRules({ truth, target }: WebOptions, projects: number): TargetRule[] {
  if (truth.length === 0 && target.length === 0) return [];
  if (truth.length === 0 || target.length === 0)
    throw fail("truth-without-target", { value: { truth, target } });
  if (target.length === 1 || target.length === projects) return target.map(parseTargetRule);
  throw fail("targets-not-of-projects", { count: target.length, projects, value: target });
}

/** Number of points of a line: a plot of this size cannot show more of them apart. */
const POINTS = 200;

/** Size of the drawing, in CSS pixels. */
const SIZE = { width: 900, height: 460 };

/**
 * Draws relevant pages over pages fetched, as means over repetitions. A crawl that ended keeps its
 * last value.
 */
export function harvestSvg(repetitions: readonly Repetition[]): string {
  const budget = repetitions[0]?.budget ?? 0;
  const names = Object.keys(repetitions[0]?.strategies ?? {});
  const curveOf = (name: string, of: (repetition: Repetition) => HarvestCurve): Mark => ({
    kind: "line",
    name,
    points: gridOf(budget).map((pages) => [
      pages,
      mean(repetitions.map((repetition) => targetsWithin(of(repetition), pages))),
    ]),
  });
  const knowing = (["greedy", "bound"] as const).flatMap((kind) =>
    repetitions.some((repetition) => repetition.knowing === undefined)
      ? []
      : [{ ...curveOf(ORACLE_TITLES[kind], (r) => r.knowing?.[kind] ?? []), isDashed: true }],
  );
  const crawls = names.map((name) => curveOf(name, (r) => r.strategies[name]?.curve ?? []));
  const isOwn = repetitions.some(({ knownTargets }) => knownTargets === null);
  const marks = [...crawls, ...knowing].map((mark, colour) => ({ ...mark, colour }));
  const chart = {
    x: { name: "pages fetched", max: budget },
    y: { name: isOwn ? `relevant pages ${BY_OWN}` : "relevant pages" },
    marks,
  };
  return chartFile(chart, { ...SIZE, palette: MANY_LINES, title: "Harvest" });
}

function gridOf(budget: number): number[] {
  const points = Math.min(budget, POINTS);
  return Array.from({ length: points + 1 }, (_, point) => Math.round((point / points) * budget));
}
