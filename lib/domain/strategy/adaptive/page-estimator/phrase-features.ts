import { pageTexts } from "../../../page/page-texts.ts";
import type { PageView } from "../../../page/page-view.ts";
import { phraseStopWordsOf } from "../../../text/phrase-stop-words.ts";
import { candidatePhrases } from "../../../text/rake.ts";

/** The texts of a page whose phrases are told apart, in the order of Xu, Yoon & Tourassi 2014: T₁, T₂, T₃. */
const TEXTS = ["body", "headings", "anchors"] as const;

/**
 * What Xu, Yoon & Tourassi 2014 know of a page: the key phrases of its main text, its headings and its
 * anchors as names of (text, phrase) pairs such as `headings: heart attack`, each once. Linear in the text.
 */
export function phraseFeatures(page: PageView): string[] {
  const texts = pageTexts(page);
  const stopWords = phraseStopWordsOf(page.language);
  return TEXTS.flatMap((text) =>
    candidatePhrases(texts[text], stopWords).map((phrase) => `${text}: ${phrase}`),
  );
}
