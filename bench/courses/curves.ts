import { join } from "node:path";
import { type Curve, plotCurves } from "../plots/plot-curves.ts";
import { harvestWithin } from "./harvest.ts";
import { byLabel, bySite, type Run } from "./run.ts";
import { ORACLE } from "./strategies.ts";
import { spreadOf } from "./summary.ts";
import { BUDGET } from "./trial.ts";

/** Pages between two points of a line. */
const STEP = 5;

/** Draws the harvest rate over the pages fetched, one plot a site, means over path seeds. */
export function plotHarvests(folder: string, runs: readonly Run[]): void {
  const grid = Array.from({ length: BUDGET / STEP }, (_, step) => (step + 1) * STEP);
  for (const [site, ofSite] of bySite(runs)) {
    const curves = [...byLabel(ofSite)].map(([name, runs]): Curve => {
      const rateAt = (pages: number) => spreadOf(runs, (c) => harvestWithin(c, pages)).mean;
      const points = grid.map((pages) => [pages, rateAt(pages)] as const);
      return { name, points, isDashed: name === ORACLE.label };
    });
    const file = join(folder, `courses-${site}.svg`);
    plotCurves(file, { title: `${site}: harvest rate`, x: "pages fetched" }, curves);
  }
}
