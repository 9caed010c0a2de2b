/** The project that a run was begun with, and its strategy. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path, { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Json } from "../../domain/json.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import { fail } from "../../errors.ts";
import { presentChoice } from "../../project/earlier-choice.ts";
import type { ProjectOverrides } from "../../project/load-project.ts";
import type { Project } from "../../project/project-schema.ts";
import { keysOfAnotherValue, withoutRetiredKeys } from "../../project/retired-keys.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import { printNotice } from "../print/print-line.ts";
import { isFile, readRunFile, writeRunFile } from "./run-database.ts";

const PROJECT_FILE = "project.json";

/** The request of a run: the project, and the web it is crawled on. */
export type RunProject = Project & {
  /** Absolute paths of the recordings; their order decides which of two records answers. */
  readonly web: "live" | readonly string[];
} & OverriddenProject;

/** A project, with the values of the command line that are in it. */
export type OverriddenProject = Project & {
  /** Kept with the run, so that a later command without them goes on with the same values. */
  readonly overrides?: ProjectOverrides;
  /** Set where a program of the user acts on each page: without it the crawl would be another one. */
  readonly handler?: true;
  /** Set in a recrawl. */
  readonly recrawl?: {
    /** The run whose pages it visits again, relative to its own directory. */
    readonly of: string;
    /** Number of URLs that were fetched by that run and those before it. */
    readonly known: number;
  };
};

/**
 * Returns a project whose run says that a handler acts on its pages.
 * @throws DowserError `handler-and-render`
 */
export function withHandler(project: OverriddenProject): OverriddenProject {
  // A page that is rendered is read twice, and a handler is to act once.
  if (project.render !== undefined) throw fail("handler-and-render");
  return { ...project, handler: true };
}

/** Parts that a run's decisions depend on: with another value the rest would be another crawl. */
const FIXED_PARTS = [
  "need",
  "seeds",
  "search",
  "strategy",
  "scope",
  "frontier",
  "seed",
  "web",
  "recrawl",
  "handler",
] as const;

const section = () => z.looseObject({}).optional();
const texts = () => z.array(z.string()).optional();

/** The kinds of the values in a stored project that its readers rely on; runs of older versions have fewer. */
const storedSchema = z.looseObject({
  name: z.string().optional(),
  need: z.looseObject({ good: texts(), bad: texts() }).optional(),
  seeds: z.looseObject({ urls: texts(), file: z.string().optional() }).optional(),
  search: section(),
  strategy: z.looseObject({ name: z.string().optional() }).optional(),
  scope: section(),
  budget: section(),
  politeness: section(),
  render: section(),
  access: z.string().optional(),
  web: z.union([z.literal("live"), z.array(z.string())]).optional(),
  overrides: z
    .looseObject({ strategy: z.string().optional(), contact: z.string().optional() })
    .optional(),
  recrawl: z.looseObject({ of: z.string(), known: z.number().optional() }).optional(),
});
/** Parts that decide nothing. */
const NAMES: ReadonlySet<string> = new Set(["name", "overrides"]);

/**
 * Returns the project with the web that the paths of recordings name: the live web when there are
 * no paths.
 */
export function runProject(project: OverriddenProject, webPaths: readonly string[]): RunProject {
  return {
    ...project,
    web: webPaths.length === 0 ? "live" : webPaths.map((path) => resolve(path)),
  };
}

/**
 * Reads the request of the run in a directory, as far as its file contains it; returns `undefined`
 * when there is no file yet.
 * @throws DowserError `run-damaged`
 */
export function loadRunProject(directory: string): Partial<RunProject> | undefined {
  const file = runProjectFile(directory);
  const stored: Partial<RunProject> | undefined = withoutRetiredKeys(readRunFile(file), "all");
  const checked = storedSchema.optional().safeParse(stored);
  if (checked.success) return stored;
  const places = checked.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw fail("run-damaged", { file, fault: `is no project: ${places.join("; ")}` });
}

/**
 * Lists the keys that the decisions of a run depended on and that every crawl has with another value
 * now: it can be read, and not be crawled again.
 */
