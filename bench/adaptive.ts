/**
 * Compares the user-oriented adaptive crawler with its peer: needs with human labels on recorded
 * webs. The label files are the truth; strategies see the examples only. Printed results depend on
 * the recordings alone, except times.
 *
 * `npm run bench -- adaptive [webkb | wikispeedia | webkb-parts | wikispeedia-parts | phi | psi]
 * [FOLDER]`, or `adaptive root | uci | usagov | articles [NEED | LABELS | STRATEGY | draws=1 | pages=40 ...]`
 */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkEstimators } from "./adaptive/link-estimators.ts";
import { pageEstimators } from "./adaptive/page-estimators.ts";
import { type ReachStudy, runReach } from "./adaptive/reach.ts";
import {
  ARTICLES,
  GIVEN,
  PAGES_FETCHED,
  type Reach,
  reachTasks,
  rootTasks,
  SHARES_FETCHED,
  UCI,
  USAGOV,
} from "./adaptive/reach-tasks.ts";
import { partsOf, runStudy, type Study } from "./adaptive/study.ts";
import { encyclopediaTasks, universityTasks } from "./adaptive/task.ts";
import type { About } from "./entry/about.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "pages like labelled examples or a topic: adaptive, its parts and its rivals on five webs",
  takes: "some 100 minutes on a busy machine; `webkb` and `wikispeedia` with their parts 35",
};

/** `words` choose what of the part is run, where it can be chosen. */
type Part = (folder: string, words: readonly string[]) => Promise<void>;

const NO_LABELS = { good: 0, bad: 0, wrong: 0 };

const ROOT: ReachStudy = {
  title: "universities from their root",
  tasksOf: (given, draw) => rootTasks(given === "topic" ? NO_LABELS : given, draw),
  given: ["40/200"],
  draws: [1, 2],
  checkpoints: SHARES_FETCHED,
};

const studyOf = (title: string, reach: Reach): ReachStudy => {
  return {
    title,
    tasksOf: (given, draw) => reachTasks(reach, given, draw),
    given: [...GIVEN.keys()],
    draws: [1, 2],
    checkpoints: PAGES_FETCHED,
  };
};

const WEBKB: Study = {
  title: "webkb",
  tasksOf: universityTasks,
  // All judged pages of the other universities.
  labels: { good: 1, bad: 1, wrong: 0 },
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
  labels: { good: 40, bad: 200, wrong: 0 },
  seeds: [1],
  fewSeeds: [1],
  goals: { recall: [], peer: 2.5, greedy: 1.6 },
};

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ["webkb", (folder) => runStudy(WEBKB, folder)],
  ["wikispeedia", (folder) => runStudy(WIKISPEEDIA, folder)],
  ["webkb-parts", () => partsOf(WEBKB)],
  ["wikispeedia-parts", () => partsOf(WIKISPEEDIA)],
  ["root", (_, words) => runReach(ROOT, words)],
  ["uci", (_, words) => runReach(studyOf("modern university", UCI), words)],
  ["usagov", (_, words) => runReach(studyOf("government site", USAGOV), words)],
  ["articles", (_, words) => runReach(studyOf("encyclopedia", ARTICLES), words)],
  ["phi", () => pageEstimators()],
  ["psi", linkEstimators],
]);

/** Parts of which some needs, label sizes or strategies can be run alone. */
const REACHES: ReadonlySet<string> = new Set(["root", "uci", "usagov", "articles"]);

export default async function bench(args: string[]): Promise<void> {
  const [name = "", ...words] = PARTS.has(args[0] ?? "") ? args : ["", ...args];
  const isReach = REACHES.has(name);
  const plots = (isReach ? undefined : words[0]) ?? mkdtempSync(join(tmpdir(), "dowser-plots-"));
  mkdirSync(plots, { recursive: true });
  for (const [part, run] of PARTS)
    if (name === "" || name === part) await run(plots, isReach ? words : []);
  console.log(`\nplots: ${plots}`);
}
