/**
 * Measures how much a reader must keep in mind: files, what one more page runs through, start-up,
 * and imports against the layers.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { generateDemoWeb } from "../demo/generate-demo-web.ts";
import { recordDemoWeb } from "../demo/record-demo-web.ts";
import type { FetchedPage } from "../lib/domain/fetch/fetch-outcome.ts";
import { figures } from "../lib/domain/text/table.ts";
import { canonicalUrl } from "../lib/domain/url/canonical-url.ts";
import { writeWarcFile } from "../lib/warc/write-warc-file.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { type MeasuredCheckout, measuredCheckout } from "./structure/measured-checkout.ts";
import { oneMorePage } from "./structure/one-more-page.ts";
import { sourceFigures } from "./structure/source-files.ts";

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
    const recording = await recordDemo(folder);
    const checkout = measuredCheckout(root, folder, recording);
    const page = await oneMorePage(checkout);
    const source = sourceFigures(root);
    return [
      ["files that one more page runs through", String(page.files)],
      ["functions that one more page runs through", String(page.functions)],
      ["files loaded by a crawl", String(page.loaded)],
      ["files in lib", String(source.libFiles)],
      ["lines in lib", String(source.libLines)],
      ["median lines of a file", String(source.medianLines)],
      ["lines of the longest file", String(source.longestLines)],
      ["files with one importer", String(source.oneImporter)],
      ["of these beside it and under 60 lines", String(source.smallNeighbours)],
      ["processor seconds of `label list`", await coldStart(() => checkout.listLabels())],
      ["processor seconds of a crawl of 5 pages", await coldStart(() => crawlFew(checkout))],
      ["imports against the layers", String(importsAgainstLayers(root))],
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function crawlFew(checkout: MeasuredCheckout): Promise<number> {
  return checkout.crawl(PAGES);
}

async function recordDemo(folder: string) {
  const warc = join(folder, "demo.warc.gz");
  const recorded = [...recordDemoWeb(generateDemoWeb(1))].filter(({ headers }) =>
    headers.every(([name]) => name !== "content-encoding"),
  );
  const pages = recorded.flatMap(({ url, status, headers, body }) => {
    const parsed = canonicalUrl(url);
    if (!parsed.ok) return [];
    const page: FetchedPage = {
      ...{ kind: "page", url: parsed.url, status, headers, body: Buffer.from(body) },
      ...{ mediaType: "text/html", charset: undefined, truncated: false },
    };
    return [{ page, fetchedAt: Date.UTC(2026, 0, 1) }];
  });
  await writeWarcFile(warc, pages, { software: "bench" });
  return { warc, seed: pages[0]?.page.url ?? "" };
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
