import {
  BY_OWN,
  intervalInWords,
  OWN_EXPLAINED,
  OWN_HARVEST,
  OWN_TARGETS,
} from "../verdict-words.ts";
import { cardSection } from "./card-section.ts";
import { count, counted, moment, share } from "./figure-text.ts";
import { harvestSection, precisionSection, recallSection } from "./harvest-sections.ts";
import { calibrationSection, frontierSection } from "./link-sections.ts";
import { foreign, html, Markup } from "./markup.ts";
import { cutSection, outcomesSection, politenessSection } from "./outcome-sections.ts";
import { hostsSection, shownSection, typesSection } from "./page-sections.ts";
import type { RunReport } from "./run-report.ts";
import { costSection, modelsSection, projectSection } from "./run-sections.ts";
import { type Section, sectionHtml } from "./section.ts";
import { STYLE } from "./style.ts";

/** Makes the parts of a report, in order. */
export function reportSections(report: RunReport): readonly Section[] {
  return [
    harvestSection,
    precisionSection,
    recallSection,
    hostsSection,
    typesSection,
    shownSection,
    calibrationSection,
    frontierSection,
    outcomesSection,
    politenessSection,
    cutSection,
    costSection,
    modelsSection,
    cardSection,
    projectSection,
  ].map((section) => section(report));
}

/** Writes a report as one HTML file that needs nothing else: no script, and nothing is loaded. */
export function reportHtml(report: RunReport, sections: readonly Section[]): string {
  const { request, writtenAt, version } = report;
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
${keyFigures(report)}
<nav aria-label="Contents"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main>
${sections.map(sectionHtml)}</main>
<footer><p>Written ${moment(writtenAt)} by Dowser ${version}.</p></footer>
</body>
</html>
`;
  return page.text;
}

function summaryOf({ totals, request, figures: { span } }: RunReport): Markup {
  const { fetched, targets } = totals;
  const { topic, examplePage, files } = request.need;
  const what = files.length === 0 ? "pages" : "files";
  const about = topic === undefined ? "" : html` about <q>${foreign(topic)}</q>`;
  const like = examplePage === undefined ? "" : html` made like ${foreign(examplePage)}`;
  const when = span === undefined ? "" : `, ${moment(span[0]).slice(0, 10)}`;
  return html`Strategy ${request.strategy} looked for ${what}${about}${like}: ${counted(fetched, "page")} fetched, ${counted(targets, "target page")} ${BY_OWN}${when}.`;
}

function keyFigures({ totals, figures, knownTargets, sample }: RunReport): Markup {
  const { fetched, targets, harvestRate, bodyBytes } = totals;
  const byTruth = figures.precision.truth.at(-1)?.cumulative.share;
  const found = figures.harvest.at(-1)?.trueTargets ?? 0;
  const key: readonly (readonly [string, string])[] = [
    ["pages fetched", count(fetched)],
    ...(sample === undefined
      ? []
      : [
          [
            sample.frame === "pages" ? "precision by a person" : "precision of targets by a person",
            `${share(sample.precision.share)} (${intervalInWords(sample.precision)})`,
          ] as const,
        ]),
    ...(byTruth === undefined ? [] : [["harvest rate by truth", share(byTruth)] as const]),
    ...(knownTargets === undefined
      ? []
      : [["target recall", share(found / knownTargets)] as const]),
    [OWN_TARGETS, count(targets)],
    [OWN_HARVEST, share(harvestRate)],
    ["megabytes", (bodyBytes / 1e6).toFixed(1)],
  ];
  return html`<dl class="key">${key.map(([term, figure]) => html`<div><dt>${term}</dt><dd>${figure}</dd></div>`)}</dl><p>${OWN_EXPLAINED}.</p>`;
}
