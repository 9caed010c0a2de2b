import { clusterPages, pageClassifier } from "../../lib/domain/stats/cluster/page-clusters.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import { MIN_PTS } from "./cluster-forum.ts";

/** Pages that are clustered, and as many that are placed, if the command line does not say how many. */
const PAGES = 1_000;
const PATHS = 500;
/** Templates of the generated site: each page has a third of all paths by its template, a few by chance. */
const TEMPLATES = 12;
const TEMPLATE_SHARE = 1 / 3;
const CHANCE_SHARE = 0.02;

/** Rounds of which the median counts if none are asked for, after those that only warm up. */
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;

/** Asked: a clustering in ms, and placing one page in ms. */
const MOST_CLUSTER_MS = 2_000;
const MOST_PLACE_MS = 1;

type Bag = readonly (readonly [path: string, count: number])[];

/** How long it takes to cluster pages, and to place one more; CPU time, for the machine is shared. */
export function speed(rounds = ROUNDS, most = PAGES): void {
  const choice = { minPts: MIN_PTS, eps: "knee", leastNoise: 0.04 } as const;
  const pages = Array.from({ length: most }, (_, page) => generatedBag(page));
  const unseen = Array.from({ length: most }, (_, page) => generatedBag(most + page));
  const clusterMs: number[] = [];
  const placeMs: number[] = [];
  let sink = 0;
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const clustering = time(() => clusterPages(pages, choice));
    const place = pageClassifier(clustering.result, MIN_PTS);
    const placing = time(() => unseen.reduce((sum, bag) => sum + place(bag), 0));
    sink += placing.result;
    if (round < 0) continue;
    clusterMs.push(clustering.ms);
    placeMs.push(placing.ms / most);
  }
  if (Number.isNaN(sink)) throw new Error("no page was placed");
  printTable(
    `${most} generated pages with ${PATHS} paths, no two alike; median of ${rounds} rounds, CPU ms`,
    [{ title: "of", align: "left" }, ...["ms", "asked"].map(figures)],
    [
      ["a clustering", median(clusterMs).toFixed(0), String(MOST_CLUSTER_MS)],
      ["placing a page", median(placeMs).toFixed(3), String(MOST_PLACE_MS)],
    ],
  );
}

function generatedBag(page: number): Bag {
  const template = page % TEMPLATES;
  return Array.from({ length: PATHS }, (_, path): readonly [string, number] => {
    const byTemplate = hashToUnit(template, `${path}`) < TEMPLATE_SHARE;
    const byChance = hashToUnit(TEMPLATES + page, `${path}`);
    const has = byTemplate ? byChance > CHANCE_SHARE : byChance < CHANCE_SHARE;
    return [`/html/body/div/p${path}`, has ? 1 + Math.floor(20 * hashToUnit(page, `n${path}`)) : 0];
  }).filter(([, count]) => count > 0);
}

function time<Result>(work: () => Result): { readonly result: Result; readonly ms: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
