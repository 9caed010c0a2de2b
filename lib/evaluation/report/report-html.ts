/** The report of a run as HTML, section by section. */
import { lastLabelNotes } from "../../crawl/labels.ts";
import { knownUrls, waitingUrls } from "../../crawl/report-crawl.ts";
import { PRICES } from "../../domain/cost/cost.ts";
import type { Json } from "../../domain/json.ts";
import { harvestRate, type PageShares } from "../../domain/measures/harvest-rate.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { type ChangeFigures, changedHosts, countsByChange } from "../change-figures.ts";
import type { LinkCalibration } from "../link-calibration.ts";
import type { GrowthPoint } from "../run-figures.ts";
import { endsInWords, siteEndInWords } from "../seed-outcomes.ts";
import { BY_OWN, BY_PEOPLE, BY_TRUTH, NOT_JUDGED, percent } from "../verdict-words.ts";
import {
  askedSection,
  foundSection,
  nextSection,
  shownSection,
  sureSection,
} from "./answer-sections.ts";
import { cardSection } from "./card-section.ts";
import { count, counted, dollars, moment, score, wordOf } from "./figure-text.ts";
import {
  cutSection,
  harvestSection,
  outcomesSection,
  politenessSection,
  precisionSection,
  recallSection,
} from "./harvest-sections.ts";
import {
  bar,
  type Content,
  figures,
  foldedTable,
  foreign,
  html,
  htmlTable,
  Markup,
} from "./markup.ts";
import { calibrationPlot, growthPlot } from "./plots.ts";
import type { RunReport } from "./run-report.ts";
import { type Chapters, foldedHtml, type Section, sectionHtml } from "./section.ts";
import { STYLE } from "./style.ts";

/** Makes the parts of a report, in order; those with nothing to say are left out. */
export function reportChapters(report: RunReport): Chapters {
  const made = (sections: readonly ((report: RunReport) => Section)[]) =>
    sections.map((section) => section(report)).filter(({ parts }) => parts.length > 0);
  return {
    answers: made([
      askedSection,
      foundSection,
      sureSection,
      changesSection,
      nextSection,
      shownSection,
    ]),
    plots: made([
      harvestSection,
      precisionSection,
      recallSection,
      calibrationSection,
      frontierSection,
    ]),
    details: made([
      seedsSection,
      hostsSection,
      typesSection,
      outcomesSection,
      politenessSection,
      cutSection,
      costSection,
      modelsSection,
      cardSection,
      projectSection,
    ]),
  };
}

