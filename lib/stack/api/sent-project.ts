import path from "node:path";
import { type DowserError, fail } from "../../errors.ts";
import { seedQueries } from "../../project/found-seeds.ts";
import { asksWithKey } from "../../project/given-secrets.ts";
import { inspectText, isOnWeb, withFiles, withLists } from "../../project/load-project.ts";
import { readPathModel } from "../../project/model-file.ts";
import type { Project } from "../../project/project-schema.ts";
import { readGuide, readNeed, unreadable } from "../../project/read-need.ts";
import { viewLimits } from "../../project/stored-pages.ts";
import { inspectStrategy } from "../../project/strategy-choice.ts";
import { type PlanBundle, requireForStack } from "../bundle.ts";
import type { ApiPorts } from "./route.ts";
import { type NamedEntry, withSentFiles } from "./sent-files.ts";

/** Name of the text in messages: `project:1:14 budget.pages: …`. */
const NAME = "project";

/**
 * Makes the bundle of a project that was sent as text: JSON, or YAML as in a project file. Nothing is read but the text, and the files that
 * were sent before it.
 * @throws DowserError `bad-project`, `project-not-for-api`, `project-not-for-stack`, `no-search-secret`, and the errors of {@link withSentFiles}
 */
export async function sentProject(text: string, ports: ApiPorts): Promise<PlanBundle> {
  // A module would be loaded and run by a check.
  const project = await inspectText(text, NAME);
  if (project.strategy["module"] !== undefined)
    throw notForApi([`strategy.module (${JSON.stringify(project.strategy["module"])})`]);
  requireForStack(project);
  if (asksWithKey(project) && !ports.secrets.has("SearchKey"))
    throw fail("no-search-secret", { name: "the stack" });
  const elsewhere = partsElsewhere(project);
  if (elsewhere.length > 0) throw notForApi(elsewhere);
  const checked = await inspectStrategy(project.strategy, undefined);
  const modelOption = checked.ok ? checked.module?.modelOption : undefined;
  const named: NamedEntry[] = [];
  withFiles(project, modelOption, (entry, key) => (named.push({ key, entry }), entry));
  const read = await withSentFiles(named, ports, (folder) =>
    readFiles({ project, modelOption, folder }, ports),
  );
  const sitemaps = project.seeds.sitemaps ? ("to-read" as const) : undefined;
  const year = new Date(ports.clock.now()).getUTCFullYear();
  return { ...read, foundSeeds: undefined, sitemapSeeds: [], sitemaps, year };
}

/** What of a project is read from the files that it names. */
async function readFiles(
  {
    project,
    modelOption,
    folder,
  }: {
    readonly project: Project;
    readonly modelOption: string | undefined;
    readonly folder: string;
  },
  { clock, openOntology }: Pick<ApiPorts, "clock" | "openOntology">,
): Promise<Pick<PlanBundle, "project" | "need" | "guide">> {
  const inFolder = (file: string) => path.join(folder, file);
  const { stop, seeds, need, ...own } = await withLists(withFiles(project, modelOption, inFolder));
  const source = { limits: viewLimits(own), clock, folder, openOntology, say: () => {} };
  const readFromWeb = (url: string) => Promise.reject(unreadable(url, "the web"));
  const read = await readNeed(need, { ...source, readFromWeb });
  return {
    project: {
      ...project,
      ...(stop && { stop }),
      ...(project.assessor && { assessor: { ...project.assessor, guide: undefined } }),
      seeds: { ...project.seeds, urls: seeds.urls },
    },
    need: { ...read, paths: undefined, pathModel: await readPathModel(own.strategy) },
    guide: readGuide(own.assessor?.guide) || undefined,
  };
}

/** Returns the keys, with their values, that name what lies on the web, at an engine, or takes a crawl. */
function partsElsewhere({ need, seeds, search, scope, access }: Project): readonly string[] {
  // A crawl that composes queries asks these first, in the stack; what they find is no seed.
  const isAskedThere = search?.compose !== undefined;
  const asked = search === undefined || isAskedThere ? [] : seedQueries({ need, seeds });
  const isSeedless = isAskedThere && seeds.urls.length === 0 && seeds.file === undefined;
  const page = (entry: string | undefined) => (isOnWeb(entry) ? entry : undefined);
  const parts: readonly (readonly [string, unknown])[] = [
    ...need.good.map((entry, index) => [`need.good[${index}]`, page(entry)] as const),
    ...need.bad.map((entry, index) => [`need.bad[${index}]`, page(entry)] as const),
    ["need.examplePage", page(need.examplePage)],
    ["need.paths", need.paths],
    ["access", access],
    ...asked.map((query) => ["search for seeds", query] as const),
    ["scope.hosts", isSeedless && scope.hosts !== "any" ? scope.hosts : undefined],
  ];
  return parts.flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} (${JSON.stringify(value)})`],
  );
}

function notForApi(parts: readonly string[]): DowserError {
  return fail("project-not-for-api", { parts: parts.join(", "), value: parts });
}
