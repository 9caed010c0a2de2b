/** The language of a page, declared or detected. */
import type { PageView } from "../page-view.ts";
import { changedView } from "../view-parts.ts";

/** Names the language of a text by ISO 639-1, with `undefined` where it is not sure. */
export type LanguageDetector = (text: string) => string | undefined;

/** Which pages have their language told by their text, and by what. */
export interface LanguageReading {
  readonly of: "undeclared" | "always";
  readonly detect: LanguageDetector;
}

/**
 * Least text from which a language is told, in bytes of UTF-8: a line or two, and a third of the
 * letters in scripts whose letters say more. A shorter text is a menu or a code as often as a sentence.
 */
const LEAST_BYTES = 100;

/** Most text that is looked at, in UTF-16 units: more of it changes nothing and takes time. */
const MOST_UNITS = 4_000;

const utf8 = new TextEncoder();

/** Returns a view with its language by the text, where that is asked for and the text is sure of it. */
export function withDetectedLanguage(view: PageView, reading: LanguageReading): PageView {
  const declared = view.language;
  if (declared !== undefined && reading.of === "undeclared") return view;
  const text = view.mainText.slice(0, MOST_UNITS);
  if (utf8.encode(text).length < LEAST_BYTES) return view;
  const detected = reading.detect(text);
  if (detected === undefined) return view;
  if (declared === undefined)
    return changedView(view, { language: detected, languageBy: "detected" });
  const said = detectedName(declared);
  // Serbian in Latin letters is told from Croatian by neither.
  if (said === "sr" && detected === "hr") return view;
  return said === detected || !DETECTED_LANGUAGES.has(said)
    ? view
    : changedView(view, { language: detected, languageBy: "corrected" });
}

/** Names under which languages are declared, and what the detector calls them. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
  ["iw", "he"],
  ["fil", "tl"],
  // Its texts are told from those of Malay by neither a person nor the detector.
  ["id", "ms"],
  ["in", "ms"],
]);

/** Returns the detector's name for the language of a tag: `pt` for `pt-br`. */
function detectedName(tag: string): string {
  const [primary = ""] = tag.split("-");
  return OTHER_NAMES.get(primary) ?? primary;
}

/**
 * Loads the detector of languages. Its tables take some 30 MB of heap, so that only those who ask
 * for it have it.
 */
export async function loadLanguageDetector(): Promise<LanguageDetector> {
  const { eld } = await import("eld/extrasmall");
  return (text) => {
    const found = eld.detect(text);
    return found.language !== "" && found.isReliable() ? found.language : undefined;
  };
}

/**
 * Languages that are detected, by ISO 639-1. A declared language that is not among them is never
 * corrected.
 */
export const DETECTED_LANGUAGES: ReadonlySet<string> = new Set(
  "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh".split(
    " ",
  ),
);
