import { useOnCard } from "../feature-figures.ts";
import { BY_OWN } from "../verdict-words.ts";
import { count, counted, moment, seconds, sentence } from "./figure-text.ts";
import { type Content, foreign, html, type Markup } from "./markup.ts";
import type { RunReport } from "./run-report.ts";
import type { Section } from "./section.ts";

/** Most seeds and rules that are named; the project file has the others. */
const MOST_NAMED = 10;

/**
 * Makes the card of the data set: its contents, its origin, and what is known and unknown about it.
 */
export function cardSection(report: RunReport): Section {
  const entries: readonly (readonly [string, Content])[] = [
    ["What", whatText(report)],
    ["Topic", lookedFor(report)],
    ["Method", howText(report)],
    ["When", whenText(report)],
    ["Scope and exclusions", scopeText(report)],
    ["robots.txt", robotsText(report)],
    ...useOnCard(report.figures.features.said).map(
      ([term, texts]) => [term, texts.map((text) => [foreign(sentence(text)), ". "])] as const,
    ),
    [
      "Personal data",
      "Pages of the web may hold personal data: names, words and pictures of people who did not ask to be in a corpus. None was removed. Who uses or hands on the pages answers for that under the law that applies.",
    ],
  ];
  const card = html`<dl class="card">${entries.map(([term, text]) => html`<dt>${term}</dt><dd>${text}</dd>`)}</dl>`;
  return { id: "card", title: "Dataset card", parts: [card] };
}

function whatText({ totals: { fetched, targets, bodyBytes }, figures }: RunReport): string {
  const hosts = figures.hosts.largest.length + figures.hosts.others.names;
  return `${counted(fetched, "page")} of ${counted(hosts, "host")}, ${(bodyBytes / 1e6).toFixed(1)} MB without headers, as the servers sent them; ${count(targets)} of them are relevant ${BY_OWN}. Each with score, reasons, model and crawl path.`;
}

/** Returns what the crawl looked for, in words. */
export function lookedFor({ request: { need } }: RunReport): Content {
  const { topic, words, ontology, terms, good, bad, examplePage, hasPaths, files, detect } = need;
  const parts = [
    files.length === 0 ? [] : [html`files of the types ${foreign(files.join(", "))}`],
    detect === undefined ? [] : [DETECTED[detect]],
    topic === undefined ? [] : [foreign(topic)],
    words.length === 0 ? [] : [html`words as ${foreign(words.join(", "))}`],
    ontology === undefined ? [] : [html`what the ontology ${foreign(ontology)} knows of it`],
    terms === 0 ? [] : [counted(terms, "term of its own", "terms of its own")],
    good + bad === 0
      ? []
      : [
          `${counted(good, "example page")} that ${good === 1 ? "is" : "are"} relevant, ${count(bad)} that ${bad === 1 ? "is" : "are"} not`,
        ],
    examplePage === undefined ? [] : [html`pages made like ${foreign(examplePage)}`],
    hasPaths ? ["pages like those that click paths lead to"] : [],
  ].flat();
  if (parts.length === 0) return "Nothing in particular: no topic and no examples.";
  return parts.map((part, index) => (index === 0 ? part : ["; ", part]));
}

const DETECTED = {
  comments: "pages with comments of readers",
  "user-content": "pages with content that users created",
};

function howText({ request, version }: RunReport): Content {
  const { strategy, seeds, queries } = request;
  const searched = queries.length === 0 ? "" : html` Seed queries: ${named(queries)}.`;
  return html`Dowser ${version}, strategy ${strategy}, ${webText({ request })}. Seeds: ${named(seeds)}.${searched}`;
}

/** Returns on which web the crawl ran, and how it asked, in words. */
export function webText({ request }: Pick<RunReport, "request">): Content {
  const { recordings, minDelayMs, contact } = request;
  return recordings === undefined
    ? html`on the live web, at least ${seconds(minDelayMs)} between two requests to a host${contact === undefined ? "" : [", contact ", foreign(contact)]}`
    : html`on recordings: ${foreign(recordings.join(", "))}`;
}

function whenText({ figures: { span }, request }: RunReport): string {
  if (span === undefined) return "Nothing was fetched yet.";
  const [first, last] = span;
  const recorded =
    request.recordings === undefined ? "" : " The pages are as old as the recording.";
  return `From ${moment(first)} to ${moment(last)}.${recorded}`;
}

function scopeText({ request: { scope } }: RunReport): Markup {
  const rules: readonly (readonly [string, readonly string[]])[] = [
    ["only hosts", scope.allowHosts],
    ["never hosts", scope.denyHosts],
    ["only paths", scope.allowPatterns],
    ["never paths", scope.denyPatterns],
    ["only languages", scope.languages],
    ["only media types", scope.mediaTypes],
  ];
  const stated = rules.filter(([, names]) => names.length > 0);
  const depth =
    scope.maxDepth === undefined ? "" : `; at most ${counted(scope.maxDepth, "link")} from a seed`;
  return html`Hosts: ${scope.hosts}${depth}${stated.map(([rule, names]) => html`; ${rule} ${named(names)}`)}. Crawler traps are kept out. What each rule kept out is counted under <a href="#outcomes">Outcomes and refusals</a>.`;
}

function robotsText({ totals: { reasons }, request }: RunReport): string {
  if (request.recordings !== undefined) return "Not asked: the crawl ran on a recording.";
  const forbidden = reasons["refused:robots"] ?? 0;
  const unreachable = reasons["refused:robots-unreachable"] ?? 0;
  return `Obeyed (RFC 9309). ${counted(forbidden, "URL was", "URLs were")} refused by rules, ${count(unreachable)} because rules could not be read.`;
}

/** Names the first of several things, and how many more there are. */
export function named(names: readonly string[]): Content {
  if (names.length === 0) return "none";
  const left = names.length - MOST_NAMED;
  const more = left > 0 ? ` and ${count(left)} more` : "";
  return [foreign(names.slice(0, MOST_NAMED).join(", ")), more];
}
