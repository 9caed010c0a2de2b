/** Reads a project file, with values of the command line instead of its own. */
import path from "node:path";

import { defaultStrategy } from "./default-strategy.ts";
import { type DescribedIssue, describeIssues } from "./describe-issues.ts";
import { MAX_PROJECT_LENGTH, offsetOf, parseYaml } from "./parse-yaml.ts";
import { projectJsonSchema } from "./project-json-schema.ts";
import { badProject } from "./project-problem.ts";
import { type Project, projectSchema } from "./project-schema.ts";
import { readTextFile } from "./read-text-file.ts";
import { withSeedList } from "./seed-list.ts";
import { isOfDiscovered, withControlList } from "./stop-schema.ts";
import {
  checkStrategy,
  type InspectedChoice,
  inspectStrategy,
  splitStrategyOption,
} from "./strategy-choice.ts";
import { valueAt } from "./suggest-key.ts";

/** A project with the checked strategy that it names. */
interface ParsedProject {
  readonly project: Project;
  readonly strategy: Extract<InspectedChoice, { ok: true }>;
}

/**
 * Reads a project file with values of the command line in it; makes the paths in it absolute, and
 * reads its control list and its list of seeds.
 * @throws DowserError `project-unreadable`, `bad-control-list`, `bad-seed-list`, `bad-project`,
 * `bad-strategy-module`, `bad-strategy-option`
 */
export async function loadProject(
  file: string,
  overrides: ProjectOverrides = {},
): Promise<Project> {
  return readWhole(file, checkStrategy, overrides);
}

/**
 * Reads a project file as {@link loadProject} does, and imports no module that it names: what a module would refuse
 * shows when a crawl begins.
 * @throws DowserError as {@link loadProject} does
 */
export async function inspectProject(file: string): Promise<Project> {
  return readWhole(file, inspectStrategy);
}

async function readWhole(
  file: string,
  check: StrategyCheck,
  overrides: ProjectOverrides = {},
): Promise<Project> {
  const directory = path.dirname(path.resolve(file));
  const strategy = (value: unknown) => check(value, directory);
  const read = await parse(readText(file), file, strategy, overrides);
  const absolute = (entry: string, key: string) =>
    key === "need.ontology" && IMPORTED_NAME.test(entry) ? entry : path.resolve(directory, entry);
  return withLists(withFiles(read.project, read.strategy.module?.modelOption, absolute));
}

/** Form of the names of imported ontologies; any other text is a file. */
const IMPORTED_NAME = /^[a-z0-9-]+$/;

/**
 * Reads the control list and the list of seeds that a project names as files, so that it holds their URLs.
 * @throws DowserError `bad-control-list`, `bad-seed-list`
 */
export function withLists(project: Project): Promise<Project> {
  const { stop } = project;
  return withSeedList(stop === undefined ? project : { ...project, stop: withControlList(stop) });
}

/**
 * Reads a project from YAML; `fileName` is for messages only.
 * @throws DowserError `bad-project`, listing all problems with their lines; `bad-strategy-module`
 */
export async function parseProject(yamlText: string, fileName: string): Promise<Project> {
  return (await parse(yamlText, fileName, checkStrategy)).project;
}

/**
 * Reads a project from YAML as {@link parseProject} does, and imports no module that it names: whoever sent the text
 * may not run code here. Paths of modules are checked where `directory`, that they are relative to, is given.
 * @throws DowserError `bad-project`
 */
export async function inspectText(
  yamlText: string,
  fileName: string,
  directory?: string,
): Promise<Project> {
  const check = (value: unknown) => inspectStrategy(value, directory);
  return (await parse(yamlText, fileName, check)).project;
}

type StrategyCheck = (value: unknown, directory: string) => Promise<InspectedChoice>;

async function parse(
  yamlText: string,
  fileName: string,
  check: (value: unknown) => Promise<InspectedChoice>,
  overrides: ProjectOverrides = {},
): Promise<ParsedProject> {
  const yaml = parseYaml(yamlText);
  if (!yaml.ok) throw badProject(fileName, yamlText, yaml.problems);
  const value = overlayProject(yaml.value, overrides);
  const result = projectSchema.safeParse(value);
  const chosen = valueAt(value, ["strategy"]) ?? result.data?.strategy ?? NONE;
  const strategy = await check(chosen);
  const problems = [
    ...(result.success ? [] : issuesBesideStrategy(result.error.issues, value)),
    ...(strategy.ok ? modelIssues(strategy, value) : strategy.issues),
  ];
  if (result.success && strategy.ok && problems.length === 0)
    return { project: { ...result.data, strategy: strategy.choice }, strategy };
  throw badProject(
    fileName,
    yamlText,
    problems.map((issue) => ({ ...issue, offset: offsetOf(yaml.document, issue.path, issue.at) })),
  );
}

