/**
 * The public benchmark: Dowser and crawlers of other projects on the same generated webs, one of each kind, with truth,
 * awkward answers and copies. docs/benchmark.md says what is measured and how.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mean } from "../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../lib/domain/text/table.ts";
import { measuredRun } from "./crawl/measured-run.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { CRAWLERS, type Crawler, exportedUrls } from "./public/crawlers.ts";
import { buildRecorded } from "./public/recipes/build-recorded.ts";
import { dollarsPerThousand, type Figures, score, withSpread } from "./public/score.ts";
import { serveWeb } from "./public/serve-web.ts";
import { KIND_NAMES, type KindName, webOf } from "./public/webs.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "distinct relevant content, F1 of the export, processor time and cost, beside other projects",
  takes: "thirty minutes",
};

const PAGES = "100";
const SEEDS = "1,2,3";

/** What is crawled by whom. */
interface Asked {
  readonly kind: KindName;
  readonly seed: number;
  readonly pages: number;
  readonly crawler: string;
}

/** A crawl of a web by a crawler. */
interface Row extends Asked {
  readonly figures: Figures;
}

/** `npm run bench -- public [--kinds A,B] [--crawlers A,B] [--pages N] [--seeds 1,2] [--results FILE]`, or `recipe NAME CLONE OUT` */
export default async function publicBench(args: string[]): Promise<void> {
  if (args[0] === "recipe") return buildRecorded(args.slice(1));
  const { values } = parseArgs({
    args,
    options: {
      kinds: { type: "string", default: KIND_NAMES.join(",") },
      crawlers: { type: "string", default: CRAWLERS.map(({ name }) => name).join(",") },
      pages: { type: "string", default: PAGES },
      seeds: { type: "string", default: SEEDS },
      results: { type: "string" },
    },
  });
  const kinds = chosen(values.kinds, KIND_NAMES, (name) => name);
  const crawlers = present(chosen(values.crawlers, CRAWLERS, ({ name }) => name));
  const kept = values.results === undefined ? [] : keptRows(values.results);
  const pages = Number(values.pages);
  const rows: Row[] = [];
  for (const kind of kinds)
    for (const seed of values.seeds.split(",").map(Number))
      for (const crawler of crawlers) {
        const asked = { kind, seed, pages, crawler: crawler.name };
        const row = kept.find((one) => isOf(one, asked)) ?? {
          ...asked,
          figures: await crawlOnce(asked, crawler),
        };
        rows.push(row);
        if (values.results !== undefined && !kept.includes(row))
          appendFileSync(values.results, `${JSON.stringify(row)}\n`);
      }
  printBoard(rows, pages);
  printKinds(rows, kinds);
}

function chosen<Item>(list: string, all: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return list.split(",").map((name) => {
    const found = all.find((item) => nameOf(item) === name);
    if (found !== undefined) return found;
    throw new Error(`no ${JSON.stringify(name)}; there are: ${all.map(nameOf).join(", ")}`);
  });
}

/** Leaves out, with the reason, who cannot take part. */
function present(crawlers: readonly Crawler[]): readonly Crawler[] {
  return crawlers.filter(({ name, missing }) => {
    const reason = missing();
    if (reason !== undefined) console.log(`${name} does not take part: ${reason}`);
    return reason === undefined;
  });
}

/** Reads the crawls that a file of results has: they are not made again. */
function keptRows(file: string): readonly Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line): Row => JSON.parse(line));
}

function isOf(row: Row, { kind, seed, pages, crawler }: Asked): boolean {
  return row.kind === kind && row.seed === seed && row.pages === pages && row.crawler === crawler;
}

async function crawlOnce({ kind, seed, pages }: Asked, { commands }: Crawler): Promise<Figures> {
  const web = webOf(kind, seed);
  const served = await serveWeb(web);
  const folder = mkdtempSync(join(tmpdir(), "dowser-public-"));
  try {
    let cpuSeconds = 0;
    for (const command of commands({ web, seed: served.seed, pages, folder }))
      cpuSeconds += (await measuredRun(command)).cpuSeconds;
    const exported = exportedUrls(folder).flatMap((url) => served.original(url) ?? []);
    return score(web, pages, { requests: served.requests, exported, cpuSeconds });
  } finally {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const NAMED = { title: "crawler", align: "left" } as const;
const columnsOf = (...titles: readonly string[]) => titles.map((title) => figures(title));

/** Prints the leaderboard: who finds the largest share of distinct relevant content comes first. */
function printBoard(rows: readonly Row[], pages: number): void {
  const board = [...Map.groupBy(rows, ({ crawler }) => crawler)]
    .map(([name, own]) => {
      const seeds = [...Map.groupBy(own, ({ seed }) => seed).values()];
      return { name, all: own.map(figuresOf), bySeed: seeds.map((each) => each.map(figuresOf)) };
    })
    .toSorted((one, other) => shareOf(other.all) - shareOf(one.all));
  const cells = board.map(({ name, all, bySeed }) => {
    const [found, cpuSeconds] = [sumOf(all, "found"), sumOf(all, "cpuSeconds")];
    const average = (key: keyof Figures) => withSpread(bySeed.map((own) => meanOf(own, key)));
    const ofASeed = (key: keyof Figures) => sumOf(all, key) / bySeed.length;
    return [
      name,
      String(bySeed.length),
      `${found} of ${sumOf(all, "possible")}`,
      withSpread(bySeed.map(shareOf)),
      average("order"),
      average("f1"),
      meanOf(all, "precision").toFixed(3),
      meanOf(all, "recall").toFixed(3),
      ofASeed("requests").toFixed(0),
      (ofASeed("bytes") / 1e6).toFixed(1),
      ofASeed("cpuSeconds").toFixed(1),
      found === 0 ? "–" : dollarsPerThousand({ found, cpuSeconds }).toFixed(4),
    ];
  });
  const titles = ["seeds", "distinct relevant", "share", "order", "F1 of the export"];
  const costs = ["precision", "recall", "requests", "MB", "processor, s", "$ per 1,000"];
  const columns = [NAMED, ...columnsOf(...titles, ...costs)];
  const title = `Leaderboard, ${pages} pages of each web; lowest and highest of the seeds; costs are of one seed`;
  printTable(title, columns, cells);
}

function figuresOf(row: Row): Figures {
  return row.figures;
}

function sumOf(all: readonly Figures[], key: keyof Figures): number {
  return all.reduce((sum, each) => sum + each[key], 0);
}

function meanOf(all: readonly Figures[], key: keyof Figures): number {
  return mean(all.map((each) => each[key]));
}

function shareOf(all: readonly Figures[]): number {
  return sumOf(all, "found") / sumOf(all, "possible");
}

/** Prints what each crawler found on each kind, and the F1 of its export. */
function printKinds(rows: readonly Row[], kinds: readonly KindName[]): void {
  const cells = [...Map.groupBy(rows, ({ crawler }) => crawler)].map(([name, own]) => [
    name,
    ...kinds.map((kind) => {
      const all = own.filter((row) => row.kind === kind).map(figuresOf);
      return `${shareOf(all).toFixed(2)} · ${meanOf(all, "f1").toFixed(2)}`;
    }),
  ]);
  const title =
    "Share of the distinct relevant content that the budget allows to find · F1 of the export, by kind";
  printTable(title, [NAMED, ...columnsOf(...kinds)], cells);
}
