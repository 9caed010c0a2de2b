/**
 * Comment detectors on recorded sites with labels, every list learned from the other sites; then crawls
 * in layers for pages with comments.
 *
 * `npm run bench -- comments [FOLDER FOR PLOTS]`
 */
import { join } from "node:path";
import { crawls } from "./comments/crawls.ts";
import { detectorTables } from "./comments/detector.ts";

const CORPORA = join(import.meta.dirname, "../../shared/corpora");

export default async function bench([plots]: string[]): Promise<void> {
  await detectorTables(CORPORA);
  await crawls(plots);
}
