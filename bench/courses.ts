/**
 * Course pages of a university, after click paths to those of two others: `link-distance` against what its
 * paper compares with. Truth: the label files, of which strategies see the paths only. What is printed
 * depends on the recordings alone, but for times.
 *
 * `npm run bench -- courses [errors | harvest | corrections] [FOLDER FOR PLOTS]`
 */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { corrections, errors, harvest } from "./courses/parts.ts";
import { allTrials, type Trial } from "./courses/trial.ts";
import type { About } from "./entry/about.ts";
import { isRecorded } from "./known-web/labelled-web.ts";
import { UNIVERSITIES } from "./known-web/site.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "course pages of a university, after click paths to those of two others: link-distance and its rivals",
  takes: "some 30 minutes",
};

type Part = (trials: readonly Trial[], folder: string) => Promise<void>;

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ["errors", errors],
  ["harvest", harvest],
  ["corrections", corrections],
]);

export default async function courses(args: string[]): Promise<void> {
  if (!UNIVERSITIES.every(isRecorded)) {
    console.log("skipped: the universities are not recorded here");
    return;
  }
  const [name = "", folder] = PARTS.has(args[0] ?? "") ? args : ["", ...args];
  const plots = folder ?? mkdtempSync(join(tmpdir(), "dowser-plots-"));
  mkdirSync(plots, { recursive: true });
  for (const [part, run] of PARTS) if (name === "" || name === part) await run(allTrials(), plots);
  console.log(`\nplots: ${plots}`);
}
