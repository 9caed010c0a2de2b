import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import { printTable } from "../entry/print-table.ts";
import { CHECKPOINTS, gathering, harvestWithin, pagesToHarvest, pagesToTarget } from "./harvest.ts";
import { byLabel, bySite, type Run } from "./run.ts";
import { ORACLE } from "./strategies.ts";
import { shareOf, spreadOf } from "./summary.ts";
import { BUDGET } from "./trial.ts";

/** The harvest rate that the paper's crawls came to. */
export const PUBLISHED_HARVEST = 0.8;

const STRATEGY = { title: "strategy", align: "left" } as const;

/** One table a site, one line a strategy: harvest at each checkpoint, and pages to what is looked for. */
export function printHarvests(runs: readonly Run[]): void {
  for (const [site, ofSite] of bySite(runs)) {
    const rows = [...byLabel(ofSite)].map(([label, runs]) => [
      label,
      ...CHECKPOINTS.map((pages) => harvestCell(runs, pages)),
      pagesCell(runs.map(({ crawled }) => pagesToTarget(crawled))),
      pagesCell(runs.map(({ crawled }) => pagesToHarvest(crawled, PUBLISHED_HARVEST))),
      spreadOf(runs, ({ seconds }) => seconds).mean.toFixed(1),
    ]);
    const columns = [
      STRATEGY,
      ...CHECKPOINTS.map((pages) => figures(`at ${pages}`)),
      ...["to the first target", `to ${PUBLISHED_HARVEST} harvest`, "s a crawl"].map(figures),
    ];
    printTable(
      `${site}: harvest rate (worst over path seeds) by pages fetched, and pages (most) to what is looked for; ${ORACLE.label} goes the shortest path`,
      columns,
      rows,
    );
  }
}

/** Means over sites of harvests, and of their shares of what the oracle harvests. */
export function printShares(title: string, runs: readonly Run[]): void {
  const all = byLabel(runs);
  const oracle = all.get(ORACLE.label) ?? [];
  const rows = [...all].map(([label, runs]) => [
    label,
    ...[50, 100].map((pages) =>
      mean([...bySite(runs).values()].map((of) => harvestOf(of, pages).mean)).toFixed(3),
    ),
    ...CHECKPOINTS.map((pages) => shareOf(runs, oracle, pages).toFixed(3)),
  ]);
  const columns = ["at 50", "at 100", ...CHECKPOINTS.map((pages) => `÷ oracle, ${pages}`)];
  printTable(`${title}: harvest rate, means over sites`, [STRATEGY, ...columns.map(figures)], rows);
}

/** Harvest at two checkpoints of one site after another. */
export function printCorrections(
  title: string,
  runs: readonly Run[],
  oracle: readonly Run[],
): void {
  const sites = [...bySite(runs).keys()];
  const rows = [...byLabel(runs)].map(([label, runs]) => {
    const ofSites = bySite(runs);
    const cells = [50, 100].flatMap((pages) =>
      sites.map((site) => harvestCell(ofSites.get(site) ?? [], pages)),
    );
    return [label, ...cells, ...[50, 100].map((pages) => shareOf(runs, oracle, pages).toFixed(3))];
  });
  const titles = [50, 100].flatMap((pages) => sites.map((site) => `${site}, ${pages}`));
  const columns = [...titles, "÷ oracle, 50", "÷ oracle, 100"].map(figures);
  printTable(`${title}: harvest rate (worst over path seeds)`, [STRATEGY, ...columns], rows);
}

/** How well the pages that a crawl fetched were judged, one line a strategy. */
export function printGathering(runs: readonly Run[]): void {
  const sites = [...bySite(runs).keys()];
  const rows = [...byLabel(runs)].map(([label, runs]) => {
    const ofSites = bySite(runs);
    const cells = sites.map((site) => {
      const of = (ofSites.get(site) ?? []).map(({ crawled }) => gathering(crawled));
      const precision = mean(of.map((g) => g.precision).filter((value) => !Number.isNaN(value)));
      const recall = mean(of.map((g) => g.recall).filter((value) => !Number.isNaN(value)));
      return `${share(precision)} / ${share(recall)}`;
    });
    return [label, ...cells];
  });
  printTable(
    `precision / recall of the pages gathered, among the ${BUDGET} fetched`,
    [STRATEGY, ...sites.map(figures)],
    rows,
  );
}

function harvestOf(runs: readonly Run[], pages: number) {
  return spreadOf(runs, (crawled) => harvestWithin(crawled, pages));
}

function harvestCell(runs: readonly Run[], pages: number): string {
  const { mean, least } = harvestOf(runs, pages);
  return runs.length > 1 ? `${mean.toFixed(3)} (${least.toFixed(2)})` : mean.toFixed(3);
}

/** Mean and most of the crawls that came there, and how many did not. */
function pagesCell(pages: readonly number[]): string {
  const there = pages.filter((value) => Number.isFinite(value));
  if (there.length === 0) return "–";
  const cell = mean(there).toFixed(0);
  if (there.length < pages.length) return `${cell} (${there.length} of ${pages.length})`;
  return there.length > 1 ? `${cell} (${Math.max(...there)})` : cell;
}

function share(value: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(2);
}
