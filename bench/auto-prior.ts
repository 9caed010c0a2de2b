/**
 * Learns what the general features of a link are worth on any web: the prior of `auto`. Each task is
 * crawled breadth first; its truth says which links led to targets.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { figures } from "../lib/cli/print/table.ts";
import { recorded } from "../lib/cli/web/open-web.ts";
import { recordedPorts } from "../lib/cli/web/recorded-ports.ts";
import { runCrawl } from "../lib/crawl/run-crawl.ts";
import { ridgeRegression } from "../lib/domain/learner/ridge-regression.ts";
import { rocAuc } from "../lib/domain/metrics/roc-auc.ts";
import { linkFeatures } from "../lib/domain/strategy/adaptive/link-features.ts";
import { autoStrategy } from "../lib/domain/strategy/auto/auto.ts";
import { createJudges } from "../lib/domain/strategy/auto/judges.ts";
import { isGeneral } from "../lib/domain/strategy/auto/link-prior.ts";
import { PARTS } from "../lib/domain/strategy/auto/options.ts";
import { sparseRows } from "../lib/domain/vector/sparse-rows.ts";
import { parseProject } from "../lib/project/load-project.ts";
import { planCrawl } from "../lib/project/plan-crawl.ts";
import { GROUPS, someTasks } from "./auto/groups.ts";
import type { OpenTask } from "./auto/task.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "what general features of links are worth on webs that were left out: the prior of auto",
  takes: "some 10 minutes",
};

/** Pages of each crawl, and tasks of each group. */
const PAGES = 300;
const TASKS = 3;
const SEED = 7;
/** Groups whose tasks differ in what is given, and not in what is looked for. */
const SAME = new Set(["cold-start", "few-labels", "good-alone", "files"]);
/** Groups of tasks on the same sites: the prior that ranks the links of one has seen none of them. */
const SAME_SITES: readonly ReadonlySet<string>[] = [
  new Set(["universities", "courses"]),
  new Set(["forums", "user-content"]),
  new Set(["encyclopedia", "health"]),
];
/**
 * Penalty of large weights: as if each feature had been on so many more links that led nowhere. Of 30,
 * 100 and 300 it ranks the links of sites that were left out best.
 */
const LAMBDA = 100;

/** The links of a crawl by their general features, and whether each led to a target. */
interface Taught {
  readonly group: string;
  readonly links: readonly (readonly [features: readonly string[], isTarget: 0 | 1])[];
}

const FEATURES = linkFeatures("all");

/** `npm run bench -- auto-prior [FILE]`: prints how it ranks links, and the prior as JSON. */
export default async function autoPriorBench([file]: string[]): Promise<void> {
  const taught =
    file !== undefined && existsSync(file)
      ? JSON.parse(readFileSync(file, "utf8"))
      : await teachAll();
  if (file !== undefined) writeFileSync(file, JSON.stringify(taught));
  const groups = [...new Set((taught as Taught[]).map(({ group }) => group))];
  const rows = groups.map((group) => {
    const prior = learn((taught as Taught[]).filter((each) => !isOfSites(each.group, group)));
    const own = (taught as Taught[]).filter((each) => each.group === group);
    const areas = own.flatMap(({ links }) => areaOf(prior, links) ?? []);
    return [
      group,
      String(own.length),
      (areas.reduce((a, b) => a + b, 0) / areas.length).toFixed(3),
    ];
  });
  printTable(
    "ranking of followed links by the prior of all other sites",
    ["group", "tasks", "ROC area"].map(figures),
    rows,
  );
  const prior = learn(taught);
  console.log(
    JSON.stringify(
      Object.fromEntries([...prior].map(([name, w]) => [name, Number(w.toFixed(3))])),
      undefined,
      2,
    ),
  );
}

function isOfSites(group: string, other: string): boolean {
  return group === other || SAME_SITES.some((sites) => sites.has(group) && sites.has(other));
}

async function teachAll(): Promise<Taught[]> {
  const all: Taught[] = [];
  for (const group of GROUPS) {
    if (SAME.has(group.name)) continue;
    for (const task of someTasks(group, TASKS)) {
      const links = await linksOf(await task.open(SEED));
      console.error(
        `${group.name} ${task.name}: ${links.length} links, ${links.filter(([, y]) => y === 1).length} to targets`,
      );
      all.push({ group: group.name, links });
    }
  }
  return all;
}

async function linksOf({
  web,
  seeds,
  excluded,
  targets,
  needFor,
}: OpenTask): Promise<Taught["links"]> {
  const context = { seed: SEED, pages: PAGES };
  const strategy = autoStrategy({
    ...context,
    asksQueries: false,
    settings: { without: [...PARTS] },
    judges: await createJudges(context),
    prior: {},
  });
  const need = await needFor({ name: "auto" });
  const project = await parseProject(
    JSON.stringify({ name: "auto", seeds: { urls: seeds }, budget: { pages: PAGES }, seed: SEED }),
    "bench",
  );
  const plan = planCrawl(project, recorded(web), { need, foundSeeds: undefined, year: 0 });
  const pages = new Set(web.urls()).difference(excluded);
  const ports = recordedPorts(web, project, strategy);
  await runCrawl(ports, {
    ...plan,
    strategy,
    scope: (link) =>
      pages.has(link.url)
        ? { refusedBy: undefined, quotas: [] }
        : { refusedBy: "pattern", quotas: [] },
  });
  const links: [string[], 0 | 1][] = [];
  for await (const { url, parent, snippet, page } of ports.records.list()) {
    if (page === undefined || snippet === undefined) continue;
    links.push([
      [...FEATURES({ url, parent, snippet })].filter(isGeneral),
      targets.has(url) ? 1 : 0,
    ]);
  }
  return links;
}

/** Fits the worth of features over tasks; a task counts as one, whatever its pages and targets. */
function learn(taught: readonly Taught[]): ReadonlyMap<string, number> {
  const features = [
    ...new Set(taught.flatMap(({ links }) => links.flatMap(([names]) => names))),
  ].toSorted();
  const columnOf = new Map(features.map((name, column) => [name, column]));
  const rows: { columns: Int32Array; values: Float64Array }[] = [];
  const y: number[] = [];
  const weights: number[] = [];
  for (const { links } of taught) {
    const base = links.reduce((sum, [, target]) => sum + target, 0) / links.length;
    for (const [names, target] of links) {
      const columns = Int32Array.from(names.map((name) => columnOf.get(name) ?? 0)).sort();
      rows.push({ columns, values: new Float64Array(columns.length).fill(1) });
      y.push(target - base);
      weights.push(PAGES / links.length);
    }
  }
  const model = ridgeRegression({ lambda: LAMBDA }).fit({
    x: sparseRows(rows, features.length),
    y: Float64Array.from(y),
    weights: Float64Array.from(weights),
  });
  return new Map(
    model.columns.map((column, at) => [features[column] ?? "", model.values[at] ?? 0]),
  );
}

function areaOf(prior: ReadonlyMap<string, number>, links: Taught["links"]): number | undefined {
  const scores = Float64Array.from(links, ([names]) =>
    names.reduce((sum, name) => sum + (prior.get(name) ?? 0), 0),
  );
  return rocAuc(scores, (row) => links[row]?.[1] === 1);
}
