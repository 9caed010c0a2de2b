import * as lists from "stopword";

/** ISO 639-1 codes of the `stopword` package's lists, which are named by ISO 639-3. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  bg: lists.bul,
  cs: lists.ces,
  da: lists.dan,
  de: lists.deu,
  el: lists.ell,
  en: lists.eng,
  es: lists.spa,
  fi: lists.fin,
  fr: lists.fra,
  hu: lists.hun,
  it: lists.ita,
  nl: lists.nld,
  no: lists.nob,
  pl: lists.pol,
  pt: lists.por,
  ro: lists.ron,
  ru: lists.rus,
  sv: lists.swe,
  tr: lists.tur,
  uk: lists.ukr,
};

const sets = new Map<string, ReadonlySet<string>>();

/**
 * Returns the stop words of a language tag (`de`, `pt-br`). A language that is unknown or has no
 * list is treated as English.
 */
export function stopWordsOf(language: string | undefined): ReadonlySet<string> {
  const code = language?.slice(0, 2) ?? "en";
  const known = LISTS[code] === undefined ? "en" : code;
  let set = sets.get(known);
  if (set === undefined) {
    set = new Set(LISTS[known]);
    sets.set(known, set);
  }
  return set;
}