export function keysFixedSince(directory: string): readonly string[] {
  const fixed = new Set<string>(FIXED_PARTS);
  return keysOfAnotherValue(readRunFile(runProjectFile(directory)))
    .filter(([part = ""]) => fixed.has(part))
    .map((path) => path.join("."));
}

/** Returns the file of the request of a run. */
export function runProjectFile(directory: string): string {
  return join(directory, PROJECT_FILE);
}

/** Returns whether a run comes back to the pages of another one. */
export function comesBack({ recrawl }: Partial<OverriddenProject>): boolean {
  return recrawl !== undefined;
}

/** Returns the command that begins a run, and goes on with it. */
export function commandOf(project: Partial<OverriddenProject> | undefined): "crawl" | "recrawl" {
  return project !== undefined && comesBack(project) ? "recrawl" : "crawl";
}

/** A crawl as a command names it. */
export interface NamedCrawl extends Pick<RunProject, "name" | "web"> {
  /** The directory of the run, as seen from the folder. */
  readonly out: string;
  /** The command that begins it, and goes on with it. */
  readonly command: string;
  /** The run that this one visits again, relative to its directory; `undefined` of any other. */
  readonly of: string | undefined;
}

/** Returns the crawl of a run as commands name it, with the name and the web of `other` where its project has none. */
export function namedCrawl(
  project: Partial<RunProject> = {},
  other: Pick<NamedCrawl, "name" | "web" | "out">,
): NamedCrawl {
  const { name = other.name, web = other.web, recrawl } = project;
  return { name, web, out: other.out, command: commandOf(project), of: recrawl?.of };
}

/** Returns the directory of the run that a recrawl visits again; `undefined` of any other run. */
export function earlierDirectory(directory: string): string | undefined {
  const of = loadRunProject(directory)?.recrawl?.of;
  return of === undefined ? undefined : join(directory, of);
}

/**
 * Refuses a run as the one before itself.
 * @throws DowserError `run-damaged`
 */
export function refuseCircle(earlier: string, later: ReadonlySet<string>): void {
  if (!later.has(realpathSync(earlier))) return;
  throw fail("run-damaged", { file: earlier, fault: "is said to be a recrawl of itself" });
}

/**
 * Refuses a directory that holds the run of another project or another web; changes nothing.
 * @throws DowserError `run-of-another-project`, `run-damaged`
 */
export function refuseOtherRun(directory: string, asked: RunProject): void {
  const stored = readRunFile(runProjectFile(directory));
  if (stored === undefined) return;
  const loaded: Partial<RunProject> = withoutRetiredKeys(stored, "those-as-now");
  const now: RunProject = JSON.parse(toText(asked));
  const changed = FIXED_PARTS.filter((part) => !isSame(part, loaded, now));
  if (changed.length === 0) return;
  const parts = changed.map((part) =>
    part === "strategy" && isModuleChanged(loaded, now)
      ? `content of the strategy module ${String(now.strategy["module"])}`
      : part,
  );
  throw fail("run-of-another-project", { directory, parts: parts.join(", ") });
}

/**
 * Returns the values that the project of a run had in the parts that are others now: the run was decided by
 * them so far. `undefined` when there are none, or no run.
 */
export function changedParts(
  directory: string,
  asked: RunProject,
): Readonly<Record<string, Json>> | undefined {
  const stored = readRunFile(runProjectFile(directory));
  if (stored === undefined) return undefined;
  const before: Readonly<Record<string, Json>> = { ...withoutRetiredKeys(stored, "those-as-now") };
  const now: Readonly<Record<string, Json>> = JSON.parse(toText(asked));
  const fixed: ReadonlySet<string> = new Set(FIXED_PARTS);
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (part) => !fixed.has(part) && !NAMES.has(part) && !isDeepStrictEqual(before[part], now[part]),
  );
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((part) => [part, before[part] ?? null]));
}

/**
 * Compares a part; the cost of a query may change between runs, as a budget may. A strategy may
 * have been spelled otherwise when the run began.
 */
