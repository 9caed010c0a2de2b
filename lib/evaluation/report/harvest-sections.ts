/** Sections of a report: harvest, precision and recall, and how links ended. */
import { knownUrls, waitingUrls } from "../../crawl/report-crawl.ts";
import type { PrecisionPoint } from "../../domain/measures/harvest-rate.ts";
import type { PolitenessLedger } from "../../domain/measures/request-gaps.ts";
import { endInWords } from "../../features/lists.ts";
import { noTargets } from "../feature-figures.ts";
import { BY_OWN, BY_TRUTH, intervalInWords, percent } from "../verdict-words.ts";
import { endOf } from "./answers.ts";
import { count, counted, seconds } from "./figure-text.ts";
import { figures, foldedTable, foreign, html, htmlTable, type Markup } from "./markup.ts";
import { harvestPlot, precisionPlot, recallPlot } from "./plots.ts";
import { reasonMeaning } from "./reason-meaning.ts";
import type { RunReport } from "./run-report.ts";
import type { Plot, Section } from "./section.ts";

/** Shows how the harvest grew, when there is one. */
export function harvestSection({ figures: { harvest }, byTruth }: RunReport): Section {
  const { targets = 0, trueTargets = 0 } = harvest.at(-1) ?? {};
  const parts = targets + trueTargets === 0 ? [] : [harvestPlot(harvest, byTruth !== undefined)];
  return { id: "harvest", title: "Harvest", parts };
}

/** The sources of the judgements behind shares over time, and how reliable their intervals are. */
const BASES = [
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

/** Shows the share of relevant pages of those fetched over time, by each source of judgements that knows a target. */
export function precisionSection({ figures: { precision } }: RunReport): Section {
  const parts = BASES.flatMap(({ of, words, note }): (Markup | Plot)[] => {
    const points = precision[of];
    if ((points.at(-1)?.cumulative.share ?? 0) === 0) return [];
    return [
      html`<h3>Harvest rate ${words}</h3><p>${note}</p>`,
      precisionPlot(points, `precision-${of}`, words),
      precisionTable(points, words),
    ];
  });
  const intro = html`<p>Relevant pages ÷ pages fetched: windowed of each tenth of the crawl, cumulative of all pages so far (Xu, Yoon &amp; Tourassi 2014); intervals of 95 % are Wilson's. What an export has is another question: a sample of it says its precision.</p>`;
  return {
    id: "precision",
    title: "Harvest rate over time",
    parts: parts.length === 0 ? [] : [intro, ...parts],
  };
}

/** Shows the share of the known targets that was found, when a truth file knows them. */
export function recallSection({ figures: { harvest }, byTruth }: RunReport): Section {
  const parts =
    byTruth === undefined || byTruth.targets === 0 ? [] : [recallPlot(harvest, byTruth.known)];
  return { id: "recall", title: "Recall", parts };
}

function precisionTable(points: readonly PrecisionPoint[], words: string): Markup {
  const columns = ["pages", "judged", "windowed", "95 %", "cumulative", "95 %"].map(figures);
  return foldedTable(
    `Harvest rate ${words} at tenths of the crawl`,
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

/** Shows the outcome of each URL. */
export function outcomesSection({ totals }: RunReport): Section {
  const says = html`<p>Each of the ${count(knownUrls(totals))} discovered URLs is in one state. ${count(waitingUrls(totals))} are queued; the others have these outcomes.</p>`;
  const largest = Object.entries(totals.reasons).toSorted(([, a], [, b]) => b - a);
  const table = htmlTable(
    "Outcomes and refusals by reason",
    [{ title: "outcome" }, { title: "meaning" }, figures("URLs")],
    largest.map(([key, urls]) => {
      const reason = key.slice(key.indexOf(":") + 1);
      return [foreign(key.replace(":", ": ")), reasonMeaning(reason), count(urls)];
    }),
  );
  return { id: "outcomes", title: "Outcomes and refusals", parts: [says, table] };
}

/** Shows whether the crawl kept the promised delays between requests to a host. */
export function politenessSection({ politeness, request }: RunReport): Section {
  const { connectionsPerHost: connections } = request;
  return {
    id: "politeness",
    title: "Politeness",
    parts:
      politeness === undefined
        ? []
        : [
            ledgerText(politeness, request.minDelayMs),
            ...(connections > 1 ? [severalText(connections)] : []),
            ...(politeness.closest.length > 0 ? [gapTable(politeness)] : []),
          ],
  };
}

function ledgerText(ledger: PolitenessLedger, minDelayMs: number): Markup {
  const { hosts, hostsWithGap, requests, broken } = ledger;
  const kept =
    broken === 0
      ? "No host was asked again sooner than allowed."
      : `${counted(broken, "host was", "hosts were")} asked again sooner than allowed.`;
  return html`<p>${counted(requests, "request")} to ${counted(hosts, "host")} are recorded, ${count(hostsWithGap)} of which were asked more than once. ${kept}</p>
<p>Allowed is the current delay of the project, ${seconds(minDelayMs)}, or the crawl-delay of the host's robots.txt where that is longer. Measured is the least time from the end of a request to the start of the next one, by this machine's clock. Of each URL the last request is recorded; requests for robots.txt, and attempts that were tried again, are not.</p>`;
}

function severalText(connections: number): Markup {
  return html`<p>The project allows ${count(connections)} connections a host: so many requests may overlap, and a gap begins where the last one that was answered ended.</p>`;
}

function gapTable({ closest }: PolitenessLedger): Markup {
  return htmlTable(
    "The ten hosts whose shortest gap comes closest to the delay allowed",
    [{ title: "host" }, ...["requests", "shortest gap", "allowed"].map(figures)],
    closest.map(({ host, requests, gapMs, allowedMs }) => [
      foreign(host),
      count(requests),
      seconds(gapMs),
      seconds(allowedMs),
    ]),
  );
}

/** Shows what the crawl left out, and why. */
export function cutSection({
  totals,
  figures: { truncated, unusableLinks, formLinks, features },
  events,
}: RunReport): Section {
  const why = endOf(events);
  const { cut } = totals.states;
  const end =
    why === undefined
      ? html`<p>The crawl has not ended.</p>`
      : html`<p>The crawl ended because ${endInWords(why) ?? foreign(why)}; ${counted(waitingUrls(totals), "URL was", "URLs were")} queued then.</p>`;
  return {
    id: "cut",
    title: "Limits reached",
    parts: [
      end,
      ...(cut === 0
        ? []
        : [
            html`<p>${counted(cut, "link was", "links were")} evicted: the frontier was full, and these had the lowest priority.</p>`,
          ]),
      ...noTargets(features).map((text) => html`<p>${text}.</p>`),
      ...reasonTable(
        "Truncated pages, by the limit that they reached",
        "limit",
        "pages",
        truncated,
      ),
      ...reasonTable(
        "Links on pages that lead nowhere, by reason",
        "reason",
        "links",
        unusableLinks,
      ),
      ...reasonTable("Links to forms, which come last, by purpose", "purpose", "links", formLinks),
    ],
  };
}

function reasonTable(
  caption: string,
  title: string,
  unit: string,
  counts: ReadonlyMap<string, number>,
): Markup[] {
  if (counts.size === 0) return [];
  const largest = [...counts].sort(([, a], [, b]) => b - a);
  return [
    htmlTable(
      caption,
      [{ title }, figures(unit)],
      largest.map(([reason, of]) => [foreign(reason), count(of)]),
    ),
  ];
}
