/**
 * Learns what the general features of a link are worth on any web: the prior of `auto`. Each task is
 * crawled breadth first; its truth says which links led to targets.
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCrawl } from "../lib/crawl/run-crawl.ts";
import { linkFeatures } from "../lib/domain/methods/adaptive/link-features.ts";
import { autoStrategy, PARTS } from "../lib/domain/methods/auto/auto.ts";
import { createJudges } from "../lib/domain/methods/auto/judges.ts";
import { rocAuc } from "../lib/domain/stats/intervals/prediction-quality.ts";
import { figures } from "../lib/domain/text/table.ts";
import { parseProject } from "../lib/project/load-project.ts";
import { openPlan } from "../lib/project/plan-crawl.ts";
import { recorded } from "../lib/run/web/open-web.ts";
import { recordedPorts } from "../lib/run/web/recorded-ports.ts";
import { GROUPS, groupOf, someTasks } from "./auto/groups.ts";
import {
  learnPrior,
  priorWithout,
  readTaught,
  type Taught,
  type WorthByFeature,
} from "./auto/prior-of-sites.ts";
import type { Group, OpenTask } from "./auto/task.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "what general features of links are worth on webs that were left out: the prior of auto",
  takes: "some 10 minutes",
};

/** Pages of each crawl, and tasks of each group, if the command line does not say how many. */
const PAGES = 300;
const TASKS = 3;
const SEED = 7;
/** Groups whose tasks differ in what is given, and not in what is looked for. */
const SAME = new Set(["cold-start", "few-labels", "good-alone", "files"]);
const FEATURES = linkFeatures("all");

/**
 * `npm run bench -- auto-prior [FILE] [--groups a,b] [--tasks n] [--pages n]`: prints how it ranks links, and the prior
 * as JSON.
 */
export default async function autoPriorBench(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { groups: text, tasks: text, pages: text },
  });
  const [file] = positionals;
  const taught =
    file !== undefined && existsSync(file)
      ? readTaught(file)
      : await teachAll({
          groups: values.groups === undefined ? GROUPS : values.groups.split(",").map(groupOf),
          tasks: Number(values.tasks ?? TASKS),
          pages: Number(values.pages ?? PAGES),
        });
  if (file !== undefined) writeFileSync(file, JSON.stringify(taught));
  const groups = [...new Set(taught.map(({ group }) => group))];
  const rows = groups.map((group) => {
    const prior = priorWithout(taught, group);
    const own = taught.filter((each) => each.group === group);
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
  const prior = learnPrior(taught);
  console.log(
    JSON.stringify(
      Object.fromEntries([...prior].map(([name, w]) => [name, Number(w.toFixed(3))])),
      undefined,
      2,
    ),
  );
}

/** Crawls of so many tasks of each group. */
interface Teaching {
  readonly groups: readonly Group[];
  readonly tasks: number;
  readonly pages: number;
}

async function teachAll({ groups, tasks, pages }: Teaching): Promise<Taught[]> {
  const all: Taught[] = [];
  for (const group of groups) {
    if (SAME.has(group.name)) continue;
    const absent = group.absent();
    if (absent !== undefined) console.log(`${group.name} is left out: ${absent}`);
    if (absent !== undefined) continue;
    for (const task of someTasks(group, tasks)) {
      const links = await linksOf(await task.open(SEED), pages);
      console.error(
        `${group.name} ${task.name}: ${links.length} links, ${links.filter(([, y]) => y === 1).length} to targets`,
      );
      all.push({ group: group.name, links });
    }
  }
  return all;
}

async function linksOf(
  { web, seeds, excluded, targets, needFor }: OpenTask,
  pages: number,
): Promise<Taught["links"]> {
  const context = { seed: SEED, pages };
  const strategy = autoStrategy({
    ...context,
    asksQueries: false,
    settings: { without: [...PARTS] },
    judges: await createJudges(context),
    prior: {},
  });
  const need = await needFor({ name: "auto" });
  const project = await parseProject(
    JSON.stringify({ name: "auto", seeds: { urls: seeds }, budget: { pages }, seed: SEED }),
    "bench",
  );
  const plan = await openPlan(project, recorded(web), { need, foundSeeds: undefined, year: 0 });
  const recordedPages = new Set(web.urls()).difference(excluded);
  const ports = recordedPorts(web, project, strategy);
  await runCrawl(ports, {
    ...plan,
    strategy,
    scope: (link) =>
      recordedPages.has(link.url)
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

function areaOf(prior: WorthByFeature, links: Taught["links"]): number | undefined {
  const scores = Float64Array.from(links, ([names]) =>
    names.reduce((sum, name) => sum + (prior.get(name) ?? 0), 0),
  );
  return rocAuc(scores, (row) => links[row]?.[1] === 1);
}

/** The kinds of features that mean the same on every web. */
const GENERAL: ReadonlySet<string> = new Set(["worth", "relation", "depth", "length"]);

/** Reports whether a feature means the same on every web, so that a prior of it can be learnt. */
function isGeneral(feature: string): boolean {
  return GENERAL.has(feature.slice(0, feature.indexOf(" ")));
}
