/** What the page of a report says of the features of a crawl. */
import { type FeatureCounts, useInWords } from "../feature-figures.ts";
import { counted, sentence } from "./figure-text.ts";
import { type Content, foreign, html, type Markup } from "./markup.ts";
import type { RunReport } from "./run-report.ts";

/** Says which pages are not relevant whatever their content. */
export function noTargets({ noindex, copies }: FeatureCounts): readonly Markup[] {
  const pages = (number: number) =>
    counted(number, "page is not relevant", "pages are not relevant");
  return [
    ...(noindex === 0
      ? []
      : [
          html`<p>${pages(noindex)} because the site asks to keep it out of indexes (noindex).</p>`,
        ]),
    ...(copies === 0 ? [] : [html`<p>${pages(copies)}, as copies of pages fetched before.</p>`]),
  ];
}

/** Says for the card of the data set what sites allow to do with their pages. */
export function useEntries({
  figures: { features },
}: RunReport): readonly (readonly [string, Content])[] {
  const { asked = "no page says what may be done with it", kept } = useInWords(features.said);
  return [
    ["Signals", [foreign(sentence(asked)), ". ", sentence(kept), "."]],
    [
      "Licences",
      "Unknown, but for those that pages state, which are among the signals. The pages are the works of others; nothing here grants a right to them.",
    ],
  ];
}
