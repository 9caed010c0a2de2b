import { html, Markup } from "./markup.ts";
import { type Plot, plotFigure } from "./plot.ts";

/** A part of a report, with its place in the list of contents. */
export interface Section {
  /** Name of its anchor. */
  readonly id: string;
  readonly title: string;
  readonly parts: readonly (Markup | Plot)[];
}

/** Writes a section with its heading. */
export function sectionHtml({ id, title, parts }: Section): Markup {
  const content = parts.map((part) => (part instanceof Markup ? part : plotFigure(part)));
  return html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${title}</h2>
${content}</section>
`;
}

/** Returns the plots of sections, in order. */
export function plotsOf(sections: readonly Section[]): readonly Plot[] {
  return sections.flatMap(({ parts }) =>
    parts.filter((part): part is Plot => !(part instanceof Markup)),
  );
}
