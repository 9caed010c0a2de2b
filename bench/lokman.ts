/**
 * Ontology-based crawling on a recorded encyclopedia: lokman, its ablations and the classical baselines
 * on health topics, each crawl of 800 pages from ten seeds. Judges: the editors' category of health;
 * similarity to the topic's own article; and the thesis's page value, by the very concepts that lokman is
 * given, so that the last says how well it gets what it looks for. No strategy sees the first two.
 *
 * `npm run bench -- lokman [TOPICS]`
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCrawl } from "../lib/crawl/run-crawl.ts";
import { targetRecall } from "../lib/domain/measures/harvest-rate.ts";
import { NO_NEED } from "../lib/domain/methods/label-need.ts";
import { termWorth } from "../lib/domain/methods/lokman/lokman-model.ts";
import { LOKMAN_VARIANTS } from "../lib/domain/methods/lokman/options.ts";
import type { ConceptSet } from "../lib/domain/methods/ontology/concept-set.ts";
import type { Need } from "../lib/domain/methods/strategy.ts";
import {
  mean,
  pairedBootstrap,
  ratioOfMeans,
} from "../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../lib/domain/text/table.ts";
import type { Url } from "../lib/domain/web/url/url.ts";
import { parseProject } from "../lib/project/load-project.ts";
import { openPlan } from "../lib/project/plan-crawl.ts";
import { createStrategy } from "../lib/project/strategy-choice.ts";
import { findOntology } from "../lib/run/input/find-ontology.ts";
import { recorded } from "../lib/run/web/open-web.ts";
import { recordedPorts } from "../peers/commands/compare/recorded-ports.ts";
import { parseStrategyOption } from "../peers/commands/parse-strategy-option.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { type Encyclopedia, openEncyclopedia } from "./lokman/encyclopedia.ts";
import {
  ALL,
  type FetchedPage,
  FIRST,
  type Harvest,
  harvestOf,
  type Judge,
} from "./lokman/measure.ts";
import { openMesh } from "./lokman/mesh-xml.ts";
import { chooseTopics, type Topic } from "./lokman/topics.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "lokman and the classical orders on health topics of an encyclopedia",
  takes: "some 14 minutes",
};

/** No strategy of this bench draws lots or plans with its budget. */
const CONTEXT = { seed: 1, pages: ALL };

const SHARED = join(import.meta.dirname, "../../shared");

/** Topics crawled if the command line does not say. */
const TOPICS = 16;

interface NamedStrategy {
  readonly label: string;
  readonly strategy: string;
  /** What it is given: the topic's name, all terms of its near concepts as one text, or the concepts. */
  readonly given: "name" | "terms" | "concepts";
}

const alone = (strategy: string): NamedStrategy => ({ label: strategy, strategy, given: "name" });
const withOntology = (strategy: string): NamedStrategy => {
  return { label: strategy, strategy, given: "concepts" };
};

const STRATEGIES: readonly NamedStrategy[] = [
  ...["breadth-first", "depth-first", "best-first", "fish-search", "shark-search"].map(alone),
  ...["pagerank", "hits"].map(alone),
  ...["lokman:variant=paper", "lokman:variant=paper,merge=increment"].map(withOntology),
  withOntology("lokman:variant=paper,normalise=length"),
  withOntology("lokman"),
  withOntology("lokman:merge=increment"),
  withOntology("lokman:grading=relations"),
  withOntology("lokman:offTopic=drop"),
  withOntology("lokman:normalise=none"),
  withOntology("lokman:channels.around=0"),
  withOntology("lokman:channels.url=0"),
  withOntology("lokman:weights.narrower=0"),
  withOntology("lokman:elements.title=3,elements.headings=1,elements.emphasis=0.5"),
  { label: "lokman without ontology", strategy: "lokman", given: "name" },
  { label: "best-first with the concepts' words", strategy: "best-first", given: "terms" },
];

