import { type DowserError, fail } from "../../errors.ts";
import { seedQueries } from "../../project/found-seeds.ts";
import { asksWithKey } from "../../project/given-secrets.ts";
import { inspectText } from "../../project/load-project.ts";
import { needInWords } from "../../project/need-in-words.ts";
import type { Project } from "../../project/project-schema.ts";
import { inspectStrategy } from "../../project/strategy-choice.ts";
import { type PlanBundle, requireForStack } from "../bundle.ts";
import type { ApiPorts } from "./route.ts";

/** Name of the text in messages: `project:1:14 budget.pages: …`. */
const NAME = "project";

/**
 * Makes the bundle of a project that was sent as text: JSON, or YAML as in a project file. Nothing
 * is read but the text, so everything that the crawl begins with must be in it.
 * @throws DowserError `bad-project`, `project-not-for-api`, `project-not-for-stack`, `no-search-secret`
 */
export async function sentProject(
  text: string,
  { clock, secrets }: Pick<ApiPorts, "clock" | "secrets">,
): Promise<PlanBundle> {
  // A module would be loaded and run by a check.
  const project = await inspectText(text, NAME);
  if (project.strategy["module"] !== undefined)
    throw notForApi([`strategy.module (${JSON.stringify(project.strategy["module"])})`]);
  requireForStack(project);
  if (asksWithKey(project) && !secrets.has("SearchKey"))
    throw fail("no-search-secret", { name: "the stack" });
  const elsewhere = await partsElsewhere(project);
  if (elsewhere.length > 0) throw notForApi(elsewhere);
  return {
    project,
    need: needInWords(project.need),
    foundSeeds: undefined,
    sitemapSeeds: [],
    sitemaps: project.seeds.sitemaps ? "to-read" : undefined,
    year: new Date(clock.now()).getUTCFullYear(),
  };
}

/** Returns the keys, with their values, that name what lies in files, on the web or at an engine. */
async function partsElsewhere(project: Project): Promise<readonly string[]> {
  const { need, seeds, stop, strategy, search, scope } = project;
  const checked = await inspectStrategy(strategy, undefined);
  const model = checked.ok ? checked.module?.modelOption : undefined;
  // A crawl that composes queries asks these first, in the stack; what they find is no seed.
  const isAskedThere = search?.compose !== undefined;
  const asked = search === undefined || isAskedThere ? [] : seedQueries(project);
  const isSeedless = isAskedThere && seeds.urls.length === 0;
  const parts: readonly (readonly [string, unknown])[] = [
    ...need.good.map((entry, index) => [`need.good[${index}]`, entry] as const),
    ...need.bad.map((entry, index) => [`need.bad[${index}]`, entry] as const),
    ["need.examplePage", need.examplePage],
    ["need.ontology", need.ontology],
    ["need.paths", need.paths],
    ["access", project.access],
    ["assessor.guide", project.assessor?.guide],
    ["seeds.file", seeds.file],
    ...asked.map((query) => ["search for seeds", query] as const),
    ["scope.hosts", isSeedless && scope.hosts !== "any" ? scope.hosts : undefined],
    ["stop.of", typeof stop?.of === "string" ? stop.of : undefined],
    [`strategy.${model}`, model === undefined ? undefined : strategy[model]],
  ];
  return parts.flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} (${JSON.stringify(value)})`],
  );
}

function notForApi(parts: readonly string[]): DowserError {
  return fail("project-not-for-api", { parts: parts.join(", "), value: parts });
}
