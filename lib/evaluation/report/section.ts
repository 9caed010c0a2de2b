import { html, Markup } from "./markup.ts";
import { type Plot, plotFigure } from "./plot.ts";

/** A part of a report, with its place in the list of contents. */
export interface Section {
  /** Name of its anchor. */
  readonly id: string;
  readonly title: string;
  readonly parts: readonly (Markup | Plot)[];
}

/** The parts of a report, in the order in which it is read. */
export interface Chapters {
  /** What was asked, what was found, how sure that is, what to do next, and the best pages. */
  readonly answers: readonly Section[];
  readonly plots: readonly Section[];
  /** Tables and records, folded. */
  readonly details: readonly Section[];
}

/** Writes a section with its heading. */
export function sectionHtml({ id, title, parts }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${title}</h2>
${parts.map(partHtml)}</section>
`;
}

/** Writes a section that its reader unfolds; a link to its anchor unfolds it, too. */
export function foldedHtml({ id, title, parts }: Section): Markup {
  return html`<details class="section"><summary><h3 id="${id}-heading">${title}</h3></summary>
<section id="${id}" aria-labelledby="${id}-heading">${parts.map(partHtml)}</section></details>
`;
}

function partHtml(part: Markup | Plot): Markup {
  return part instanceof Markup ? part : plotFigure(part);
}

/** Returns the plots of a report, in order. */
export function plotsOf({ answers, plots, details }: Chapters): readonly Plot[] {
  return [...answers, ...plots, ...details].flatMap(({ parts }) =>
    parts.filter((part): part is Plot => !(part instanceof Markup)),
  );
}