/** Stands for the strategy that a faulty file leaves out: its faults are elsewhere. */
const NONE = defaultStrategy({}).choice;

/** Returns the issues of all but the strategy, whose own schema says more. */
function issuesBesideStrategy(
  issues: Parameters<typeof describeIssues>[0],
  value: unknown,
): DescribedIssue[] {
  const others = issues.filter(({ path: [key] }) => key !== "strategy");
  return describeIssues(others, value, projectJsonSchema([]));
}

/**
 * Reports a strategy with both a model file and click paths in the need: it learns from only one.
 */
function modelIssues(
  { module, choice }: ParsedProject["strategy"],
  value: unknown,
): DescribedIssue[] {
  const modelOption = module?.modelOption;
  if (modelOption === undefined || choice[modelOption] === undefined) return [];
  if (valueAt(value, ["need", "paths"]) === undefined) return [];
  const message = "expected no need.paths beside it: name one of them to learn from";
  return [{ path: ["strategy", modelOption], at: "value", message }];
}

function readText(file: string): string {
  return readTextFile(file, {
    what: "a project file",
    // UTF-8 takes at most three bytes a UTF-16 unit.
    most: 3 * MAX_PROJECT_LENGTH,
    error: "project-unreadable",
    mayBePipe: true,
  });
}

/** Returns a project with other names for the files that it names, each by its key; `modelOption` is that of its strategy. */
export function withFiles(
  project: Project,
  modelOption: string | undefined,
  to: (file: string, key: string) => string,
): Project {
  const { need, stop, seeds, assessor, strategy, access } = project;
  const file = (at: string, key: string, name: unknown) =>
    typeof name === "string" ? { [key]: to(name, `${at}${key}`) } : {};
  const pages = (entries: readonly string[], key: string) =>
    entries.map((entry, index) => (isOnWeb(entry) ? entry : to(entry, `${key}[${index}]`)));
  return {
    ...project,
    ...file("", "access", access),
    ...(stop && {
      stop: { ...stop, ...file("stop.", "of", isOfDiscovered(stop) ? undefined : stop.of) },
    }),
    ...(assessor && { assessor: { ...assessor, ...file("assessor.", "guide", assessor.guide) } }),
    seeds: { ...seeds, ...file("seeds.", "file", seeds.file) },
    strategy: {
      ...strategy,
      ...(modelOption && file("strategy.", modelOption, strategy[modelOption])),
    },
    need: {
      ...need,
      good: pages(need.good, "need.good"),
      bad: pages(need.bad, "need.bad"),
      ...file("need.", "ontology", need.ontology),
      ...file("need.", "examplePage", isOnWeb(need.examplePage) ? undefined : need.examplePage),
      ...file("need.", "paths", need.paths),
    },
  };
}

/** Returns whether an example is a page of the web, and no file. */
export function isOnWeb(example: string | undefined): boolean {
  return /^https?:/i.test(example ?? "");
}

/** Values that the command line gives instead of the project file's, as they are written there. */
export interface ProjectOverrides {
  /** Most pages to fetch. */
  readonly pages?: number | undefined;
  /** Longest time to crawl, in hours. */
  readonly hours?: number | undefined;
  readonly contact?: string | undefined;
  /** `name`, or `name:option=value,option=value`. */
  readonly strategy?: string | undefined;
}

/** Returns the later values, and the earlier ones where no later one is given; without empty ones. */
export function mergeOverrides(
  before: ProjectOverrides | undefined,
  { pages, hours, contact, strategy }: ProjectOverrides,
): ProjectOverrides {
  const merged = {
    pages: pages ?? before?.pages,
    hours: hours ?? before?.hours,
    contact: contact ?? before?.contact,
    strategy: strategy ?? before?.strategy,
  };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}

/**
 * Puts overrides into the plain value of a project file, before its schema checks it: what follows
 * from a strategy then follows from the one that is used.
 * @throws DowserError `bad-strategy-option`
 */
function overlayProject(value: unknown, overrides: ProjectOverrides): unknown {
  const { pages, hours, contact, strategy } = overrides;
  if (!isMapping(value)) return value;
  return {
    ...value,
    ...section(value, "budget", { pages, hours }),
    ...section(value, "politeness", { contact }),
    ...(strategy !== undefined && { strategy: splitStrategyOption(strategy) }),
  };
}

function section(root: Readonly<Record<string, unknown>>, key: string, given: object): object {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const before = root[key] ?? {};
  if (entries.length === 0 || !isMapping(before)) return {};
  return { [key]: { ...before, ...Object.fromEntries(entries) } };
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Formats overrides as they are given: `--pages 200 --strategy best-first`. */
export function overridesInWords(overrides: ProjectOverrides): string {
  return Object.entries(overrides)
    .map(([key, value]) => `--${key} ${value}`)
    .join(" ");
}
