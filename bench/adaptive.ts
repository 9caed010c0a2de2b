/**
 * Compares the user-oriented adaptive crawler with its peer: needs with human labels on recorded
 * webs. The label files are the truth; strategies see the examples only. Printed results depend on
 * the recordings alone, except times.
 *
 * `npm run bench -- adaptive [webkb | wikispeedia | webkb-parts | wikispeedia-parts | phi | psi]
 * [FOLDER]`
 */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkEstimators } from "./adaptive/link-estimators.ts";
import { pageEstimators } from "./adaptive/page-estimators.ts";
import { partsOf, runStudy, type Study } from "./adaptive/study.ts";
import { encyclopediaTasks, universityTasks } from "./adaptive/task.ts";
import type { About } from "./entry/about.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "pages like labelled examples: adaptive, its parts and its rivals on university webs and an encyclopedia",
  takes: "some 35 minutes",
};

type Part = (folder: string) => Promise<void>;

const WEBKB: Study = {
  title: "webkb",
  tasksOf: universityTasks,
  // All judged pages of the other universities.
  labels: { good: 1, bad: 1 },
  seeds: [1, 2, 3],
  fewSeeds: [1],
  goals: {
    recall: [
      [0.05, 0.36],
      [0.1, 0.51],
      [0.2, 0.74],
      [0.3, 0.84],
    ],
    ...{ peer: 1.9, greedy: 1.3 },
  },
};

const WIKISPEEDIA: Study = {
  title: "wikispeedia",
  tasksOf: encyclopediaTasks,
  labels: { good: 40, bad: 200 },
  seeds: [1],
  fewSeeds: [1],
  goals: { recall: [], peer: 2.5, greedy: 1.6 },
};

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ["webkb", (folder) => runStudy(WEBKB, folder)],
  ["wikispeedia", (folder) => runStudy(WIKISPEEDIA, folder)],
  ["webkb-parts", () => partsOf(WEBKB)],
  ["wikispeedia-parts", () => partsOf(WIKISPEEDIA)],
  ["phi", () => pageEstimators()],
  ["psi", linkEstimators],
]);

export default async function bench(args: string[]): Promise<void> {
  const [name = "", folder] = PARTS.has(args[0] ?? "") ? args : ["", ...args];
  const plots = folder ?? mkdtempSync(join(tmpdir(), "dowser-plots-"));
  mkdirSync(plots, { recursive: true });
  for (const [part, run] of PARTS) if (name === "" || name === part) await run(plots);
  console.log(`\nplots: ${plots}`);
}