const BEST_FIRST = "best-first";
const BREADTH_FIRST = "breadth-first";

/** What one strategy did on one topic. */
interface Score {
  readonly own: Harvest;
  readonly health: Harvest;
  readonly topic: Harvest;
  readonly recall: number;
  readonly healthRecall: number;
  readonly fetched: number;
}

export default async function bench([most]: string[]): Promise<void> {
  const folder = join(SHARED, "corpora/wikispeedia");
  if (!existsSync(folder)) {
    console.log(`skipped: no recorded encyclopedia at ${folder}`);
    return;
  }
  const encyclopedia = await openEncyclopedia(folder);
  const concepts = await openMesh(join(SHARED, "ontologies/mesh2021.json.gz"));
  const diseases = await findOntology(join(SHARED, "ontologies/doid-2016-09-01.obo.gz"), ".");
  const topics = await chooseTopics(encyclopedia, { concepts, diseases }, Number(most ?? TOPICS));
  concepts.close();
  diseases.close();
  console.log(`${topics.length} topics: ${topics.map(({ name }) => name).join(", ")}\n`);
  const scores = new Map<string, Score[]>();
  for (const { label, ...named } of STRATEGIES) {
    const startedAt = performance.now();
    const row: Score[] = [];
    for (const topic of topics) row.push(await crawl(encyclopedia, topic, named));
    scores.set(label, row);
    console.error(`${label}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
  encyclopedia.web.close();
  print(scores);
  printTopics(scores, topics);
}

async function crawl(
  { web, health, articles }: Encyclopedia,
  { name, concepts, seeds, distances, about, held }: Topic,
  { strategy: option, given }: Omit<NamedStrategy, "label">,
): Promise<Score> {
  const strategy = await createStrategy(await parseStrategyOption(option), CONTEXT);
  const text = { name: "lokman", seeds: { urls: seeds }, budget: { pages: ALL } };
  const project = await parseProject(JSON.stringify(text), "bench");
  const need: Need = {
    ...NO_NEED,
    topic: given === "terms" ? wordsOf(concepts) : name,
    concepts: given === "concepts" ? concepts : undefined,
  };
  const plan = await openPlan(project, recorded(web), { need, foundSeeds: undefined, year: 0 });
  const ports = recordedPorts(web, project, strategy);
  await runCrawl(ports, { ...plan, strategy });
  const pages: FetchedPage[] = [];
  for await (const { url, page } of ports.records.list()) {
    if (page !== undefined) pages.push({ url, distance: distances.get(url) ?? 0 });
  }
  const isIn = (urls: ReadonlySet<Url>) => pages.filter(({ url }) => urls.has(url)).length;
  const healthy = health.difference(new Set(seeds));
  return {
    own: harvestOf(pages, await ownJudge({ ...need, topic: name, concepts }, articles)),
    health: harvestOf(pages, (url) => health.has(url)),
    topic: harvestOf(pages, (url) => about.has(url)),
    recall: targetRecall(isIn(held), held.size) ?? 0,
    healthRecall: targetRecall(isIn(healthy), healthy.size) ?? 0,
    fetched: pages.length,
  };
}

/** The terms that lokman counts in a page, as one text. */
function wordsOf({ terms }: ConceptSet): string {
  return terms
    .filter((term) => termWorth(term, LOKMAN_VARIANTS.dowser) > 0)
    .map(({ term }) => term)
    .join("; ");
}

const judged = new Map<string, Judge>();

/** The thesis's page value is above 0: the page names a concept of the topic. */
async function ownJudge(need: Need, articles: Encyclopedia["articles"]): Promise<Judge> {
  const known = judged.get(need.topic ?? "");
  if (known !== undefined) return known;
  const paper = await createStrategy(await parseStrategyOption("lokman:variant=paper"), CONTEXT);
  const { assessPage } = paper.compile(paper.train({ visits: [], misses: [] }, need, undefined));
  const context = { depth: 0, priority: 0, group: "", parent: undefined, snippet: undefined };
  const hits = new Set(
    articles.filter(({ view }) => assessPage(view, context).isTarget).map(({ url }) => url),
  );
  const judge: Judge = (url) => hits.has(url);
  judged.set(need.topic ?? "", judge);
  return judge;
}

const JUDGES = ["health", "topic", "own"] as const;

function print(scores: ReadonlyMap<string, readonly Score[]>): void {
  for (const judge of JUDGES) {
    for (const window of ["first", "firstFar"] as const) {
      const other = window === "first" ? "all" : "allFar";
      printScores(
        `harvest rate, ${TITLES[judge]}, ${WINDOWS[window]}`,
        ["rate", `÷ ${BEST_FIRST}`, `÷ ${BREADTH_FIRST}`, "of all fetched", "fetched"],
        scores,
        (row, rival) => [
          mean(row.map((score) => score[judge][window])).toFixed(3),
          ratio(row, rival(BEST_FIRST), (score) => score[judge][window]),
          ratio(row, rival(BREADTH_FIRST), (score) => score[judge][window]),
          mean(row.map((score) => score[judge][other])).toFixed(3),
          mean(row.map(({ fetched }) => fetched)).toFixed(0),
        ],
      );
    }
  }
  const columns = ["about the topic", "health", `÷ ${BEST_FIRST}`, "fetched"];
  const title = `target recall at ${ALL} pages, seeds left out`;
  printScores(title, columns, scores, (row, rival) => [
    mean(row.map(({ recall }) => recall)).toFixed(3),
    mean(row.map(({ healthRecall }) => healthRecall)).toFixed(3),
    ratio(row, rival(BEST_FIRST), ({ recall }) => recall),
    mean(row.map(({ fetched }) => fetched)).toFixed(0),
  ]);
}

/** The default variant beside best-first, topic by topic: hits among the first 100 far pages. */
function printTopics(
  scores: ReadonlyMap<string, readonly Score[]>,
  topics: readonly Topic[],
): void {
  const [ours = [], theirs = []] = [scores.get("lokman"), scores.get(BEST_FIRST)];
  const hits = (score: Score | undefined, judge: (typeof JUDGES)[number]) =>
    ((score?.[judge].firstFar ?? 0) * FIRST).toFixed(0);
  const rows = topics.map((_topic, index) => [
    `topic ${index + 1}`,
    ...JUDGES.map((judge) => `${hits(ours[index], judge)} / ${hits(theirs[index], judge)}`),
  ]);
  const columns = JUDGES.map(figures);
  printTable(
    "hits in the first 100 pages, distance 1 left out: lokman / best-first",
    [{ title: "topic", align: "left" }, ...columns],
    rows,
  );
}

const TITLES = {
  own: "own page value > 0",
  health: "category of health",
  topic: "like the topic's article",
} as const;

const WINDOWS = {
  first: "first 100 pages",
  firstFar: "first 100 pages, distance 1 left out",
} as const;

function printScores(
  title: string,
  titles: readonly string[],
  scores: ReadonlyMap<string, readonly Score[]>,
  cells: (row: readonly Score[], rival: (label: string) => readonly Score[]) => string[],
): void {
  const rival = (label: string) => scores.get(label) ?? [];
  const rows = [...scores].map(([label, row]) => [label, ...cells(row, rival)]);
  printTable(title, [{ title: "strategy", align: "left" }, ...titles.map(figures)], rows);
}

/** Ratio of means over topics with its 95 % interval. */
function ratio(
  row: readonly Score[],
  rival: readonly Score[],
  value: (score: Score) => number,
): string {
  const pairs = row.map((score, index): [number, number] => {
    const other = rival[index];
    return [value(score), other === undefined ? Number.NaN : value(other)];
  });
  const { estimate, low, high } = pairedBootstrap(pairs, ratioOfMeans, 1);
  if (!Number.isFinite(estimate)) return "–";
  return `${estimate.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}
