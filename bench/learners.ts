/**
 * How long learners train: on as many links as a long crawl has seen, with the words of their snippets,
 * and on as many pages as a user labels, with their key phrases. The samples are generated from a seed.
 */

import type { Json } from "../lib/domain/json.ts";
import type { Learner, Samples } from "../lib/domain/stats/learner/learner.ts";
import { ridgeRegression } from "../lib/domain/stats/learner/ridge-regression.ts";
import { hashToUnit } from "../lib/domain/stats/random/random.ts";
import { rowOf, sparseRows } from "../lib/domain/stats/vector/sparse-rows.ts";
import { figures } from "../lib/domain/text/table.ts";
import { elasticNet } from "../peers/learners/elastic-net.ts";
import { gaussianProcess } from "../peers/learners/gaussian-process.ts";
import { isotonicRegression } from "../peers/learners/isotonic-regression.ts";
import { leastMedianOfSquares } from "../peers/learners/least-median-of-squares.ts";
import { rbfNetwork } from "../peers/learners/rbf-network.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "time that learners take to train on links and on pages",
  takes: "some seconds",
};

interface SampleShape {
  readonly rows: number;
  readonly columns: number;
  /** Columns drawn a row; one drawn twice counts once. */
  readonly entries: number;
}

const LINKS: SampleShape = { rows: 100_000, columns: 50_000, entries: 15 };
const PAGES: SampleShape = { rows: 900, columns: 2_000, entries: 30 };

/** The share of columns that make a label good. */
const GOOD_SHARE = 0.02;
/** Labels are off by up to half of this. */
const NOISE = 0.2;
const SEED = 1;

/** Those that are fast enough to learn from links during a crawl. */
const LINK_LEARNERS: Readonly<Record<string, Learner>> = {
  "ridge regression": ridgeRegression({ lambda: 1 }),
  "elastic net": elasticNet({ lambda: 1e-4, alpha: 0.5 }),
};
const PAGE_LEARNERS: Readonly<Record<string, Learner>> = {
  ...LINK_LEARNERS,
  "isotonic regression": isotonicRegression(),
  "least median of squares": leastMedianOfSquares({ lambda: 0.01, seed: SEED }),
  "gaussian process, linear": gaussianProcess({ kernel: { kind: "linear" }, noise: 1 }),
  "gaussian process, RBF": gaussianProcess({
    kernel: { kind: "rbf", lengthScale: "spread" },
    noise: 0.1,
  }),
  "RBF network": rbfNetwork({ centres: 10, lambda: 0.1, seed: SEED }),
};

/** `npm run bench -- learners [SHARE]`: on all samples, or on a share of them. */
export default function benchLearners([share = "1"]: readonly string[]): Promise<void> {
  const some = ({ rows, ...shape }: SampleShape): SampleShape => {
    return { ...shape, rows: Math.ceil(Number(share) * rows) };
  };
  const rows = [
    ...measure("links", generateSamples(some(LINKS)), LINK_LEARNERS),
    ...measure("pages", generateSamples(some(PAGES)), PAGE_LEARNERS),
  ];
  const titles = ["ms to train", "ms to predict all", "root mean squared error"].map(figures);
  printTable(
    "learners: CPU time of training and predicting",
    [{ title: "samples", align: "left" }, { title: "learner", align: "left" }, ...titles],
    rows,
  );
  return Promise.resolve();
}

function measure(
  what: string,
  samples: Samples,
  learners: Readonly<Record<string, Learner>>,
): string[][] {
  return Object.entries(learners).map(([name, learner]) => {
    const started = process.cpuUsage();
    const model: Json = learner.fit(samples);
    const trained = process.cpuUsage();
    const predict = learner.compile(model);
    let squares = 0;
    for (const [row, label] of samples.y.entries())
      squares += (predict(rowOf(samples.x, row)) - label) ** 2;
    const times = [millisBetween(started, trained), millisBetween(trained, process.cpuUsage())];
    const error = Math.sqrt(squares / samples.y.length);
    return [what, name, ...times.map((ms) => ms.toFixed(0)), error.toFixed(4)];
  });
}

/** Of processor time, which other work on the machine touches least. */
function millisBetween(from: NodeJS.CpuUsage, to: NodeJS.CpuUsage): number {
  return (to.user + to.system - from.user - from.system) / 1_000;
}

/** The n-th column is drawn about 1/n as often as the first. */
function generateSamples({ rows, columns, entries }: SampleShape): Samples {
  const vectors = Array.from({ length: rows }, (_, row) => {
    const drawn = Array.from({ length: entries }, (_entry, n) =>
      Math.floor(columns ** hashToUnit(SEED, `${row} ${n}`)),
    );
    const distinct = Int32Array.from(new Set(drawn)).sort();
    return { columns: distinct, values: new Float64Array(distinct.length).fill(1) };
  });
  const isGood = Array.from(
    { length: columns },
    (_, column) => hashToUnit(SEED, `good ${column}`) < GOOD_SHARE,
  );
  const y = Float64Array.from(vectors, (vector, row) => {
    const noise = NOISE * (hashToUnit(SEED, `label ${row}`) - 0.5);
    return (vector.columns.some((column) => isGood[column]) ? 0.8 : 0.2) + noise;
  });
  return { x: sparseRows(vectors, columns), y, weights: new Float64Array(rows).fill(1) };
}
