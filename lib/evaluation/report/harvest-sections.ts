import type { PrecisionPoint } from "../../domain/metrics/precision-over-time.ts";
import type { JudgedSample } from "../sample-pages.ts";
import { BY_OWN, intervalInWords, sampleInWords } from "../verdict-words.ts";
import { count, counted, share } from "./figure-text.ts";
import { figures, htmlTable } from "./html-table.ts";
import { html, type Markup } from "./markup.ts";
import type { Plot } from "./plot.ts";
import { harvestPlot, precisionPlot, recallPlot } from "./plots.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Shows how the harvest grew. */
export function harvestSection(report: RunReport): Section {
  const { totals, figures, knownTargets, sample } = report;
  const { fetched, targets, harvestRate } = totals;
  const says = html`<p>Own harvest ${share(harvestRate)}: ${BY_OWN}, ${count(targets)} of the ${count(fetched)} pages that it fetched are target pages.</p>`;
  const isEmpty = figures.harvest.length === 0;
  return {
    id: "harvest",
    title: "Harvest",
    parts: [
      ...byPeople(sample),
      ...byTruth(figures.precision.truth),
      says,
      ...(isEmpty ? [] : [harvestPlot(figures.harvest, knownTargets !== undefined)]),
    ],
  };
}

function byPeople(sample: JudgedSample | undefined): Markup[] {
  return sample === undefined ? [] : [html`<p>By a person: ${sampleInWords(sample)}.</p>`];
}

/** Says the harvest rate by truth, of the pages that it speaks of. */
function byTruth(points: readonly PrecisionPoint[]): Markup[] {
  const last = points.at(-1);
  if (last === undefined) return [];
  const { results, cumulative } = last;
  const left = results - cumulative.cases;
  const without =
    left === 0 ? "" : ` ${counted(left, "page")} without a verdict in the truth left out.`;
  return [
    html`<p>Harvest rate by truth ${share(cumulative.share)} (95 % interval ${intervalInWords(cumulative)}), of ${counted(cumulative.cases, "page")}.${without}</p>`,
  ];
}

/** The sources of the judgements behind precision, and how reliable their intervals are. */
const BASES = [
  {
    of: "labels",
    words: "by labels",
    note: "Of the pages that a person labelled. The intervals hold as far as these are a random sample of the pages fetched.",
  },
  {
    of: "truth",
    words: "by truth",
    note: "Of the pages that the truth file speaks of.",
  },
  {
    of: "own",
    words: BY_OWN,
    note: "Every page is judged, by the crawl itself. The intervals say how far a share of so few pages varies by chance, and nothing of whether the crawl judges rightly.",
  },
] as const;

/** Shows precision over time, by each source of judgements. */
export function precisionSection({ figures: { precision }, sample }: RunReport): Section {
  const bySample = sample === undefined ? [] : [sampleTable(sample)];
  const parts = BASES.flatMap(({ of, words, note }): (Markup | Plot)[] => {
    const points = precision[of];
    if (points.length === 0) return [];
    return [
      html`<h3>Precision ${words}</h3><p>${note}</p>`,
      precisionPlot(points, `precision-${of}`, words),
      precisionTable(points, words),
    ];
  });
  const intro = html`<p>Temporal precision is that of each tenth of the crawl, cumulative precision that of all pages so far (Xu, Yoon &amp; Tourassi 2014); intervals of 95 % are Wilson's.</p>`;
  const none = html`<p>No page has been fetched.</p>`;
  return {
    id: "precision",
    title: "Precision",
    parts: parts.length === 0 ? [none] : [intro, ...bySample, ...parts],
  };
}

/** Shows the share of the known targets that was found. */
export function recallSection({ figures: { harvest }, knownTargets }: RunReport): Section {
  return {
    id: "recall",
    title: "Target recall",
    parts: recallParts(harvest, knownTargets),
  };
}

function recallParts(
  points: RunReport["figures"]["harvest"],
  known: number | undefined,
): Section["parts"] {
  if (known === undefined) {
    return [
      html`<p>Left out: which pages are targets is not known. A truth file says it: <code>dowser report</code> takes one with <code>--truth</code> and <code>--target</code>.</p>`,
    ];
  }
  const found = points.at(-1)?.trueTargets ?? 0;
  const says = html`<p>${share(found / known)}: ${count(found)} of ${count(known)} known target pages were fetched.</p>`;
  return points.length === 0 ? [says] : [says, recallPlot(points, known)];
}

/** Shows the sampled precision, with each verdict weighted by the number of pages it represents. */
function sampleTable({ frame, pages, sampled, precision }: JudgedSample): Markup {
  return htmlTable(
    "Precision by a judged sample, random and by strata (Horvitz & Thompson 1952)",
    [{ title: "of" }, ...["pages", "sampled", "judged", "precision", "95 %"].map(figures)],
    [
      [
        frame === "pages" ? "the pages fetched" : "those called targets",
        ...[pages, sampled, precision.cases].map(count),
        share(precision.share),
        intervalInWords(precision),
      ],
    ],
  );
}

function precisionTable(points: readonly PrecisionPoint[], words: string): Markup {
  const columns = ["pages", "judged", "temporal", "95 %", "cumulative", "95 %"].map(figures);
  return htmlTable(
    `Precision ${words} at tenths of the crawl`,
    columns,
    points.map(({ results, temporal, cumulative }) => [
      count(results),
      count(cumulative.cases),
      share(temporal.share),
      intervalInWords(temporal),
      share(cumulative.share),
      intervalInWords(cumulative),
    ]),
  );
}
