import { join } from "node:path";
import type { z } from "zod";
import type { MarkedPaths } from "../../domain/methods/strategy.ts";
import type { AssessorChoice } from "../../features/assess/manifest.ts";
import { bundleModule } from "../../project/bundle-module.ts";
import { inspectProject } from "../../project/load-project.ts";
import { readPathModel } from "../../project/model-file.ts";
import { requireRoom } from "../../project/planner-room.ts";
import type { Project } from "../../project/project-schema.ts";
import { readGuide } from "../../project/read-need.ts";
import { checkStrategy, createStrategy } from "../../project/strategy-choice.ts";
import { orderSchema } from "../../stack/api/schemas.ts";
import {
  bundleText,
  type PlanBundle,
  packBundle,
  planOf,
  requireForStack,
} from "../../stack/bundle.ts";
import { withDeployedModule } from "../../stack/own-code.ts";
import { gatherPaths, hasPaths } from "../crawl/gather-paths.ts";
import { RUN_FILES } from "../folder/run-database.ts";
import { runProject } from "../folder/run-project.ts";
import { readInputs } from "../input/crawl-inputs.ts";
import { EXIT } from "../print/print-error.ts";
import { printNotice, printResult } from "../print/print-line.ts";
import { openSearch } from "../web/open-search.ts";
import { type OpenedWeb, openWeb } from "../web/open-web.ts";
import { callStack, stackAccess } from "./stack-client.ts";
import type { StackOptions } from "./stack-orders.ts";
import { type StackSecrets, sendSecrets, stackSecrets } from "./stack-secrets.ts";

/**
 * Runs `dowser start`: reads the initial inputs of the crawl on this machine, and hands them to the
 * stack.
 */
export async function stackStartCommand(
  file: string,
  { json, stackName }: Omit<StackOptions, "project">,
): Promise<number> {
  const order = await startInStack(file, stackName);
  if (order === undefined) {
    printNotice("the training crawl is paused; the same command resumes it");
    return EXIT.paused;
  }
  const said = `${order.crawl} was started; dowser status ${file} shows its progress`;
  printResult(json ? JSON.stringify(order) : said);
  return EXIT.ok;
}

/**
 * Starts the crawl of a project file in its stack; returns `undefined` when its training crawl was
 * paused.
 */
export async function startInStack(
  file: string,
  stackName: string | undefined,
): Promise<z.output<typeof orderSchema> | undefined> {
  const project = await inspectProject(file);
  requireForStack(project);
  requireRoom(project);
  const access = await stackAccess({ project: file, stackName });
  const secrets = stackSecrets(project);
  const bundle = await readBundle(project, secrets.facts);
  if (bundle === undefined) return undefined;
  await sendSecrets(secrets, { project: file, stackName });
  const body = packBundle(bundleText(bundle));
  return callStack(access, { method: "PUT", path: "/crawl", body, schema: orderSchema });
}

/**
 * Reads everything that the crawl needs of files and the web; returns `undefined` when its training
 * crawl was paused.
 */
async function readBundle(
  project: Project,
  facts: StackSecrets["facts"],
): Promise<PlanBundle | undefined> {
  const { seed, budget } = project;
  const asksQueries = project.search?.compose !== undefined;
  const context = { seed, pages: budget.pages, asksQueries };
  const strategy = await createStrategy(project.strategy, context);
  await using opened = await openWeb(project, []);
  await using search = openSearch(project, opened);
  const training = await trainingOf(project, opened);
  if (training === "paused") return undefined;
  const inputs = await readInputs(project, opened, [strategy], {
    engine: search?.provider,
    paths: training,
    pathModel: await readPathModel(project.strategy),
  });
  // The paths of the files of secrets and of the guide are the user's own affair.
  const { access: _access, assessor, ...rest } = project;
  const sent = assessor === undefined ? rest : { ...rest, assessor: withoutGuide(assessor) };
  const guide = readGuide(assessor?.guide);
  const bundle = { project: sent, ...inputs, ...facts, guide };
  const { plan } = await planOf({ ...bundle, sitemapSeeds: [] });
  const { sitemaps } = project.seeds;
  const sitemapSeeds = sitemaps ? (await opened.sitemapPages(plan.seeds)).urls : [];
  return { ...bundle, project: await withModule(sent), sitemapSeeds };
}

/** Returns a project with its strategy module as the stack has it, if it was deployed with the module as it is now. */
async function withModule(project: Project): Promise<Project> {
  const { module } = project.strategy;
  const checked = await checkStrategy(project.strategy);
  if (typeof module !== "string" || !checked.ok) return project;
  return withDeployedModule({ ...project, strategy: checked.choice }, bundleModule(module).hash);
}

function withoutGuide({ guide: _guide, ...assessor }: AssessorChoice): AssessorChoice {
  return assessor;
}

/** Gathers the click paths of a project with their pages, by a training crawl on this machine. */
async function trainingOf(
  project: Project,
  opened: OpenedWeb,
): Promise<MarkedPaths | "paused" | undefined> {
  const asked = runProject(project, []);
  if (!hasPaths(asked)) return undefined;
  const directory = join("runs", project.name, RUN_FILES.training);
  const training = await gatherPaths(asked, opened, directory);
  return training.kind === "paused" ? "paused" : training.paths;
}
