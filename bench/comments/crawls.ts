/**
 * Crawls in layers over many recorded sites as one web, from their home pages: harvest rate by layer,
 * hosts, and what the strategies' pages have in common. Truth: the label files, which no strategy sees.
 */
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import { figures } from "../../lib/domain/text/table.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import { printTable } from "../entry/print-table.ts";
import { type CommentWeb, openCommentWeb } from "./comment-web.ts";
import { crawlLayers, DEPTH, type LayeredCrawl } from "./layered-crawl.ts";
import { plotByLayer, plotFile, plotShares } from "./plots.ts";

const CORPUS = join(import.meta.dirname, "../../../shared/corpora/comments");

/** No strategy of this bench draws lots of its own or plans with its budget. */
const CONTEXT = { seed: 1, pages: Number.POSITIVE_INFINITY };

/** Links of a layer: with fewer a crawl sees but a corner of the web, with more it takes half of it. */
const SIZES = [50, 100, 200];

/** Parts of the web that crawls without options fetch. */
const SHARES = [0.1, 0.25, 0.4];

/** Seeds of chance that the figures of each strategy are means over. */
const SEEDS = [1, 2, 3, 4, 5];

/** The baseline; it knows no comments, and judges no page. */
const BREADTH_FIRST = "breadth-first";

interface NamedStrategy {
  readonly name: string;
  /** With layers of `topN` links. */
  readonly make: (topN: number, web: CommentWeb) => Strategy | Promise<Strategy>;
  /** Whether its choices depend on chance. */
  readonly isRandom: boolean;
}

const named = (name: string, option: string, isRandom: boolean): NamedStrategy => {
  const make = async (topN: number) =>
    createStrategy(await parseStrategyOption(`${option},topN=${topN}`), CONTEXT);
  return { name, make, isRandom };
};

const STRATEGIES: readonly NamedStrategy[] = [
  {
    name: BREADTH_FIRST,
    make: () => createStrategy({ name: BREADTH_FIRST }, CONTEXT),
    isRandom: false,
  },
  named("commd, paper", `commd:variant=paper,depth=${DEPTH}`, true),
  named("opic", `opic:depth=${DEPTH}`, false),
  named("opic-commd", `opic-commd:depth=${DEPTH}`, false),
  named("commd", `commd:depth=${DEPTH}`, true),
  { name: "(knows the truth)", make: oracleStrategy, isRandom: true },
];

/** Prints the tables and writes the plots to `folder`; a new one where none is named. */
export async function crawls(folder: string | undefined): Promise<void> {
  if (!existsSync(CORPUS)) {
    console.log(`skipped: no recorded sites at ${CORPUS}`);
    return;
  }
  const plots = folder ?? mkdtempSync(join(tmpdir(), "dowser-plots-"));
  mkdirSync(plots, { recursive: true });
  const web = await openCommentWeb(CORPUS);
  printWeb(web);
  await crawlShares(web);
  for (const topN of SIZES) await crawlAll(web, topN, plots);
  web.web.close();
  console.log(`\nplots: ${plots}`);
}

function printWeb({ web, withComments, unsure, seeds }: CommentWeb): void {
  const sure = web.size - unsure.size;
  const share = (withComments.size / sure).toFixed(3);
  console.log(
    `${web.size} pages, ${withComments.size} of ${sure} with comments: the web's own share is ${share}.
${seeds.length} home pages are the seeds. No link leads from one site to another, so that no page is
external: all hosts are those of the seeds. Links to pages that were not recorded are left out.`,
  );
}

/** Prints how many comment pages are found without options, beside the most that the web allows. */
async function crawlShares(web: CommentWeb): Promise<void> {
  const rows: string[][] = [];
  for (const share of SHARES) {
    const pages = Math.round(share * web.web.size);
    const found = async (name: string, seeds: readonly number[]) => {
      const runs: number[] = [];
      for (const seed of seeds) {
        const strategy = await createStrategy({ name }, { seed, pages });
        const { layers } = await crawlLayers(web, strategy, { topN: pages, seed, pages });
        runs.push(sum(layers.map(({ targets }) => targets)));
      }
      return mean(runs);
    };
    const [rival, focused] = [await found(BREADTH_FIRST, [1]), await found("commd", SEEDS)];
    const most = Math.min(pages, web.withComments.size);
    const ratios = [focused / rival, most / rival].map((ratio) => ratio.toFixed(1));
    rows.push([share.toFixed(2), String(pages), String(rival), focused.toFixed(0), ...ratios]);
    process.stderr.write(`${share} of the web: done\n`);
  }
  printTable(
    "comment pages found by commd without options, and by breadth-first",
    ["share of the web", "pages", "b-f", "commd", "÷ b-f", "most possible ÷ b-f"].map(figures),
    rows,
  );
}

