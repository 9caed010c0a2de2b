/** Asks an assessor for the words of a longer topic: from a topic of two words hardly any page is recognised. */
import { z } from "zod";
import type { Question } from "../../ports/assessor.ts";
import { jsonObjectsIn } from "./read-answer.ts";

/** Most words that are proposed. */
const MOST_WORDS = 25;

/** Longest word or phrase, in UTF-16 units. */
const LONGEST = 40;

/** Most tokens of an answer: a model that thinks before it answers needs most of them. */
const MOST_ANSWER_TOKENS = 1_000;

const WORDS_SCHEMA = {
  type: "object",
  properties: { words: { type: "array", items: { type: "string" } } },
  required: ["words"],
  additionalProperties: false,
} as const;

/** Asks which words pages have that somebody collects. */
export function questionForWords(guide: string): Question {
  return {
    system: "You know how web pages are written.",
    user: `What somebody collects:\n${guide.trim()}

Which 15 to ${MOST_WORDS} words do such pages have in titles, headings, links and text that other pages of the same sites do not have? In the language of the pages, the most telling ones first.
Answer with one JSON object and nothing else: {"words": ["...", "..."]}`,
    schema: WORDS_SCHEMA,
    mostTokens: MOST_ANSWER_TOKENS,
  };
}

const answerSchema = z.object({ words: z.array(z.string()) });

/** Letters and digits in any script, with spaces, hyphens and apostrophes between them. */
const WORD = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} '’-]*[\p{L}\p{N}\p{M}])?$/u;

/** Reads the words of an answer, each once; none where there are none. */
export function readWords(text: string): readonly string[] {
  const given = jsonObjectsIn(text).flatMap(
    (value) => answerSchema.safeParse(value).data?.words ?? [],
  );
  const words = given
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word.length <= LONGEST && WORD.test(word));
  return [...new Set(words)].slice(0, MOST_WORDS);
}
