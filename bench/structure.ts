/**
 * Measures how much a reader must keep in mind: files and lines, what one more page runs through, arrows
 * between folders, files that know a feature, start-up, and imports against the layers.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { figures } from "../lib/domain/text/table.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { measuredCheckout } from "./structure/measured-checkout.ts";
import { oneMorePage } from "./structure/one-more-page.ts";
import { sourceFigures } from "./structure/source-figures.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "files and functions that one more page runs through, start-up, imports against the layers",
  takes: "a minute",
};

const ROOT = join(import.meta.dirname, "..");

/** Starts of each command; the median counts. */
const STARTS = 5;

/** Pages of the crawl whose start-up is measured. */
const PAGES = 5;

/**
 * Measures the checkouts in these folders, whose packages must be installed; this one alone by
 * default.
 */
export default async function bench(args: string[]): Promise<void> {
  const roots = args.length === 0 ? [ROOT] : args.map((root) => resolve(root));
  const measured: (readonly (readonly [string, string])[])[] = [];
  for (const root of roots) measured.push(await measure(root));
  const names = measured[0]?.map(([name]) => name) ?? [];
  const columns = [
    { title: "figure", align: "left" } as const,
    ...roots.map((_, index) => figures(roots.length === 1 ? "value" : `checkout ${index + 1}`)),
  ];
  const rows = names.map((name, row) => [name, ...measured.map((each) => each[row]?.[1] ?? "")]);
  printTable("what a reader must hold, and what a start takes", columns, rows);
}

async function measure(root: string): Promise<[string, string][]> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-structure-"));
  try {
    const checkout = await measuredCheckout(root, folder);
    const page = await oneMorePage(checkout);
    const source = sourceFigures(root);
    for (const pair of source.pairs) console.log(`import each other in ${pair}`);
    return [
      ["files that one more page runs through", String(page.files)],
      ["functions that one more page runs through", String(page.functions)],
      ["files loaded by a crawl", String(page.loaded)],
      ["files in lib", String(source.files)],
      ["lines in lib", String(source.lines)],
      ["of these neither comment, blank nor import", String(source.codeLines)],
      ["median lines of a file", String(source.medianLines)],
      ["lines of the longest file", String(source.longestLines)],
      ["files with one importer", String(source.oneImporter)],
      ["of these beside it and under 60 lines", String(source.smallNeighbours)],
      ["arrows back within a folder of lib", String(source.arrowsBack)],
      ["pairs there that import each other", String(source.mutualPairs)],
      ...Object.entries(source.knowing).map(([feature, known]): [string, string] => [
        `files outside its folder that know ${feature}`,
        `${known.files}${known.ofOthers > 0 ? `, and ${known.ofOthers} with the word for another thing` : ""}`,
      ]),
      ["processor seconds of `label list`", await coldStart(() => checkout.listLabels())],
      ["processor seconds of a crawl of 5 pages", await coldStart(() => checkout.crawl(PAGES))],
      ["imports against the layers", String(importsAgainstLayers(root))],
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the median processor time of some starts, in s, after one that fills caches. */
async function coldStart(start: () => Promise<number>): Promise<string> {
  await start();
  const seconds: number[] = [];
  for (let count = 0; count < STARTS; count++) seconds.push(await start());
  return (seconds.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0).toFixed(2);
}

/** Counts violations of the folder rules of a checkout, by its own rules. */
function importsAgainstLayers(root: string): number {
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/.bin/depcruise"),
      ...[
        "--config",
        ".dependency-cruiser.js",
        "--output-type",
        "json",
        "lib",
        "functions",
        "infra",
      ],
    ],
    { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const cruised: { readonly summary: { readonly violations: readonly unknown[] } } =
    JSON.parse(stdout);
  return cruised.summary.violations.length;
}
