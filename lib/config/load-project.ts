import path from "node:path";

import { describeIssues } from "./describe-issues.ts";
import { MAX_PROJECT_LENGTH, offsetOf, parseYaml } from "./parse-yaml.ts";
import { badProject } from "./project-problem.ts";
import { type Project, projectSchema } from "./project-schema.ts";
import { readTextFile } from "./read-text-file.ts";

/** Reads a project file; the files it names become absolute paths. */
export function loadProject(file: string): Project {
  const project = parseProject(readText(file), file);
  return withAbsoluteFiles(project, path.dirname(path.resolve(file)));
}

/**
 * Reads a project from YAML; `fileName` stands in messages only.
 * @throws DowserError `bad-project`, listing all problems with their lines.
 */
export function parseProject(yamlText: string, fileName: string): Project {
  const yaml = parseYaml(yamlText);
  if (!yaml.ok) throw badProject(fileName, yamlText, yaml.problems);
  const result = projectSchema.safeParse(yaml.value);
  if (result.success) return result.data;
  const problems = describeIssues(result.error.issues, yaml.value).map((issue) => ({
    ...issue,
    offset: offsetOf(yaml.document, issue.path, issue.at),
  }));
  throw badProject(fileName, yamlText, problems);
}

function readText(file: string): string {
  return readTextFile(file, {
    what: "a project file",
    // UTF-8 takes at most three bytes a UTF-16 unit.
    most: 3 * MAX_PROJECT_LENGTH,
    code: "project-unreadable",
    reaction: "fix-config",
    mend: "name a readable project file; `dowser init` writes one",
  });
}

/** How imported ontologies are called; whatever looks otherwise is a file. */
const IMPORTED_NAME = /^[a-z0-9-]+$/;

function withAbsoluteFiles(project: Project, directory: string): Project {
  const absolute = (entry: string) =>
    /^https?:/i.test(entry) ? entry : path.resolve(directory, entry);
  const absoluteUnlessName = (entry: string) =>
    IMPORTED_NAME.test(entry) ? entry : path.resolve(directory, entry);
  const { need, strategy } = project;
  return {
    ...project,
    strategy:
      strategy.name === "link-distance" && strategy.model !== undefined
        ? { ...strategy, model: path.resolve(directory, strategy.model) }
        : strategy,
    need: {
      ...need,
      good: need.good.map(absolute),
      bad: need.bad.map(absolute),
      ...(need.ontology === undefined ? {} : { ontology: absoluteUnlessName(need.ontology) }),
      ...(need.examplePage === undefined ? {} : { examplePage: absolute(need.examplePage) }),
      ...(need.paths === undefined ? {} : { paths: path.resolve(directory, need.paths) }),
    },
  };
}
