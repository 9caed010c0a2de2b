import type { PageStructure } from "../../page/page-structure.ts";

/** Fewest pages of a vertex, as a share of the sample, and as a number. */
const LEAST_SHARE = 0.01;
const LEAST_PAGES = 2;

/** Least mean text of a vertex's pages, as a share of the sample's mean. */
const LEAST_TEXT = 0.2;

/** Least share of a vertex's pages that differ from one another. */
const LEAST_DISTINCT = 0.5;

/**
 * Compiles the filter of informative vertices. Cai et al. 2008 keep those with many pages, much
 * text and few duplicates. Their formula is not known to us, so each of the three has a least value
 * here. Text is measured by the number of its runs. Duplicates have the same paths and the same
 * links.
 */
export function informativeness(
  sample: readonly PageStructure[],
): (pages: readonly PageStructure[]) => boolean {
  const leastPages = Math.max(LEAST_PAGES, LEAST_SHARE * sample.length);
  const leastText = LEAST_TEXT * meanText(sample);
  return (pages) =>
    pages.length >= leastPages &&
    meanText(pages) >= leastText &&
    new Set(pages.map(signature)).size >= LEAST_DISTINCT * pages.length;
}

function meanText(pages: readonly PageStructure[]): number {
  const all = pages.reduce((sum, { paths }) => sum + textRuns(paths), 0);
  return pages.length === 0 ? 0 : all / pages.length;
}

function textRuns(paths: PageStructure["paths"]): number {
  let runs = 0;
  for (const [path, count] of Object.entries(paths)) if (path.endsWith("/text()")) runs += count;
  return runs;
}

function signature({ paths, links }: PageStructure): string {
  return JSON.stringify([paths, links]);
}
