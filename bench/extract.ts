import { existsSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type CheerioAPI, load } from "cheerio/slim";
import { buildSync } from "esbuild";
import { listWarcFiles } from "../lib/adapters/warc/scan-warc.ts";
import { compileFields } from "../lib/domain/page/extract-fields.ts";
import { figures } from "../lib/domain/text/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { firstPages } from "./known-web/corpus-pages.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "cost of a user's selectors, by css-select and by cheerio/slim",
  takes: "1 minute",
};

const ROOT = join(import.meta.dirname, "..");
const CORPUS = join(ROOT, "../shared/corpora/forums");

/** Pages taken of each recorded site, if the command line does not say how many. */
const PAGES_A_SITE = 20;

const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;

/** Rules as users write them: texts, attributes, places and lists. */
const RULES: Readonly<Record<string, string>> = {
  title: "h1",
  links: "a[href]@href",
  published: "time@datetime",
  author: ".author, [rel=author]",
  image: "meta[property='og:image']@content",
  posts: "article p, .post p, .message p",
  cells: "table tr > td:first-child",
};

/** One way to read the fields of a page; the number that it returns keeps the work from being optimised away. */
type Way = (html: string) => number;

const fieldsOf = compileFields(RULES);

const WAYS: Readonly<Record<string, Way>> = {
  "css-select, as extract reads": (html) => Object.values(fieldsOf(html)).flat().length,
  "cheerio/slim": (html) => cheerioFields(load(html)),
};

/** What each way adds to a bundle, and the source that loads it. */
const SOURCES: Readonly<Record<string, string>> = {
  "css-select, as extract reads":
    'export { compile, selectAll } from "css-select"; export { DomHandler } from "domhandler"; export * from "domutils"; export { Parser } from "htmlparser2";',
  "cheerio/slim": 'export { load } from "cheerio/slim";',
};

/** `npm run bench -- extract [pages=NUMBER] [rounds=NUMBER] [FILE...]`: processor time, bytes allocated and size of both ways. */
export default async function extract(args: string[]): Promise<void> {
  const valueOf = (name: string) =>
    args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
  const named = args.filter((arg) => !/^(?:pages|rounds)=/.test(arg));
  const files = named.length > 0 ? named : [CORPUS];
  if (!files.every((file) => existsSync(file)))
    return console.log(`extract: skipped, no recorded pages at ${files.join(", ")}`);
  const most = Number(valueOf("pages") ?? PAGES_A_SITE);
  const pages: string[] = [];
  for await (const { html } of firstPages(listWarcFiles(files), most)) pages.push(html);
  const times = timesOf(pages, Number(valueOf("rounds") ?? ROUNDS));
  const [base = []] = Object.values(times);
  const characters = pages.reduce((sum, { length }) => sum + length, 0);
  printTable(
    `${Object.keys(RULES).length} rules on ${pages.length} recorded pages, ${(characters / 1e6).toFixed(1)} M characters; medians of processor time`,
    [
      { title: "way", align: "left" },
      ...["ms a page", "of the first", "KB allocated a page", "KB of a bundle"].map(figures),
    ],
    Object.entries(WAYS).map(([name, way]) => {
      const own = times[name] ?? [];
      const ratios = own.map((time, round) => time / (base[round] ?? Number.NaN));
      return [
        name,
        (median(own) / pages.length).toFixed(3),
        median(ratios).toFixed(2),
        (allocated(pages, way) / 1e3 / pages.length).toFixed(0),
        (bundled(SOURCES[name] ?? "") / 1e3).toFixed(0),
      ];
    }),
  );
}

/** Runs all ways in each round, so that what else the machine does is shared, and returns the processor times in ms. */
function timesOf(pages: readonly string[], rounds: number): Record<string, number[]> {
  const times: Record<string, number[]> = {};
  let sink = 0;
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++)
    for (const [name, way] of Object.entries(WAYS)) {
      const started = process.cpuUsage();
      for (const html of pages) sink += way(html);
      const { user, system } = process.cpuUsage(started);
      if (round >= 0) (times[name] ??= []).push((user + system) / 1e3);
    }
  if (sink === 0) throw new Error("no field was read");
  return times;
}

/** Returns the bytes of the heap that reading allocates: nothing is collected between the two looks at a page. */
function allocated(pages: readonly string[], way: Way): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") return Number.NaN;
  let bytes = 0;
  for (const html of pages) {
    collect();
    const before = process.memoryUsage().heapUsed;
    way(html);
    bytes += process.memoryUsage().heapUsed - before;
  }
  return bytes;
}

/** Returns the bytes that a source adds to a bundle as functions have it. */
function bundled(contents: string): number {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    minify: true,
    write: false,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
  });
  return outputFiles.reduce((sum, file) => sum + file.contents.length, 0);
}

/** What a user of cheerio would write for the same rules. */
function cheerioFields($: CheerioAPI): number {
  let count = 0;
  for (const rule of Object.values(RULES)) {
    const [, selector = rule, attribute] = /^(.+)@([\w-]+)$/.exec(rule) ?? [];
    $(selector).each((_, element) => {
      const value = attribute === undefined ? $(element).text() : $(element).attr(attribute);
      if ((value ?? "").replaceAll(/\s+/g, " ").trim() !== "") count += 1;
    });
  }
  return count;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
