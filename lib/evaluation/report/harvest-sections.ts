import type { PrecisionPoint } from "../../domain/measures/precision-over-time.ts";
import type { JudgedSample } from "../sample-pages.ts";
import { BY_OWN, BY_TRUTH, doubtInWords, intervalInWords, percent } from "../verdict-words.ts";
import { count } from "./figure-text.ts";
import { figures, foldedTable } from "./html-table.ts";
import { html, type Markup } from "./markup.ts";
import type { Plot } from "./plot.ts";
import { harvestPlot, precisionPlot, recallPlot } from "./plots.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Shows how the harvest grew, when there is one. */
export function harvestSection({ figures: { harvest }, byTruth }: RunReport): Section {
  const { targets = 0, trueTargets = 0 } = harvest.at(-1) ?? {};
  const parts = targets + trueTargets === 0 ? [] : [harvestPlot(harvest, byTruth !== undefined)];
  return { id: "harvest", title: "Harvest", parts };
}

/** The sources of the judgements behind precision, and how reliable their intervals are. */
const BASES = [
  {
    of: "labels",
    words: "by people's labels",
    note: "Of the pages that a person labelled. The intervals hold as far as these are a random sample of the pages fetched.",
  },
  {
    of: "truth",
    words: BY_TRUTH,
    note: "Of the pages that the truth file speaks of.",
  },
  {
    of: "own",
    words: BY_OWN,
    note: "Every page is judged, by the crawl itself. The intervals say how far a share of so few pages varies by chance, and nothing of whether the crawl judges rightly.",
  },
] as const;

/** Shows precision over time, by each source of judgements that knows a target. */
export function precisionSection({ figures: { precision }, sample }: RunReport): Section {
  const bySample = sample === undefined ? [] : [sampleTable(sample)];
  const parts = BASES.flatMap(({ of, words, note }): (Markup | Plot)[] => {
    const points = precision[of];
    if ((points.at(-1)?.cumulative.share ?? 0) === 0) return [];
    const doubt = of === "labels" ? doubtInWords(points.at(-1)?.cumulative ?? {}) : undefined;
    return [
      html`<h3>Precision ${words}</h3><p>${note}${doubt === undefined ? "" : ` All in all, ${doubt}.`}</p>`,
      precisionPlot(points, `precision-${of}`, words),
      precisionTable(points, words),
    ];
  });
  const intro = html`<p>Windowed precision is that of each tenth of the crawl, cumulative precision that of all pages so far (Xu, Yoon &amp; Tourassi 2014); intervals of 95 % are Wilson's.</p>`;
  return {
    id: "precision",
    title: "Precision",
    parts: parts.length + bySample.length === 0 ? [] : [intro, ...bySample, ...parts],
  };
}

/** Shows the share of the known targets that was found, when a truth file knows them. */
export function recallSection({ figures: { harvest }, byTruth }: RunReport): Section {
  const parts =
    byTruth === undefined || byTruth.targets === 0 ? [] : [recallPlot(harvest, byTruth.known)];
  return { id: "recall", title: "Target recall", parts };
}

/** Shows the sampled precision, with each verdict weighted by the number of pages it represents. */
function sampleTable({ frame, pages, sampled, precision }: JudgedSample): Markup {
  return foldedTable(
    "Precision by people, on a random sample by strata (Horvitz & Thompson 1952)",
    [{ title: "of" }, ...["pages", "sampled", "judged", "precision", "95 %"].map(figures)],
    [
      [
        frame === "pages" ? "the pages fetched" : "those called targets",
        ...[pages, sampled, precision.cases].map(count),
        percent(precision.share),
        intervalInWords(precision),
      ],
    ],
  );
}

function precisionTable(points: readonly PrecisionPoint[], words: string): Markup {
  const columns = ["pages", "judged", "windowed", "95 %", "cumulative", "95 %"].map(figures);
  return foldedTable(
    `Precision ${words} at tenths of the crawl`,
    columns,
    points.map(({ results, temporal, cumulative }) => [
      count(results),
      count(cumulative.cases),
      percent(temporal.share),
      intervalInWords(temporal),
      percent(cumulative.share),
      intervalInWords(cumulative),
    ]),
  );
}
