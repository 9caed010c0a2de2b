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

/**
 * English function words that the short list leaves out, since they do not harm the similarity of
 * texts. They do harm between phrases: without them one phrase runs into the next.
 */
const ENGLISH = `
  able above according across actually again against ago almost alone along already although always
  among anyone anything anywhere apart around aside away became become becomes below beside besides
  beyond brought called cannot certain certainly clearly consider considered contained containing
  contains currently despite does doing done down due during eg either else enough entire especially etc
  even ever every everyone everything except far few finally find first follow followed following
  follows former found further furthermore gave generally gets getting give given gives giving go goes
  going gone hence hereby hers herself however ie include included includes including indeed inside
  instead itself just keep kept know known later latter least less let likely little longer look looking
  made mainly makes making may maybe merely moreover mostly myself namely near nearly need needed needs
  neither nevertheless next no nobody non none nor not nothing obtain obtained off often once one ones
  onto others otherwise ought ours ourselves own particular particularly per perhaps please possible
  possibly probably provide provided provides put quite rather really recently regarding relatively
  respectively saw see seem seems seen sees several shall she show showed shown shows similar similarly
  simply so sometimes somewhere soon sure taken takes taking tell tends theirs thereby therefore therein
  thing things think thus till together toward towards try trying twice two unless unlike until upon us
  use used uses using usually various versus via viz want wants went whatever when whenever whereas
  wherever whether whichever whole whom whose why will within without yes yet yours yourself yourselves
`;

let english: ReadonlySet<string> | undefined;

/**
 * Returns the words that separate the phrases of a text in the language of a tag (`de`, `pt-br`).
 * They are its stop words, and for English more of its function words. A language that is unknown
 * or has no list is treated as English.
 */
export function phraseStopWordsOf(language: string | undefined): ReadonlySet<string> {
  const stopWords = stopWordsOf(language);
  if (stopWords !== stopWordsOf("en")) return stopWords;
  english ??= new Set([...stopWords, ...ENGLISH.trim().split(/\s+/)]);
  return english;
}
