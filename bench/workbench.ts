/**
 * The page of `dowser ui` in a real browser on a run of many pages: the time to its first view, to the
 * next page when a verdict is given, and to a sheet of the table. Then what a crawl costs that is watched, and how
 * somebody comes from a question to a corpus, with the truth beside what is stated.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../lib/adapters/web/render/chromium-renderer.ts";
import { openUi } from "../lib/cli/ui.ts";
import { figures } from "../lib/domain/text/table.ts";
import { bundleWeb } from "../web/bundle.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { openGeneratedCrawl } from "./memory/generated-crawl.ts";
import { timeStory } from "./workbench/time-story.ts";
import { timeViews } from "./workbench/time-views.ts";
import { watchedCost } from "./workbench/watched-cost.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "the page of dowser ui: times to its views, its cost, and from a question to a corpus",
  takes: "some 6 minutes",
};

const PROGRAM = findBrowser();

/** Times that a median is taken of. */
const TIMES = 20;

/**
 * `npm run bench -- workbench [PAGES | story] [FOLDER with runs/bench] [times=NUMBER]`: all of it, the story alone, or
 * the views alone, each so many times.
 */
export default async function workbenchBench(args: string[]): Promise<void> {
  const [pages = "100000", given] = args.filter((arg) => !arg.includes("="));
  if (pages === "story") return printStory();
  const times = args.find((arg) => arg.startsWith("times="))?.slice("times=".length);
  if (PROGRAM === undefined) return console.log("skipped: there is no Chromium");
  const folder = given ?? mkdtempSync(join(tmpdir(), "dowser-bench-"));
  try {
    if (given === undefined) await generate(folder, Number(pages));
    if (times !== undefined) return await printViews(folder, Number(times));
    await printSizes();
    await printViews(folder, TIMES);
    await printCost();
    await printStory();
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true });
  }
}

async function generate(folder: string, pages: number): Promise<void> {
  const directory = join(folder, "runs/bench");
  mkdirSync(directory, { recursive: true });
  const generated = await openGeneratedCrawl(directory, pages, () => {});
  await generated.crawl();
  await generated.close();
}

async function printSizes(): Promise<void> {
  const { script, style } = await bundleWeb();
  const kb = (bytes: Uint8Array) => (bytes.length / 1_000).toFixed(1);
  const row = (name: string, bytes: Uint8Array) => [name, kb(bytes), kb(gzipSync(bytes))];
  printTable(
    "size",
    [{ title: "file", align: "left" }, ...["kB", "kB compressed"].map(figures)],
    [row("script", script), row("style", style)],
  );
}

async function printViews(folder: string, times: number): Promise<void> {
  const browser = await launch();
  const ui = await openUi(folder, { host: "127.0.0.1", port: 0, web: [] });
  try {
    const rows = await timeViews(browser, ui.url, times);
    printTable(
      "views",
      [{ title: "ms to", align: "left" }, figures("first"), figures(`median of ${times}`)],
      rows,
    );
  } finally {
    await browser.close();
    await ui.close();
  }
}

function launch(): Promise<Browser> {
  const args = ["--headless", "--no-sandbox", "--disable-gpu"];
  return chromium.launch({ ...(PROGRAM && { executablePath: PROGRAM }), args });
}

async function printStory(): Promise<void> {
  const browser = await launch();
  try {
    const told = await timeStory(browser);
    if (typeof told === "string") console.log(`the story is left out: ${told}`);
    else printTable("story", [{ title: "what", align: "left" }, figures("how much")], told);
  } finally {
    await browser.close();
  }
}

async function printCost(): Promise<void> {
  const { crawlMs, watchMs, seconds } = await watchedCost();
  printTable(
    "watched",
    ["s of crawling", "CPU ms of the crawl", "CPU ms of dowser ui", "share"].map(figures),
    [
      [
        seconds.toFixed(1),
        crawlMs.toFixed(0),
        watchMs.toFixed(0),
        `${((100 * watchMs) / crawlMs).toFixed(1)} %`,
      ],
    ],
  );
}
