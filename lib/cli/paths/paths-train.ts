import { accessSync, constants } from "node:fs";
import { dirname, join } from "node:path";
import { trainPathModel } from "../../domain/methods/link-distance/link-distance.ts";
import {
  type LinkDistanceSettings,
  linkDistanceOptions,
} from "../../domain/methods/link-distance/options.ts";
import { loadPeers } from "../../domain/methods/load-peers.ts";
import type { MarkedPaths } from "../../domain/methods/marked-paths.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../domain/web/url/host-rule.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { formatTotals } from "../../evaluation/report/format-totals.ts";
import { loadProject } from "../../project/load-project.ts";
import type { PathModelFile } from "../../project/model-file.ts";
import type { Project } from "../../project/project-schema.ts";
import { gatherPaths, hasPaths, type Training } from "../../run/crawl/gather-paths.ts";
import { writeModelFile } from "../../run/folder/model-file.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { runProject } from "../../run/folder/run-project.ts";
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
  const settings = trainingSettings(project);
  // A training crawl may take an hour: check first that its result can be written.
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
  const { variant, learned } = await trainPathModel(settings, training.paths, project);
  const bytes = writeModelFile(options.out, { variant, made, learned });
  const errors = await leftOutErrors(settings, training.paths, project.seed);
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

/** Returns the project's settings of the one strategy whose trained models are kept as files. */
function trainingSettings({ strategy: { name, ...options } }: Project): LinkDistanceSettings {
  if (name === "link-distance") return linkDistanceOptions.parse(options);
  throw fail("strategy-without-model", { name });
}

/** Runs the training crawl of a project, kept where its crawl would keep it. */
async function gather(project: Project, webPaths: readonly string[]): Promise<Training> {
  const asked = runProject(project, webPaths);
  if (!hasPaths(asked)) throw fail("no-click-path/project");
  const opened = await openWeb(project, webPaths);
  try {
    return await gatherPaths(asked, opened, join("runs", project.name, RUN_FILES.training));
  } finally {
    await opened.close();
  }
}

function figuresOf({ paths, pages }: MarkedPaths, seed: number): PathModelFile["made"] {
  const onPaths = new Set(paths.flat());
  return {
    paths: paths.length,
    pages: onPaths.size,
    neighbours: pages.filter(({ url }) => !onPaths.has(url)).length,
    sites: new Set(paths.flatMap(([start]) => (start === undefined ? [] : siteOf(start)))).size,
    seed,
  };
}

function siteOf(url: Url): string {
  return registrableDomain(hostOf(url));
}

/**
 * Mean absolute errors on a marked site that was left out of training, in units of relevance, in
 * [0,1].
 */
export interface LeftOutErrors {
  /** Registrable domains, each left out once. */
  readonly sites: readonly string[];
  /**
   * Means over the sites, on their marked pages and the links to those; `null` when there is
   * nothing to predict.
   */
  readonly pages: number | null;
  readonly links: number | null;
}

/**
 * Self-training is left out: it takes minutes, and the figures would be of other labels than the
 * user's.
 */
const ROUNDS = 1;

/**
 * Computes the errors of the paper's regressors on a site left out of training, from the marked
 * pages alone. Returns `null` for our variant, which predicts no relevance, and when only one site
 * is marked.
 */
export async function leftOutErrors(
  { variant }: LinkDistanceSettings,
  marked: MarkedPaths,
  seed: number,
): Promise<LeftOutErrors | null> {
  if (variant !== "paper") return null;
  const pathErrors = await loadPeers.pathErrors();
  const errors = pathErrors(marked, { seed, mostRounds: ROUNDS });
  if (errors.length === 0) return null;
  const first = errors.flatMap(({ rounds }) => rounds.slice(0, ROUNDS));
  return {
    sites: errors.map(({ site }) => site),
    pages: meanOf(first.map(({ pages }) => pages)),
    links: meanOf(first.map(({ links }) => links)),
  };
}

/** Formats the errors for a terminal. */
export function formatLeftOut({ sites, pages, links }: LeftOutErrors): string {
  const figure = (error: number | null) => error?.toFixed(3) ?? "–";
  return (
    `mean absolute error on each of ${sites.length} sites left out: ` +
    `pages ${figure(pages)}, links ${figure(links)} (marked ones, before self-training)`
  );
}

/** Errors on marked pages or links, if there are any. */
interface MarkedErrors {
  readonly marked?: number | undefined;
}

function meanOf(errors: readonly MarkedErrors[]): number | null {
  const known = errors.flatMap(({ marked = [] }) => marked);
  return known.length === 0 ? null : known.reduce((sum, error) => sum + error, 0) / known.length;
}