function isSame(
  part: (typeof FIXED_PARTS)[number],
  loaded: Partial<RunProject>,
  now: RunProject,
): boolean {
  if (part === "search")
    return isDeepStrictEqual(withoutPrice(loaded.search), withoutPrice(now.search));
  if (part === "strategy" && loaded.strategy !== undefined)
    return isDeepStrictEqual(presentChoice(loaded.strategy), presentChoice(now.strategy));
  if (part === "need") return isDeepStrictEqual(withoutCut(loaded.need), withoutCut(now.need));
  return isDeepStrictEqual(loaded[part], now[part]);
}

/** A cut decides nothing while a crawl runs. */
function withoutCut(need: unknown): unknown {
  if (typeof need !== "object" || need === null) return need;
  return { ...need, cut: undefined };
}

function withoutPrice(search: unknown): unknown {
  if (typeof search !== "object" || search === null) return search;
  return { ...search, dollarsPerQuery: undefined };
}

/** Returns whether the strategies differ only in the content of their module. */
function isModuleChanged({ strategy }: Partial<RunProject>, now: RunProject): boolean {
  const { hash } = now.strategy;
  return hash !== undefined && isDeepStrictEqual({ ...strategy, hash }, now.strategy);
}

/** Keeps the request of a run in its directory. */
export function saveRunProject(directory: string, asked: RunProject): void {
  refuseOtherRun(directory, asked);
  const file = join(directory, PROJECT_FILE);
  const text = toText(asked);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  writeRunFile(file, text);
}

function toText(asked: RunProject): string {
  return `${JSON.stringify(asked, undefined, 2)}\n`;
}

/** How the strategy of a run is made. */
export interface StrategyReading {
  /** The strategy module that the user names for the run, as a path or a package. */
  readonly strategyModule?: string | undefined;
  readonly strategyOf?: typeof createStrategy | undefined;
}

/**
 * Returns the strategy of a run; `undefined` when its directory does not name one yet, or names a module. A run is data,
 * also that of somebody else: its module is loaded only when the user names it. Reports a module whose content has
 * changed since.
 * @throws DowserError `bad-strategy-module`, `strategy-not-a-module`
 */
export async function strategyOfRun(
  { strategy, seed = 0, budget, search }: Partial<RunProject>,
  { strategyModule, strategyOf = createStrategy }: StrategyReading = {},
): Promise<Strategy | undefined> {
  if (strategy === undefined) return undefined;
  const { hash, module: kept, ...choice } = strategy;
  const context = {
    seed,
    pages: budget?.pages ?? Number.POSITIVE_INFINITY,
    asksQueries: search?.compose !== undefined,
  };
  if (kept === undefined) {
    if (strategyModule !== undefined) throw fail("strategy-not-a-module", { name: choice.name });
    return strategyOf(choice, context);
  }
  if (strategyModule === undefined) return undefined;
  const file = isFile(strategyModule) ? path.resolve(strategyModule) : strategyModule;
  const made = await strategyOf({ ...choice, module: file }, context);
  await tellIfChanged(file, hash);
  return made;
}

/** Names the module of a run that only its user may load; `undefined` where its strategy is one of Dowser's. */
export function moduleOfRun({
  strategy,
}: Partial<Pick<RunProject, "strategy">>): string | undefined {
  const module = strategy?.["module"];
  return typeof module === "string" || module === undefined ? module : JSON.stringify(module);
}

/** Says on standard error what is left out because the module of a run was not named. */
export function tellIfNotLoaded(
  project: Partial<Pick<RunProject, "strategy">>,
  { strategyModule }: Pick<StrategyReading, "strategyModule">,
  leftOut: string,
): void {
  const module = moduleOfRun(project);
  if (module === undefined || strategyModule !== undefined) return;
  printNotice(
    `${leftOut}: the strategy of the run is the module ${module}, which only --strategy-module FILE loads`,
  );
}

async function tellIfChanged(file: string, hash: unknown): Promise<void> {
  const { loadStrategyModule } = await import("../../project/load-strategy-module.ts");
  const loaded = await loadStrategyModule(file, ".");
  if (typeof hash !== "string" || loaded.hash === hash) return;
  printNotice(`${file} has changed since the run began: it may decide otherwise than the run did`);
}
