import { BY_OWN, BY_PEOPLE, BY_TRUTH, percent } from "../verdict-words.ts";
import {
  askedSection,
  foundSection,
  nextSection,
  shownSection,
  sureSection,
} from "./answer-sections.ts";
import { cardSection } from "./card-section.ts";
import { changesSection } from "./change-section.ts";
import { counted, moment } from "./figure-text.ts";
import { harvestSection, precisionSection, recallSection } from "./harvest-sections.ts";
import { calibrationSection, frontierSection } from "./link-sections.ts";
import { foreign, html, Markup } from "./markup.ts";
import { cutSection, outcomesSection, politenessSection } from "./outcome-sections.ts";
import { hostsSection, typesSection } from "./page-sections.ts";
import type { RunReport } from "./run-report.ts";
import { costSection, modelsSection, projectSection } from "./run-sections.ts";
import { type Chapters, foldedHtml, type Section, sectionHtml } from "./section.ts";
import { seedsSection } from "./seed-section.ts";
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
  const { topic, examplePage, files } = request.need;
  const what = files.length === 0 ? "pages" : "files";
  const about = topic === undefined ? "" : html` about <q>${foreign(topic)}</q>`;
  const like = examplePage === undefined ? "" : html` made like ${foreign(examplePage)}`;
  const when = span === undefined ? "" : ` on ${moment(span[0]).slice(0, 10)}`;
  const asked = html`A search for ${what}${about}${like}${when}.`;
  if (fetched === 0) return html`${asked} No page was fetched.`;
  if (targets === 0 && byTruth === undefined)
    return html`${asked} No target page was found among ${counted(fetched, "page")}.`;
  const [of, by] =
    sample !== undefined && sample.frame === "pages"
      ? [sample.precision.share, BY_PEOPLE]
      : byTruth !== undefined
        ? [byTruth.harvest.share, BY_TRUTH]
        : [harvestRate, BY_OWN];
  return html`${asked} ${counted(fetched, "page")} fetched; ${percent(of)} are target pages ${by}.`;
}
