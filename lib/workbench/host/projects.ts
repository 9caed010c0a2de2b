import { DowserError } from "../../errors.ts";
import { defaultStrategy } from "../../project/default-strategy.ts";
import { parseProject } from "../../project/load-project.ts";
import { newProjectText, proposedStrategy } from "../../project/new-project-text.ts";
import type { Project } from "../../project/project-schema.ts";
import { loadRunProject } from "../../run/folder/run-project.ts";
import type { Answers, ProjectAnswer } from "../schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { type CrawlPlace, crawlForecast } from "./crawl-forecast.ts";
import type { RunFolder } from "./run-folder.ts";

/** Writes and reads the project files of a folder. */
export function createProjects(folder: RunFolder, place: CrawlPlace): WorkbenchPorts["projects"] {
  return {
    propose: (answers) => proposal(answers, folder.folder, place),
    check: (text) => checked(text, place),
    async ofRun(run) {
      const file = folder.projectFile(run);
      if (file !== undefined) return checked(folder.projectText(file), place);
      const kept = loadRunProject(folder.directory(run)) ?? {};
      return { ...UNNAMED, text: `${JSON.stringify(kept, undefined, 2)}\n`, name: run };
    },
  };
}

const UNNAMED = {
  name: null,
  strategy: null,
  because: null,
  engine: null,
  forecast: null,
  problems: [],
};

async function proposal(
  answers: Answers,
  folder: string,
  place: CrawlPlace,
): Promise<ProjectAnswer> {
  const { minDelaySeconds, hosts, ...others } = answers;
  const given = {
    ...others,
    name: answers.name === "" ? nameFor(answers.topic) : answers.name,
    hosts,
    minDelayMs: delayMs(minDelaySeconds),
  };
  const read = await checked(newProjectText(given, folder), place);
  const { choice, because } = proposedStrategy(given);
  return { ...read, strategy: choice.name, because };
}

/** Turns seconds, as they were typed, into ms; what is no number stays, for the schema to refuse. */
function delayMs(seconds: string): string {
  const ms = Number(seconds.replace(",", ".")) * 1_000;
  return seconds.trim() === "" || !Number.isFinite(ms) ? seconds.trim() : String(Math.round(ms));
}

/** Makes a project name from the first words of a topic. */
export function nameFor(topic: string): string {
  const words = topic.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 40).replace(/-$/, "") || "project";
}

async function checked(text: string, place: CrawlPlace): Promise<ProjectAnswer> {
  try {
    const project = await parseProject(text, "project");
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
      problems: missingParts(project, place !== "recorded"),
    };
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    return { ...UNNAMED, text, problems: error.message.split("\n") };
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
