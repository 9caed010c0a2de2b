import { rankedFigures } from "../../lib/domain/measures/ranked-collecting.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import { wilsonInterval } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { CrawlRequest, RunReport } from "../../lib/evaluation/report/run-report.ts";
import { gatherFigures } from "../../lib/evaluation/run-figures.ts";
import { createMemoryModelStore } from "../../peers/commands/compare/memory-stores.ts";
import { aMiss, aRecord } from "./a-record.ts";
import { aUrl } from "./a-url.ts";

/** A text that would break the page if it were not escaped. */
export const HOSTILE = `</title><script src="//evil.example/x.js"></script><img onerror='x' src=x>\u202e"`;

/** Words long enough to burst a narrow page. */
export const LONG = "averylongwordwithoutanyplacetobreak".repeat(8);

const PAGES = 120;
/** Positions of its targets by the truth. */
const FOUND = Array.from({ length: 30 }, (_, at) => 3 * at + 1);

const CHANGED = { new: 3, changed: 20, unchanged: 60, moved: 1, gone: 2 };

/** Records of two hosts: a page in three is a target, and each has hostile words. */
function* records(): Iterable<PageRecord> {
  for (let number = 0; number < PAGES; number += 1) {
    const host = number % 4 === 0 ? "b.example" : "a.example";
    const utility = number % 3 === 0 ? 0.9 - number / 1_000 : 0.2;
    yield aRecord(`http://${host}/${LONG}/${number}?q=<script>'"&amp;`, {
      ...{ fetchedAt: 1_000 * number, fetchMs: 100, sequence: number + 1 },
      page: {
        ...{ utility, isTarget: utility > 0.5, title: `${HOSTILE} ${number} ${LONG}` },
        type: number % 2 === 0 ? `thread ${HOSTILE}` : "list",
        truncated: number === 7 ? "bytes" : undefined,
        unusableLinks: { scheme: 1 },
        noindex: number === 1,
        ...(number < 3 ? { signals: ["robots: noindex", "content-usage: train-ai=n"] } : {}),
      },
    });
  }
  const [state, reason] = ["refused", "robots"] as const;
  yield aMiss("http://b.example/no", { state, reason, fetchedAt: 1, sequence: PAGES + 1 });
}

const request: CrawlRequest = {
  name: "bees",
  strategy: "adaptive",
  need: {
    ...{ topic: `bees ${HOSTILE}`, ontology: `bees${HOSTILE}.owl`, terms: 1, good: 1, bad: 0 },
    ...{ examplePage: `http://a.example/?${HOSTILE}`, hasPaths: true },
    ...{ words: ["hive", HOSTILE], files: [`pdf${HOSTILE}`], detect: "comments" },
  },
  ...{ seeds: [`http://a.example/${LONG}`], queries: [], recordings: undefined },
  ...{ contact: "you@a.example", minDelayMs: 1_000, connectionsPerHost: 1 },
  scope: {
    ...{ hosts: "any", allowHosts: ["a.example"], denyHosts: [], allowPatterns: [] },
    ...{ denyPatterns: ["/login*"], languages: ["en"], mediaTypes: [], maxDepth: 4 },
  },
  project: { name: "bees", need: { topic: HOSTILE } },
};

/** A report that has every section and every plot; words from strangers are hostile. */
export async function aRunReport(parts: Partial<RunReport> = {}): Promise<RunReport> {
  const all = [...records()];
  const truth = new Map(all.map(({ url }, index) => [url, index % 4 === 0]));
  const figures = await gatherFigures(
    {
      list: async function* () {
        yield* all;
      },
    },
    {
      strategy: undefined,
      models: createMemoryModelStore(),
      labels: new Map(all.slice(0, 30).map(({ url }, index) => [url, index % 2 === 0])),
      truth,
      examples: new Set(),
      purpose: "train-ai",
      discoveredBy: new Map([[aUrl(all[3]?.url ?? ""), 400]]),
    },
  );
  const bins = [
    { predicted: 0.2, observed: 0.3, count: 70 },
    { predicted: 0.8, observed: 0.7, count: 9 },
  ];
  return {
    ...{ writtenAt: 1_800_000_000_000, version: "1.2.3" },
    totals: {
      ...{ fetched: PAGES, targets: 40, harvestRate: 1 / 3, bodyBytes: 12_000, hosts: 2 },
      states: { waiting: 270, leased: 0, fetched: PAGES, refused: 1, failed: 0, cut: 9 },
      reasons: { "fetched:page": PAGES, "refused:robots": 1, "cut:capacity": 9 },
    },
    figures: {
      ...figures,
      calibration: { predicts: "page-or-behind", bins, error: 0.1, pages: 79 },
    },
    sample: {
      ...{ frame: "pages", pages: PAGES, sampled: 40 },
      precision: { share: 0.8, low: 0.641, high: 0.905, cases: 30 },
    },
    byTruth: {
      targets: 30,
      known: 31,
      harvest: wilsonInterval(30, PAGES),
      ranked: rankedFigures({ found: FOUND, known: 31, budget: PAGES }, 1_000),
    },
    recall: undefined,
    cut: undefined,
    recent: { pages: 100, targets: 4 },
    changes: {
      ...{ known: 90, new: 3, changed: 20, unchanged: 60, moved: 1, gone: 2, notVisited: 4 },
      ...{ unanswered: { [`robots ${HOSTILE}`]: 3 }, sentBytes: 1e6, bodyBytes: 5e6 },
      hosts: [{ host: hostOf(aUrl("http://a.example/")), ...CHANGED }],
    },
    labelled: { good: 15, bad: 15 },
    isTaught: true,
    resume: "dowser crawl PROJECT.yaml --out runs/bees",
    missing: undefined,
    directory: "runs/bees",
    texts: new Map(figures.shown.map(({ url }) => [url, `Bees ${HOSTILE} ${LONG}`])),
    politeness: figures.requests.ledger({
      connectionsPerHost: 1,
      allowedMsOf: () => 1_000,
      most: 10,
    }),
    cost: undefined,
    seeds: undefined,
    events: [
      {
        at: 0,
        kind: "trained",
        detail: { model: `sha256:${"a".repeat(64)}`, pages: 0, rescored: 0 },
      },
      { at: 9, kind: "finished", detail: { why: "budget-pages" } },
    ],
    request,
    ...parts,
  };
}
