/** Writes titles and sentences of a subject in a language: words in an order that chance draws. */
import { capitalised } from "../../../demo/prose.ts";
import { type Chance, createChance } from "../../../demo/random.ts";
import { FAMILY_NAMES, type Language, WORDS } from "./words.ts";

/** Share of a sentence's words that are of its subject, where nothing else is said. */
const OF_SUBJECT = 0.3;

/** What writes in one language; all draws are of one stream. */
export interface Writer {
  readonly chance: Chance;
  /** Returns the name of a person. */
  name(): string;
  /** Returns a sentence; `share` in [0, 1] of its words are of the subject. */
  sentence(subject: string, share?: number): string;
  /** Returns so many sentences. */
  text(subject: string, sentences: number, share?: number): string;
  /** Returns a title, which has the name of its subject with the probability `says` in [0, 1]. */
  title(subject: string, says: number): string;
}

/** Creates the writer of a language; seed and label choose its stream. */
export function createWriter(language: Language, seed: number, label: string): Writer {
  const chance = createChance(seed, label);
  const sentence = (subject: string, share = OF_SUBJECT) => {
    const words = Array.from({ length: chance.int(6, 13) }, () =>
      chance.pick(chance.happens(share) ? wordsOf(language, subject) : WORDS[language].common),
    );
    return language === "ja"
      ? `${words.join(chance.pick(["", "を", "の", "は", "が"]))}。`
      : `${capitalised(words.join(" "))}.`;
  };
  return {
    chance,
    sentence,
    name: () => nameIn(language, chance),
    text: (subject, sentences, share) => {
      const made = Array.from({ length: sentences }, () => sentence(subject, share));
      return made.join(language === "ja" ? "" : " ");
    },
    title: (subject, says) => titleIn(language, chance, { subject, says }),
  };
}

/** Returns the names of a language's subjects. */
export function subjectsOf(language: Language): readonly string[] {
  return Object.keys(WORDS[language].subjects);
}

function wordsOf(language: Language, subject: string): readonly string[] {
  return WORDS[language].subjects[subject] ?? [];
}

function nameIn(language: Language, chance: Chance): string {
  const name = chance.pick(WORDS[language].names);
  if (language === "ja") return name;
  return language === "fr" ? `${name}${chance.int(1, 99)}` : `${name} ${chance.pick(FAMILY_NAMES)}`;
}

function titleIn(
  language: Language,
  chance: Chance,
  { subject, says }: { readonly subject: string; readonly says: number },
): string {
  const [named = "", ...others] = wordsOf(language, subject);
  const { common } = WORDS[language];
  const first = chance.happens(says) ? named : chance.pick(others);
  const second = chance.pick(others);
  const [before, between] = [chance.pick(common), chance.pick(common)];
  if (language === "ja") return `${first}の${second}について${before}`;
  return capitalised([before, first, between, second].slice(0, chance.int(2, 4)).join(" "));
}
