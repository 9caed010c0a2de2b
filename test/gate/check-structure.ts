/**
 * `npm run check:structure`: what a reader must hold in mind stays within the bounds of docs/decisions/structure.md.
 * `npm run bounds` (`--lower`) lowers those that are higher than today's figures.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuredCheckout } from "../../bench/structure/measured-checkout.ts";
import { oneMorePage } from "../../bench/structure/one-more-page.ts";
import { sourceFigures } from "../../bench/structure/source-figures.ts";
import { type Figure, judgeFigures, lowerBounds } from "./structure-bounds.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs/decisions/structure.md");

const figures = await measure();
if (process.argv.includes("--lower")) {
  writeFileSync(PAGE, lowerBounds(readFileSync(PAGE, "utf8"), figures));
}
const { faults, advice } = judgeFigures(readFileSync(PAGE, "utf8"), figures);
for (const line of advice) console.log(line);
for (const line of faults) console.error(line);
if (faults.length > 0) process.exitCode = 1;

async function measure(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-structure-"));
  try {
    const page = await oneMorePage(await measuredCheckout(ROOT, folder));
    const { files, lines, codeLines, arrowsBack, mutualPairs } = sourceFigures(ROOT);
    return [
      { name: "files that one more page runs through", value: page.files, step: 1 },
      { name: "functions that one more page runs through", value: page.functions, step: 1 },
      { name: "arrows back", value: arrowsBack, step: 1 },
      { name: "mutual pairs", value: mutualPairs, step: 1 },
      { name: "files of lib", value: files, step: 5 },
      { name: "lines of lib", value: lines, step: 500 },
      { name: "lines of code of lib", value: codeLines, step: 500 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
