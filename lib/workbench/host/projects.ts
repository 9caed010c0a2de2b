import { existsSync } from "node:fs";
import { isScalar } from "yaml";
import { type Expense, politeHours, withinBudget } from "../../domain/cost/cost.ts";
import { DowserError } from "../../errors.ts";
import { defaultStrategy } from "../../project/default-strategy.ts";
import { seedQueries } from "../../project/found-seeds.ts";
import { inspectText } from "../../project/load-project.ts";
import {
  nameFor,
  newProjectText,
  proposedStrategy,
  wordsIn,
} from "../../project/new-project-text.ts";
import { parseYaml } from "../../project/parse-yaml.ts";
import type { Project } from "../../project/project-schema.ts";
import { ASSUMED_WEB } from "../../project/stack-limits.ts";
import { loadRunProject } from "../../run/folder/run-project.ts";
import type { AskedSeed } from "../../run/input/ask-seed.ts";
import { assessorEstimate, estimateOf } from "../../run/stack/estimate.ts";
import type { Answers } from "../begin-schemas.ts";
import type { ProjectAnswer } from "../schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { answersIn, msOf, withAnswers } from "./project-form.ts";
import type { RunFolder } from "./run-folder.ts";

/**
 * Writes and reads the project files of a folder; `ask` says whether a seed answers where its crawls fetch.
 */
export function createProjects(
  folder: RunFolder,
  place: CrawlPlace,
  ask: (url: string, project: Project) => Promise<AskedSeed>,
): WorkbenchPorts["projects"] {
  const ofRun = async (run: string): Promise<ProjectAnswer> => {
    const file = folder.projectFile(run);
    if (file !== undefined) return checked(folder.projectText(file), folder.folder, place);
    const kept = loadRunProject(folder.directory(run)) ?? {};
    return { ...UNNAMED, text: `${JSON.stringify(kept, undefined, 2)}\n`, name: run };
  };
  return {
    propose: (answers) => proposal(answers, folder.folder, place),
    check: (text) => checked(text, folder.folder, place),
    ofRun,
    askSeed: async ({ url, project }) =>
      ask(url, await inspectText(project, "project", folder.folder)),
    again: async (run) => {
      const { text } = await ofRun(run);
      return checked(renamed(text, freeName(folder, run)), folder.folder, place);
    },
  };
}

/** Returns the first of `bees-2`, `bees-3` … that neither a project nor a run has. */
export function freeName(folder: RunFolder, run: string): string {
  const stem = run.replace(/-\d+$/, "");
  for (let number = 2; ; number += 1) {
    const name = `${stem}-${number}`;
    if (folder.projectFile(name) === undefined && !existsSync(folder.directory(name))) return name;
  }
}

/** Returns a project file with another name, and all else as it was written; one without a name as it is. */
function renamed(text: string, name: string): string {
  const parsed = parseYaml(text);
  const node = parsed.ok ? parsed.document.get("name", true) : undefined;
  const [start, end] = (isScalar(node) && node.range) || [];
  if (start === undefined || end === undefined) return text;
  const isQuoted = /["']/.test(text[start] ?? "");
  return `${text.slice(0, start)}${isQuoted ? JSON.stringify(name) : name}${text.slice(end)}`;
}

const UNNAMED = {
  name: null,
  strategy: null,
  because: null,
  engine: null,
  forecast: null,
  answers: null,
  problems: [],
};

async function proposal(
  answers: Answers,
  folder: string,
  place: CrawlPlace,
): Promise<ProjectAnswer> {
  const { minDelaySeconds, hosts, base, ...others } = answers;
  if (base !== undefined) return checked(withAnswers(base, answers), folder, place);
  const given = {
    ...others,
    words: wordsIn(answers.words ?? ""),
    name: answers.name === "" ? nameFor(answers.topic) : answers.name,
    hosts,
    minDelayMs: String(msOf(minDelaySeconds)),
  };
  const read = await checked(newProjectText(given, folder), folder, place);
  const { choice, because } = proposedStrategy(given);
  return { ...read, strategy: choice.name, because };
}

async function checked(text: string, folder: string, place: CrawlPlace): Promise<ProjectAnswer> {
  try {
    const project = await inspectText(text, "project", folder);
    const { name, strategy, need } = project;
    const proposed = defaultStrategy(need);
    const because = proposed.choice.name === strategy.name ? proposed.because : null;
    return {
      text,
      name,
      strategy: strategy.name,
      because,
      engine: project.search?.provider ?? null,
      forecast: crawlForecast(project, place),
      answers: answersIn(text),
      problems: missingParts(project, place !== "recorded"),
    };
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    return { ...UNNAMED, text, answers: answersIn(text), problems: error.message.split("\n") };
  }
}

/** Says what a project lacks that its schema lets it lack, but a crawl needs. */
function missingParts({ seeds, search, politeness }: Project, isLive: boolean): string[] {
  const hasSeeds = seeds.urls.length > 0 || seeds.file !== undefined || search !== undefined;
  return [
    ...(hasSeeds ? [] : ["seeds.urls: expected at least one address to begin with"]),
    ...(isLive && politeness.contact === undefined
      ? [
          "politeness.contact: expected an e-mail address or a web page, so that site owners can reach you",
        ]
      : []),
  ];
}

/** Where the crawls of a host fetch and run. */
type CrawlPlace = "live" | "recorded" | "stack";

/**
 * Forecasts the crawl of a project: on this machine by its politeness, and in a stack as
 * `dowser estimate` does. One that leaves the hosts of its seeds meets more of them, and ends sooner.
 */
function crawlForecast(project: Project, place: CrawlPlace): ProjectAnswer["forecast"] {
  const { budget, scope, search, politeness } = project;
  const { hosts } = estimateOf(project, NO_OPTIONS);
  const limits = { pages: budget.pages, hours: budget.hours, dollars: budget.dollars };
  const queries = queriesOf(project);
  const here = (pages: number): Expense => ({
    hours: politeHours(
      { pages, hosts, minDelayMs: politeness.minDelayMs, fetchMs: ASSUMED_WEB.fetchMs },
      politeness.concurrency,
    ),
    dollars: queries + (assessorEstimate(project, pages)?.dollars ?? 0),
  });
  const inStack = (pages: number): Expense => {
    const { forecast, cost } = estimateOf(project, { ...NO_OPTIONS, pages });
    return { hours: forecast.hours, dollars: cost.total + queries };
  };
  return {
    hosts,
    stays: scope.hosts !== "any" && search === undefined,
    // A recording answers without delays.
    here: place === "live" ? withinBudget(limits, here) : null,
    stack: place === "recorded" ? null : withinBudget(limits, inStack),
  };
}

const NO_OPTIONS = { pages: undefined, hosts: undefined };

/** Returns the dollars of the queries for seeds, and of those that the crawl may compose. */
function queriesOf(project: Project): number {
  const { search } = project;
  if (search === undefined) return 0;
  const composed = search.compose?.queries ?? 0;
  return search.dollarsPerQuery * (seedQueries(project).length + composed);
}
