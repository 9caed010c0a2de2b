/**
 * Comment detectors on recorded sites with labels, every list learned from the other sites; then crawls
 * in layers for pages with comments.
 *
 * `npm run bench -- comments [FOLDER FOR PLOTS]`, or `comments SITES PAGES`: the detectors alone, on so many
 */
import { join } from "node:path";
import { crawls } from "./comments/crawls.ts";
import { detectorTables } from "./comments/detector.ts";
import type { About } from "./entry/about.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "comment detectors on labelled sites, and layered crawls for pages with comments",
  takes: "some 20 minutes",
};

const ALL = { sites: Number.POSITIVE_INFINITY, pages: Number.POSITIVE_INFINITY };

const CORPORA = join(import.meta.dirname, "../../shared/corpora");

export default async function bench([plots, pages]: string[]): Promise<void> {
  if (pages !== undefined)
    return detectorTables(CORPORA, { sites: Number(plots), pages: Number(pages) });
  await detectorTables(CORPORA, ALL);
  await crawls(plots);
}
