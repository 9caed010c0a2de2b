import { stopWordsOf } from "./stop-words.ts";

/**
 * English function words that the short list leaves out, since for the similarity of texts they do no
 * harm. Between phrases they do: left in, they run one phrase into the next.
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
 * Words that part the phrases of a text in a language tag's language (`de`, `pt-br`): its stop words, and
 * in English more of its function words; English for one without a list, or unknown.
 */
export function phraseStopWordsOf(language: string | undefined): ReadonlySet<string> {
  const stopWords = stopWordsOf(language);
  if (stopWords !== stopWordsOf("en")) return stopWords;
  english ??= new Set([...stopWords, ...ENGLISH.trim().split(/\s+/)]);
  return english;
}
