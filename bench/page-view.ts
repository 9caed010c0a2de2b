import { existsSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { load as loadWithParse5 } from "cheerio";
import { type CheerioAPI, load } from "cheerio/slim";
import { Parser } from "htmlparser2";
import { listWarcFiles } from "../lib/adapters/warc/scan-warc.ts";
import { decodeBody } from "../lib/domain/page/decode-body.ts";
import type { Anchor, PageView } from "../lib/domain/page/page-view.ts";
import { parsePage } from "../lib/domain/page/parse-page.ts";
import { settledView } from "../lib/domain/page/view-parts.ts";
import { figures } from "../lib/domain/text/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { type FilePage, firstPages, LARGEST_BODY } from "./known-web/corpus-pages.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "speed and memory of reading pages, beside cheerio",
  takes: "1 minute",
};

const CORPUS = join(import.meta.dirname, "../../shared/corpora/forums");

/** Pages taken of each recorded site for the speed figures, and for the memory figures. */
const PAGES_A_SITE = 120;
const MEMORY_PAGES = 5_000;

/** Rounds in which every way runs once, if the command line does not say how many; medians of times and of ratios count. */
const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;

const LIMITS = { maxLength: LARGEST_BODY, overTime: (): boolean => false };

/** One way to read a page; the number it returns keeps the work from being optimised away. */
type Way = (page: FilePage) => number;

const WAYS: Readonly<Record<string, Way>> = {
  "htmlparser2, empty handlers": (page) => emptyPass(page.html),
  "dowser, title, links, text": (page) => linksAndText(parsePage(page, LIMITS)),
  "dowser, all of the view": (page) => settledView(parsePage(page, LIMITS)).rows.length + 1,
  "dowser, decoding, all of the view": ({ url, body, charset }) =>
    settledView(parsePage({ url, html: decodeBody(body, charset).text }, LIMITS)).rows.length + 1,
  "cheerio/slim, title, links, text": ({ url, html }) => extract(load(html), url),
  "cheerio, title, links, text": ({ url, html }) => extract(loadWithParse5(html), url),
};

/**
 * `npm run bench -- page-view [pages=NUMBER] [rounds=NUMBER] [FILE...]`: speed of the page view beside cheerio's and an
 * empty pass, and its memory. `pages` are read of each site, for both.
 */
export default async function pageView(args: string[]): Promise<void> {
  const valueOf = (name: string) =>
    args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
  const most = valueOf("pages");
  const named = args.filter((arg) => !/^(?:pages|rounds)=/.test(arg));
  const files = named.length > 0 ? named : [CORPUS];
  if (!files.every((file) => existsSync(file))) {
    return console.log(`page-view: skipped, no recorded pages at ${files.join(", ")}`);
  }
  const warcs = listWarcFiles(files);
  // First, so that the peak is that of reading one page after another.
  const forMemory = Number(most ?? Math.ceil(MEMORY_PAGES / warcs.length));
  await measureMemory(() => firstPages(warcs, forMemory));
  const pages: FilePage[] = [];
  for await (const page of firstPages(warcs, Number(most ?? PAGES_A_SITE))) pages.push(page);
  measureSpeed(pages, Number(valueOf("rounds") ?? ROUNDS));
}

function measureSpeed(pages: readonly FilePage[], rounds: number): void {
  const bytes = pages.reduce((sum, { body }) => sum + body.length, 0);
  const timesMs = new Map<string, number[]>(Object.keys(WAYS).map((name) => [name, []]));
  let sink = 0;
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [name, way] of Object.entries(WAYS)) {
      const started = processorMs();
      for (const page of pages) sink += way(page);
      if (round >= 0) timesMs.get(name)?.push(processorMs() - started);
    }
  }
  const [base = []] = timesMs.values();
  printTable(
    `page view of ${pages.length} recorded pages, ${(bytes / 1e6).toFixed(1)} MB; processor time, medians of ${rounds} rounds`,
    [{ title: "way", align: "left" }, ...["ms a page", "MB/s", "of the empty pass"].map(figures)],
    [...timesMs].map(([way, times]) => {
      const ms = median(times);
      const megabytes = (bytes / 1e3 / ms).toFixed(1);
      const ratios = times.map((time, round) => (base[round] ?? Number.NaN) / time);
      return [way, (ms / pages.length).toFixed(3), megabytes, median(ratios).toFixed(2)];
    }),
  );
  if (sink === 0) throw new Error("no page was read");
}

/** Processor time of this process so far, of user and system, in ms: other processes do not add to it. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** Heap after garbage collection while pages come and go, with nothing kept, then with all link texts kept. */
async function measureMemory(read: () => AsyncIterable<FilePage>): Promise<void> {
  const collect = garbageCollector();
  const kept: Pick<Anchor, "text" | "before" | "after">[] = [];
  for (const keep of [false, true]) {
    const heapMB: number[] = [];
    let count = 0;
    collect();
    const before = process.memoryUsage().heapUsed;
    for await (const { url, html } of read()) {
      const { anchors } = parsePage({ url, html }, LIMITS);
      if (keep) kept.push(...anchors.map(({ text, before, after }) => ({ text, before, after })));
      count += 1;
      if (count % 1000 > 0) continue;
      collect();
      heapMB.push(Number(((process.memoryUsage().heapUsed - before) / 1e6).toFixed(1)));
    }
    const peakMB = process.resourceUsage().maxRSS / 1e3;
    const what = keep ? `texts of ${kept.length} links kept` : "nothing kept";
    console.log(
      `${count} pages, ${what}: heap after every 1,000, MB more: ${heapMB.join(" ")}; peak resident set ${peakMB.toFixed(0)} MB`,
    );
  }
  const letters = kept.reduce(
    (sum, { text, before, after }) => sum + text.length + before.length + after.length,
    0,
  );
  console.log(`kept texts: ${(letters / 1e6).toFixed(1)} M units`);
}

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return () => {
    if (typeof collect === "function") collect();
  };
}

function emptyPass(html: string): number {
  let count = 0;
  const handler = {
    onopentag: (): void => void count++,
    ontext: (): void => void count++,
    onclosetag: (): void => void count++,
  };
  new Parser(handler).end(html);
  return count;
}

/** Reads what the ways of cheerio read. */
function linksAndText({ title, headings, anchors, text }: PageView): number {
  let length = title.length + headings.length + text.length;
  for (const anchor of anchors) length += anchor.url.length + anchor.text.length;
  return length;
}

/** What an engineer would write with cheerio for a part of what the page view holds. */
function extract($: CheerioAPI, base: string): number {
  const title = $("title").first().text();
  const headings = $("h1,h2,h3,h4,h5,h6")
    .toArray()
    .map((heading) => $(heading).text());
  const links = $("a[href]")
    .toArray()
    .map((link) => ({
      url: URL.parse($(link).attr("href") ?? "", base)?.href,
      text: $(link).text().trim(),
    }));
  $("script,style,noscript").remove();
  return title.length + headings.length + links.length + $("body").text().length;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
