/** What the page of a report says of the features of a crawl. */
import { type FeatureCounts, signalsInWords } from "../feature-figures.ts";
import { counted } from "./figure-text.ts";
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
export function useEntries(report: RunReport): readonly (readonly [string, Content])[] {
  return [
    ["Signals", signalsText(report)],
    [
      "Licences",
      "Unknown, but for those that pages state, which are among the signals. The pages are the works of others; nothing here grants a right to them.",
    ],
  ];
}

function signalsText({ figures: { features } }: RunReport): Content {
  const { signals, purpose, reserved } = features.said;
  const asked =
    Object.keys(signals).length === 0
      ? "No page says what may be done with it."
      : [
          "Pages by what their sites say may be done with them: ",
          foreign(signalsInWords(signals)),
          ".",
        ];
  const kept =
    purpose === undefined
      ? "The project states no purpose, and exports leave none of them out."
      : `The stated purpose is ${purpose}; exports leave out ${counted(reserved, "page")} reserved against it.`;
  return [asked, " ", kept];
}
