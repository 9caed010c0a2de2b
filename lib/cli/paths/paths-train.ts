import { accessSync, constants } from "node:fs";
import { dirname, join } from "node:path";
import type { MarkedPaths } from "../../domain/methods/strategy.ts";
import type { LeftOutErrors, PathModelMaker } from "../../domain/methods/strategy-module.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../domain/web/url/registrable-domain.ts";
import { fail } from "../../errors.ts";
import { formatTotals } from "../../evaluation/report/format-totals.ts";
import { loadProject } from "../../project/load-project.ts";
import { modelText, type PathModelFile } from "../../project/model-file.ts";
import type { Project } from "../../project/project-schema.ts";
import { checkStrategy } from "../../project/strategy-choice.ts";
import { gatherPaths, hasPaths, type Training } from "../../run/crawl/gather-paths.ts";
import { RUN_FILES, refuseRunFile } from "../../run/folder/run-database.ts";
import { runProject } from "../../run/folder/run-project.ts";
import { writeOutput } from "../../run/folder/write-output.ts";
import { EXIT } from "../../run/print/print-error.ts";
import { printResult } from "../../run/print/print-line.ts";
import { openWeb } from "../../run/web/open-web.ts";

/** The options of the command line. */
export interface TrainOptions {
  /** Recordings in which the paths are looked up instead of the live web. */
  readonly web: readonly string[];
  /** File for the model. */
  readonly out: string;
  readonly json: boolean;
}

/**
 * Runs `dowser paths train`: trains a model on the click paths of a project, as a file for crawls
 * of other sites.
 */
export async function pathsTrainCommand(file: string, options: TrainOptions): Promise<number> {
  const project = await loadProject(file);
  const { pathModel, settings } = await trainedBy(project);
  // A training crawl may take an hour: check first that its result can be written.
  refuseRunFile(options.out);
  accessSync(dirname(options.out), constants.W_OK);
  const training = await gather(project, options.web);
  if (training.kind === "paused") {
    printResult(
      options.json
        ? JSON.stringify({ end: "paused", ...training.report })
        : `${formatTotals(training.report)}\npaused; the same command resumes`,
    );
    return EXIT.paused;
  }
  const made = figuresOf(training.paths, project.seed);
  const { variant } = pathModel;
  const learned = pathModel.learn(settings, training.paths, project.seed);
  const bytes = await writeModelFile(options.out, { variant, made, learned });
  const errors = pathModel.leftOutErrors?.(training.paths, project.seed) ?? null;
  const result = { file: options.out, bytes, variant, made, errors };
  printResult(options.json ? JSON.stringify(result) : formatTrained(result));
  return EXIT.ok;
}

/** A model file that was written. */
export interface TrainedFile extends Pick<PathModelFile, "variant" | "made"> {
  readonly file: string;
  readonly bytes: number;
  /** `null` when they are not known. */
  readonly errors: LeftOutErrors | null;
}

/** Formats the summary for a terminal. */
export function formatTrained({ file, bytes, variant, made, errors }: TrainedFile): string {
  const { paths, pages, neighbours, sites } = made;
  return [
    `${paths} paths of ${pages} pages on ${sites} sites, and ${neighbours} neighbours of these pages`,
    ...(errors === null ? [] : [formatLeftOut(errors)]),
    `${file}: ${Math.ceil(bytes / 1_000)} kB, variant ${variant}`,
  ].join("\n");
}

/** What trains a path model, with the settings that it has in the project. */
interface Trainer {
  readonly pathModel: PathModelMaker<unknown>;
  readonly settings: unknown;
}

/** Returns how the project's strategy makes a model of click paths. */
async function trainedBy({ strategy }: Project): Promise<Trainer> {
  const checked = await checkStrategy(strategy);
  if (checked.ok && checked.module.pathModel !== undefined)
    return { pathModel: checked.module.pathModel, settings: checked.settings };
  throw fail("strategy-without-model", { name: strategy.name });
}

/** Runs the training crawl of a project, kept where its crawl would keep it. */
async function gather(project: Project, webPaths: readonly string[]): Promise<Training> {
  const asked = runProject(project, webPaths);
  if (!hasPaths(asked)) throw fail("no-click-path/project");
  await using opened = await openWeb(project, webPaths);
  return await gatherPaths(asked, opened, join("runs", project.name, RUN_FILES.training));
}

function figuresOf({ paths, pages }: MarkedPaths, seed: number): PathModelFile["made"] {
  const onPaths = new Set(paths.flat());
  return {
    paths: paths.length,
    pages: onPaths.size,
    neighbours: pages.filter(({ url }) => !onPaths.has(url)).length,
    sites: new Set(
      paths.flatMap(([start]) => (start === undefined ? [] : registrableDomain(hostOf(start)))),
    ).size,
    seed,
  };
}

export function formatLeftOut({ sites, pages, links }: LeftOutErrors): string {
  const figure = (error: number | null) => error?.toFixed(3) ?? "–";
  return (
    `mean absolute error on each of ${sites.length} sites left out: ` +
    `pages ${figure(pages)}, links ${figure(links)} (marked ones, before self-training)`
  );
}

/** Writes a model; a kill leaves the old file or the whole new one. Returns its length in bytes. */
export async function writeModelFile(file: string, model: PathModelFile): Promise<number> {
  const text = modelText(model);
  await writeOutput(file, [text]);
  return Buffer.byteLength(text);
}
