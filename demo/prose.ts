import type { Chance } from "./random.ts";
import {
  FAMILY_NAMES,
  GENERAL,
  GIVEN_NAMES,
  NEED_TOPIC,
  TOPICS,
  type Topic,
  VOCABULARIES,
  type Vocabulary,
} from "./words.ts";

const SENTENCES: readonly string[] = [
  "The {a} {n} was near the {n} when we came to {v} it.",
  "I would {v} the {n} before the {n} gets too {a}.",
  "Nobody told me that a {n} could be so {a}.",
  "You should {v} every {n} at least once a month.",
  "We {v} the {n} first, and then we {v} the {n}.",
  "Does anyone know how to {v} a {a} {n}?",
  "My {n} looks {a} this week, so I will {v} it again.",
  "After the {n} there is always another {n} to {v}.",
  "It took me years to {v} a {n} without a {n}.",
  "In my view the {a} {n} matters more than the {n}.",
  "They say that a {n} will not {v} the {n}, but it did.",
  "A {a} {n} and a {a} {n} are all that is needed.",
  "Last year the {n} was {a}, and this year it is not.",
  "Please do not {v} the {n} while the {n} is {a}.",
  "Here is a photo of the {n} next to our {n}.",
  "What helped was to {v} the {n} in the {a} season.",
];

const TITLES: readonly string[] = [
  "How to {v} a {n}",
  "The {a} {n}",
  "Question about a {a} {n}",
  "My first {n}",
  "{n} or {n}?",
  "Why I {v} the {n}",
  "A {a} {n} and the {n}",
  "Notes on the {n}",
  "When to {v} the {n}",
  "Five ways to {v} a {n}",
];

/** Share of a sentence's slots that are filled from its topic; the others are general. */
const TOPIC_WORDS = 0.7;

/** Share of sentences of a text that are about any other topic. */
const WANDERING = 0.08;

/** Writes one sentence of plausible English on a topic. */
function sentence(chance: Chance, topic: Topic): string {
  return capitalised(filled(chance, chance.pick(SENTENCES), topic));
}

/** Writes several sentences, most of them on the topic, without markup. */
export function paragraph(chance: Chance, topic: Topic, sentences: number): string {
  return Array.from({ length: sentences }, () =>
    sentence(chance, chance.happens(WANDERING) ? chance.pick(TOPICS) : topic),
  ).join(" ");
}

/** Writes `<p>` elements of three to five sentences. */
export function paragraphs(chance: Chance, topic: Topic, count: number): string {
  return Array.from(
    { length: count },
    () => `<p>${paragraph(chance, topic, chance.int(3, 5))}</p>`,
  ).join("\n");
}

/** Writes a title on a topic, capitalised. */
export function title(chance: Chance, topic: Topic): string {
  return capitalised(filled(chance, chance.pick(TITLES), topic));
}

/** Makes the path segment of a title: `how-to-split-a-hive`. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Invents the name of a person. */
export function personName(chance: Chance): string {
  return `${chance.pick(GIVEN_NAMES)} ${chance.pick(FAMILY_NAMES)}`;
}

/** Returns the text with its first letter in upper case. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function filled(chance: Chance, template: string, topic: Topic): string {
  return template
    .replaceAll(/\{([anv])\}/g, (_, slot: string) => {
      const vocabulary = chance.happens(TOPIC_WORDS) ? VOCABULARIES[topic] : GENERAL;
      return chance.pick(slotWords(vocabulary, slot));
    })
    .replaceAll(/\b([Aa]) (?=[aeio])/g, "$1n ");
}

function slotWords(vocabulary: Vocabulary, slot: string): readonly string[] {
  if (slot === "a") return vocabulary.adjectives;
  return slot === "n" ? vocabulary.nouns : vocabulary.verbs;
}

/** The topics of a section of a site: its main topics, and how often it keeps to them. */
export interface TopicMix {
  readonly main: readonly Topic[];
  /** Probability in [0, 1] of a main topic; otherwise any topic is drawn. */
  readonly faith: number;
}

/**
 * The need's topic is more frequent everywhere, so that some of its pages are far from the others.
 */
const ANY_TOPIC: readonly Topic[] = [...TOPICS, NEED_TOPIC, NEED_TOPIC];

/** Draws the topic of one more piece of content. */
export function drawTopic(chance: Chance, mix: TopicMix): Topic {
  return chance.pick(chance.happens(mix.faith) ? mix.main : ANY_TOPIC);
}
