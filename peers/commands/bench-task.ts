import { createHash } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import { fail } from "../../lib/errors.ts";
import { loadProject } from "../../lib/project/load-project.ts";
import { parseYaml } from "../../lib/project/parse-yaml.ts";
import type { Project } from "../../lib/project/project-schema.ts";
import { readNamedFile, readTextFile } from "../../lib/project/read-text-file.ts";

/** Longest task file, in bytes. */
const MOST_BYTES = 100_000;
/** Longest recording or truth whose bytes are hashed in memory, in bytes. */
const MOST_HASHED = 2 ** 31 - 1;

const fileName = z.string().min(1);

/** A task for methods, as a file: relative to it, a project, a recording and its truth. */
const taskSchema = z.strictObject({
  name: z.string().regex(/^[\w -]{1,60}$/u, "1 to 60 letters, digits, spaces, - and _"),
  project: fileName,
  web: z.union([fileName, z.array(fileName).min(1)]),
  truth: z.union([fileName, z.array(fileName).min(1)]),
  target: z.string().min(1),
  budget: z.int().min(1),
  seeds: z.array(z.int().min(0)).min(1).default([1, 2, 3]),
});

/** A task with absolute paths. */
export interface BenchTask {
  readonly name: string;
  /** The task's file as the user named it. */
  readonly file: string;
  readonly project: Project;
  readonly web: readonly string[];
  readonly truth: readonly string[];
  /** `field=value[,value]` */
  readonly target: string;
  /** Pages of each crawl. */
  readonly budget: number;
  /** Random seeds, a crawl each. */
  readonly seeds: readonly number[];
  /** Hash of all that it consists of: results of one hash can be compared. */
  readonly hash: string;
}

/**
 * Reads a task. The project's own budget and rule to stop do not count: all methods fetch as many pages.
 * @throws DowserError `bad-task`, and those of its project
 */
export async function loadTask(file: string): Promise<BenchTask> {
  const text = readTextFile(file, {
    what: "a task",
    most: MOST_BYTES,
    error: "bad-task/unreadable",
    mayBePipe: true,
  });
  const yaml = parseYaml(text);
  const parsed = taskSchema.safeParse(yaml.ok ? yaml.value : undefined);
  if (!yaml.ok || !parsed.success) {
    const [problem] = yaml.ok ? (parsed.error?.issues ?? []) : yaml.problems;
    const where = (problem?.path ?? []).map(String).join(".");
    const said = `${where === "" ? "" : `${where}: `}${problem?.message ?? "no task"}`;
    throw fail("bad-task", { file, problem: said });
  }
  const absolute = (name: string) => path.resolve(path.dirname(file), name);
  const { name, target, budget, seeds } = parsed.data;
  const [web, truth] = [parsed.data.web, parsed.data.truth].map((of) => [of].flat().map(absolute));
  const projectFile = absolute(parsed.data.project);
  const { stop: _stop, ...project } = await loadProject(projectFile);
  const { bytesPerPage, trainingPages } = project.budget;
  const hash = hashOf([...(web ?? []), ...(truth ?? []), projectFile], { target, budget, seeds });
  return {
    name,
    file,
    target,
    budget,
    seeds,
    hash,
    web: web ?? [],
    truth: truth ?? [],
    project: { ...project, budget: { pages: budget, bytesPerPage, trainingPages } },
  };
}

/** A page that was written again under the same name is another task. */
function hashOf(files: readonly string[], settings: object): string {
  const hash = createHash("sha256").update(JSON.stringify(settings));
  for (const file of files) {
    const bytes = readNamedFile(file, {
      what: "a part of a task",
      most: MOST_HASHED,
      error: "bad-task/unreadable",
    });
    hash.update(createHash("sha256").update(bytes).digest());
  }
  return `sha256:${hash.digest("hex").slice(0, 16)}`;
}