async function crawlAll(web: CommentWeb, topN: number, plots: string): Promise<void> {
  const results = new Map<string, readonly LayeredCrawl[]>();
  for (const { name, make, isRandom } of STRATEGIES) {
    const runs: LayeredCrawl[] = [];
    for (const seed of isRandom ? SEEDS : SEEDS.slice(0, 1)) {
      runs.push(await crawlLayers(web, await make(topN, web), { topN, seed }));
    }
    results.set(name, runs);
    process.stderr.write(`layers of ${topN}: ${name} done\n`);
  }
  printRates(topN, results);
  printOverlaps(topN, results);
  draw(results, topN, plots);
}

type Results = ReadonlyMap<string, readonly LayeredCrawl[]>;

function printRates(topN: number, results: Results): void {
  const layers = Array.from({ length: DEPTH }, (_, layer) => layer + 1);
  const rival = results.get(BREADTH_FIRST) ?? [];
  printTable(
    `harvest rate by layer, ${DEPTH} layers of ${topN} links, and of all of them`,
    [
      { title: "strategy", align: "left" },
      ...[...layers.map(String), "÷ b-f", "all", "÷ b-f", "judged right"].map(figures),
    ],
    [...results].map(([name, runs]) => [
      name,
      ...layers.map((layer) => rateOf(runs, layer).toFixed(2)),
      (rateOf(runs, DEPTH) / rateOf(rival, DEPTH)).toFixed(1),
      rateOf(runs).toFixed(3),
      (rateOf(runs) / rateOf(rival)).toFixed(1),
      name === BREADTH_FIRST ? "–" : judgedRight(runs).toFixed(3),
    ]),
  );
}

function printOverlaps(topN: number, results: Results): void {
  const names = [...results.keys()];
  const firsts = [...results.values()].flatMap((runs) => runs.slice(0, 1));
  printTable(
    `layers of ${topN}: hosts with comments found, and the share of a row's pages that a column has, too`,
    [{ title: "strategy", align: "left" }, ...["hosts", ...names].map(figures)],
    firsts.map((crawl, row) => [
      names[row] ?? "",
      String(crawl.hosts.size),
      ...firsts.map((other) => shareOf(crawl.pages, other.pages).toFixed(2)),
    ]),
  );
}

function draw(results: Results, topN: number, plots: string): void {
  const names = [...results.keys()];
  const firsts = [...results.values()].flatMap((runs) => runs.slice(0, 1));
  const share = (part: "pages" | "hosts") => (row: number, column: number) => {
    const [one, other] = [firsts[row], firsts[column]];
    return one === undefined || other === undefined
      ? 0
      : shareOf<Url | string>(one[part], other[part]);
  };
  plotByLayer(
    plotFile(plots, "harvest", topN),
    `Harvest rate by layer, ${topN} links a layer`,
    [...results].map(([name, runs]) => ({
      name,
      values: Array.from({ length: DEPTH + 1 }, (_, layer) => rateOf(runs, layer)),
    })),
  );
  for (const part of ["pages", "hosts"] as const) {
    plotShares(
      plotFile(plots, `overlap-${part}`, topN),
      `Share of a row's ${part} that a column has, too`,
      names,
      share(part),
    );
  }
}

/** Mean harvest rate of runs, of one layer or of all after the seeds; 0 where none was begun. */
function rateOf(runs: readonly LayeredCrawl[], layer?: number): number {
  return mean(
    runs.map(({ layers }) => {
      const chosen = layer === undefined ? layers.slice(1) : layers.slice(layer, layer + 1);
      const pages = sum(chosen.map((each) => each.pages));
      return pages === 0 ? 0 : sum(chosen.map(({ targets }) => targets)) / pages;
    }),
  );
}

/** Share of the pages fetched that the indicator judged as the truth does. */
function judgedRight(runs: readonly LayeredCrawl[]): number {
  const pages = sum(runs.flatMap(({ layers }) => layers.map((layer) => layer.pages)));
  return sum(runs.map((run) => run.judgedRight)) / pages;
}

function shareOf<Item>(items: ReadonlySet<Item>, others: ReadonlySet<Item>): number {
  return items.size === 0 ? 0 : items.intersection(others).size / items.size;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

/** What the web allows at most to who looks no further than the links in sight: it knows each one's page. */
function oracleStrategy(topN: number, { withComments }: CommentWeb): Strategy {
  const score = (url: Url) => ({ priority: withComments.has(url) ? 1 : 0, why: "the truth" });
  return {
    name: "all-knowing",
    selection: { kind: "layered", topN, depth: DEPTH, ties: "random" },
    merge: "greater",
    train: () => null,
    compile: () => ({
      assessPage: ({ url }) => {
        const isTarget = withComments.has(url);
        return { utility: isTarget ? 1 : 0, isTarget, type: undefined, why: "the truth" };
      },
      scoreLinks: ({ anchors }) =>
        anchors.map(({ url }) => ({ url, group: "", snippet: undefined, ...score(url) })),
    }),
    isStale: () => false,
  };
}
