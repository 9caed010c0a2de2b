import { decidingWords, excerptOf } from "../excerpt.ts";
import type { ShownPage } from "../run-figures.ts";
import { BY_OWN } from "../verdict-words.ts";
import { foundFigures, nextSteps, sureInWords } from "./answers.ts";
import { lookedFor, named, webText } from "./card-section.ts";
import { count, counted, score } from "./figure-text.ts";
import { type Content, foreign, html, type Markup } from "./markup.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Says what the crawl was asked for. */
export function askedSection(report: RunReport): Section {
  const { strategy, seeds, queries, scope } = report.request;
  const entries: readonly (readonly [string, Content])[] = [
    ["Topic", lookedFor(report)],
    ["Seeds", named(seeds)],
    ...(queries.length === 0 ? [] : [["Seed queries", named(queries)] as const]),
    ["Hosts", HOSTS.get(scope.hosts) ?? scope.hosts],
    ["Method", html`Strategy ${strategy}, ${webText(report)}.`],
  ];
  const list = html`<dl class="card">${entries.map(([term, text]) => html`<dt>${term}</dt><dd>${text}</dd>`)}</dl>`;
  return { id: "asked", title: "What was asked", parts: [list] };
}

/** The values of `scope.hosts` in words. */
const HOSTS: ReadonlyMap<string, string> = new Map([
  ["any", "any that links lead to"],
  ["seeds", "those of the seeds alone"],
]);

/** Shows the key figures; says so when there is no target page, and why. */
export function foundSection(report: RunReport): Section {
  const { missing, totals, byTruth } = report;
  const figures = html`<dl class="key">${foundFigures(report).map(({ name, value, note }) => html`<div><dt>${name}</dt><dd>${value}<small>${unbroken(note)}</small></dd></div>`)}</dl>`;
  const nothing =
    totals.fetched === 0
      ? "No page was fetched."
      : (byTruth?.targets ?? 0) > 0
        ? "The crawl itself calls no page relevant."
        : "No relevant page was found.";
  const why =
    missing === undefined
      ? []
      : [html`<p class="verdict">${nothing}</p><ul>${missing.reasons.map(reasonLine)}</ul>`];
  return { id: "found", title: "What was found", parts: [...why, figures] };
}

/** Keeps figures and their per cent signs on one line. */
function unbroken(text: string): string {
  return text.replaceAll(" %", "\u00a0%");
}

function reasonLine(line: string): Markup {
  return line.startsWith(" ")
    ? html`<li class="under">${foreign(line.trim())}</li>`
    : html`<li>${foreign(line)}</li>`;
}

/** Says how sure the figures are. */
export function sureSection(report: RunReport): Section {
  const says = sureInWords(report);
  const list = html`<ul>${says.map((line) => html`<li>${unbroken(line)}</li>`)}</ul>`;
  return { id: "sure", title: "How sure that is", parts: says.length === 0 ? [] : [list] };
}

/** Says what to do next, with the commands that do it. */
export function nextSection(report: RunReport): Section {
  const steps = nextSteps(report).map(
    ({ text, command }) =>
      html`<li><bdi>${withOptions(text)}</bdi>${command === undefined ? "" : html`<br><code><bdi>${withOptions(command)}</bdi></code>`}</li>`,
  );
  return { id: "next", title: "What to do next", parts: [html`<ol>${steps}</ol>`] };
}

/** Keeps the options of a command in one piece: a browser breaks lines between two hyphens. */
function withOptions(text: string): Content {
  return text
    .split(/(--[a-z-]+)/u)
    .map((part) => (part.startsWith("--") ? html`<span class="option">${part}</span>` : part));
}

/** Length of the excerpts, in UTF-16 units. */
const EXCERPT = 320;

/** Shows the top-scoring target pages, with their text and the reason for the score. */
export function shownSection(report: RunReport): Section {
  const { shown } = report.figures;
  const title =
    shown.length === 1 ? "The top-scoring page" : `The ${count(shown.length)} top-scoring pages`;
  const says = html`<p>Of ${counted(report.totals.targets, "relevant page")} ${BY_OWN}. Scores are from 0 to 1; words that decided are marked.</p>`;
  const list = html`<ol class="pages">${shown.map((page) => shownHtml(page, report))}</ol>`;
  return { id: "pages", title, parts: shown.length === 0 ? [] : [says, list] };
}

function shownHtml({ url, title, utility, why }: ShownPage, { texts, request }: RunReport): Markup {
  const pieces = excerptOf(texts.get(url) ?? "", decidingWords(why, request.need), EXCERPT);
  const text = pieces.map(({ text, isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text));
  const excerpt = pieces.length === 0 ? "" : html`<p class="excerpt"><bdi>${text}</bdi></p>`;
  return html`<li><a href="${url}" rel="nofollow noopener noreferrer">${foreign(title.trim() === "" ? url : title)}</a>
<p class="url">${foreign(url)}</p>${excerpt}<p class="why">Score ${score(utility)}: ${foreign(why)}</p></li>
`;
}