/** Writes a report as one HTML file that needs nothing else: no script, and nothing is loaded. */
export function reportHtml(report: RunReport, chapters: Chapters): string {
  const { request, writtenAt, version } = report;
  const { answers, plots, details } = chapters;
  const linked = [...answers, ...plots, DETAILS];
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>Crawl report: ${request.name}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<h1>Crawl report: ${foreign(request.name)}</h1>
<p class="lead">${summaryOf(report)}</p>
<nav aria-label="Contents"><ul>${linked.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main>
${answers.map(sectionHtml)}${plots.map(sectionHtml)}<section id="${DETAILS.id}" aria-labelledby="details-heading">
<h2 id="details-heading">${DETAILS.title}</h2>
${details.map(foldedHtml)}</section>
</main>
<footer><p>Written ${moment(writtenAt)} by Dowser ${version}.</p></footer>
</body>
</html>
`;
  return page.text;
}

const DETAILS = { id: "details", title: "Details" } as const;

/** Says in two sentences what came of what was asked; the best judgement that there is counts. */
function summaryOf({ totals, sample, byTruth, request, figures: { span } }: RunReport): Markup {
  const { fetched, targets, harvestRate } = totals;
  const { topic, words, examplePage, files } = request.need;
  const what = files.length === 0 ? "pages" : "files";
  const about = topic === undefined ? "" : html` about <q>${foreign(topic)}</q>`;
  const beside = words.length === 0 ? "" : html` with words as ${foreign(words.join(", "))}`;
  const like = examplePage === undefined ? "" : html` made like ${foreign(examplePage)}`;
  const when = span === undefined ? "" : ` on ${moment(span[0]).slice(0, 10)}`;
  const asked = html`A search for ${what}${about}${beside}${like}${when}.`;
  if (fetched === 0) return html`${asked} No page was fetched.`;
  if (targets === 0 && byTruth === undefined)
    return html`${asked} No relevant page was found among ${counted(fetched, "page")}.`;
  const [of, by, first = fetched] =
    sample !== undefined && sample.frame === "pages"
      ? [sample.precision.share, BY_PEOPLE, sample.pages]
      : byTruth !== undefined
        ? [byTruth.harvest.share, BY_TRUTH]
        : [harvestRate, `${BY_OWN}: ${NOT_JUDGED}`];
  const among = first < fetched ? ` of the first ${count(first)}` : "";
  return html`${asked} ${counted(fetched, "page")} fetched; ${percent(of)}${among} are relevant ${by}.`;
}

/** Shows what became of the seeds, and the sites with the most pages, where there are several. */
function seedsSection({ seeds }: RunReport): Section {
  const title = "Seeds and sites";
  if (seeds === undefined) return { id: "seeds", title, parts: [] };
  const { given, outcomes, sites, ends, most } = seeds;
  const outcomeTable = htmlTable(
    "Seeds by outcome",
    [{ title: "outcome" }, figures("seeds")],
    Object.entries(outcomes).map(([key, of]) => [foreign(key.replace(":", ": ")), count(of)]),
  );
  const siteTable = htmlTable(
    "The sites with the most pages",
    [
      { title: "site" },
      ...["seeds", "pages", "predicted relevant", "predicted harvest"].map(figures),
      { title: "why it ended" },
    ],
    most.map((site) => [
      foreign(site.site),
      ...[site.seeds, site.pages, site.targets].map(count),
      percent(site.pages === 0 ? undefined : site.targets / site.pages),
      foreign(siteEndInWords(site)),
    ]),
  );
  const says = html`<p>${counted(given, "seed was", "seeds were")} given. ${counted(sites, "site is", "sites are")} known, each a registrable domain with all its hosts: ${endsInWords(ends)}.</p>`;
  return { id: "seeds", title, parts: [says, outcomeTable, siteTable] };
}

/** Most hosts that are named. */
const MOST_HOSTS = 20;

/** Shows what a recrawl found, compared with the visits before, and what it cost. */
function changesSection({ changes }: RunReport): Section {
  const parts = changes === undefined ? [] : [saysOf(changes), ...tablesOf(changes)];
  return { id: "changes", title: "What has changed", parts };
}

function saysOf({ known, notVisited, sentBytes, bodyBytes, ...counts }: ChangeFigures): Markup {
  const found = countsByChange(counts)
    .map(([change, urls]) => `${count(urls)} ${change}`)
    .join(", ");
  const [sent, all] = [sentBytes, bodyBytes].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
  return html`<p>The runs before had fetched ${counted(known, "URL")}. Of the URLs visited since: ${found}. ${counted(notVisited, "known URL was", "known URLs were")} not visited.</p>
<p>Unpacked, ${sent} of bodies were sent. All pages visited have ${all}.</p>`;
}

function tablesOf({ hosts, unanswered }: ChangeFigures): Markup[] {
  const { found, rows: visits } = changedHosts({ hosts }, MOST_HOSTS);
  const byHost = foldedTable(
    "Hosts with most visits",
    [{ title: "host" }, ...found.map(figures)],
    visits.map(([host, counts]) => [foreign(host), ...counts.map(count)]),
  );
  const reasons = Object.entries(unanswered);
  if (reasons.length === 0) return [byHost];
  const rows = reasons.map(([reason, urls]) => [foreign(reason), count(urls)]);
  return [
    byHost,
    foldedTable("Known URLs that gave no answer", [{ title: "reason" }, figures("URLs")], rows),
  ];
}

/** Shows the hosts of the pages. */
function hostsSection({ totals, figures: { hosts } }: RunReport): Section {
  const says = html`<p>Pages were fetched from ${counted(hosts.largest.length + hosts.others.names, "host")}; links in scope led to ${count(totals.hosts)}.</p>`;
  const parts =
    hosts.largest.length === 0 ? [] : [says, sharesTable("Hosts with most pages", "host", hosts)];
  return { id: "hosts", title: "Hosts", parts };
}

/** Shows the types of the pages, where the strategy tells them apart. */
function typesSection({ figures: { types } }: RunReport): Section {
  const parts =
    types === undefined ? [] : [sharesTable("Page types with most pages", "page type", types)];
  return { id: "types", title: "Page types", parts };
}

/** Shows shares of the pages; one name alone has them all, and no bar. */
function sharesTable(caption: string, title: string, { largest, others }: PageShares) {
  const all = largest.reduce((sum, { pages }) => sum + pages, others.pages);
  const hasBars = largest.length > 1;
  const columns = [
    { title },
    ...["pages", "relevant pages", "harvest rate"].map(figures),
    ...(hasBars ? [figures("share of all pages")] : []),
  ];
  const cells = (name: Content, pages: number, targets: number) => [
    name,
    count(pages),
    count(targets),
    percent(harvestRate(targets, pages)),
    ...(hasBars ? [html`${percent(pages / all)}${bar(pages / all)}`] : []),
  ];
  const rows = largest.map(({ name, pages, targets }) => cells(foreign(name), pages, targets));
  const rest = cells(`${count(others.names)} others`, others.pages, others.targets);
  return htmlTable(
    `${caption}; relevant pages ${BY_OWN}`,
    columns,
    others.names === 0 ? rows : [...rows, rest],
  );
}

/** Compares predicted and actual utilities of links. */
function calibrationSection({ figures: { calibration } }: RunReport): Section {
  return { id: "calibration", title: "Calibration", parts: calibrationParts(calibration) };
}

const PREDICTED = {
  page: "the score of its page",
  "page-or-behind": "the score of its page or of the best page behind it, whichever is greater",
} as const;

function calibrationParts(calibration: LinkCalibration | undefined): Section["parts"] {
  if (calibration === undefined || calibration.pages === 0) return [];
  const { predicts, bins, error, pages } = calibration;
  const says = html`<p>Of each link that was fetched: ${PREDICTED[predicts]}, against what its model had predicted. ${counted(pages, "page")}; expected calibration error ${percent(error)}. Both scores are the crawl's own, from 0 to 1. Links that were never fetched are not among them.</p>`;
  const table = foldedTable(
    "Predictions in bins of a tenth",
    ["predicted score, mean", "actual score, mean", "links"].map(figures),
    bins.map(({ predicted, observed, count: links }) => [
      score(predicted),
      score(observed),
      count(links),
    ]),
  );
  return [says, calibrationPlot(calibration), table];
}

/** Most rows of the table next to the plot. */
const MOST_ROWS = 10;

/** Shows how the frontier grew, as far as it is known afterwards. */
function frontierSection({ figures: { growth }, totals }: RunReport): Section {
  const says = html`<p>${count(knownUrls(totals))} distinct URLs are known now, and ${count(waitingUrls(totals))} of them are queued. How many were queued in the past is not stored. A URL counts as discovered with the page on its kept path from a seed: where a shorter path was found later, that is a little later than it was.</p>`;
  const parts = growth.length < 2 ? [] : [says, growthPlot(growth), growthTable(growth)];
  return { id: "frontier", title: "Frontier", parts };
}

function growthTable(points: readonly GrowthPoint[]): Markup {
  const step = Math.max(1, Math.ceil((points.length - 1) / MOST_ROWS));
  const rows = points.filter((_, index) => (points.length - 1 - index) % step === 0);
  return foldedTable(
    "URLs discovered and processed",
    ["pages fetched", "URLs discovered", "URLs processed"].map(figures),
    rows.map(({ pages, discovered, processed }) => [pages, discovered, processed].map(count)),
  );
}

/** Shows the cost of the crawl. */
function costSection({ cost }: RunReport): Section {
  const parts =
    cost === undefined
      ? []
      : [
          html`<p>$${dollars(cost.total)} at list prices of ${PRICES.region}, ${PRICES.month}, without free tiers; what is kept from month to month is not in it.</p>`,
          htmlTable(
            "Dollars by service",
            [{ title: "service" }, figures("$")],
            Object.entries(cost.services).map(([service, of]) => [service, dollars(of)]),
          ),
        ];
  return { id: "cost", title: "Cost", parts };
}

/** Most trainings that are listed: of more, the first and the last ones. */
const MOST_TRAININGS = 20;

/** Shows which models decided. */
function modelsSection({ events, request }: RunReport): Section {
  const trainings = events.filter(({ kind }) => kind === "trained");
  const listed =
    trainings.length <= MOST_TRAININGS
      ? trainings
      : [...trainings.slice(0, 1), ...trainings.slice(1 - MOST_TRAININGS)];
  const left = trainings.length - listed.length;
  const last = wordOf(trainings.at(-1)?.detail["model"]);
  const named = last === "" ? "" : html` The last is <code>${last}</code>.`;
  const leftOut = left > 0 ? ` ${count(left)} earlier versions are not shown.` : "";
  const says = html`<p>Strategy ${request.strategy}; ${counted(trainings.length, "version of its model was", "versions of its model were")} trained. A version is named by the hash of its content, and signs every decision in the corpus.${named}${leftOut}</p>`;
  const notes = lastLabelNotes(events).map((note) => html`<p>${foreign(note)}</p>`);
  const parts = trainings.length === 0 ? [] : [says, ...notes, trainingTable(listed)];
  return { id: "models", title: "Models", parts };
}

function trainingTable(trainings: readonly RunEvent[]): Markup {
  return htmlTable(
    "Model versions",
    [{ title: "trained" }, figures("on pages"), figures("links rescored"), { title: "model" }],
    trainings.map(({ at, detail: { pages, rescored, model, phase } }) => [
      moment(at),
      figureOf(pages),
      figureOf(rescored),
      html`<code>${shortHash(wordOf(model))}</code> ${foreign(wordOf(phase))}`,
    ]),
  );
}

/** Shortens a hash to enough digits to distinguish the models of a run. */
function shortHash(hash: string): string {
  return `${hash.slice(hash.indexOf(":") + 1).slice(0, 12)}…`;
}

function figureOf(value: unknown): string {
  return typeof value === "number" ? count(value) : "–";
}

/** Shows the request of the crawl, word for word. */
function projectSection({ request }: RunReport): Section {
  return {
    id: "project",
    title: "Project file",
    parts: [
      html`<p>As it was read, defaults filled in.</p><pre tabindex="0" aria-label="Project file">${compactJson(request.project)}</pre>`,
    ],
  };
}

/** Writes JSON by lines, with each list of plain values on one line. */
function compactJson(value: Json): string {
  // A line break occurs between values only: within a string it is written as two letters.
  return JSON.stringify(value, undefined, 2).replaceAll(
    /\[\n\s+([^[\]{}]*?)\n\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/\n\s+/g, " ")}]`,
  );
}
