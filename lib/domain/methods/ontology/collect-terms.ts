/** The terms that an ontology ties to a topic, and which words of a need it does not know. */
import { foldWords } from "../../text/word-scanner.ts";
import { stopWordsOf } from "../../text/words.ts";
import {
  type Concept,
  type ConceptTerm,
  type Relation,
  spokenKey,
  termKey,
} from "./concept-set.ts";

/** A term that occurs on pages about any topic, or cannot be searched for. */
interface LeftOutTerm {
  readonly term: string;
  readonly reason: "no word" | "one letter" | "a number" | "stop words";
}

/** Terms in order of strength, each key once, and the terms left out. */
export interface CollectedTerms {
  readonly terms: readonly ConceptTerm[];
  readonly leftOut: readonly LeftOutTerm[];
}

/** Collects all terms of the concepts about a topic; the topic's own concepts have distance 0. */
export function collectTerms(topic: string, placed: readonly PlacedConcept[]): CollectedTerms {
  const candidates = placed.flatMap((place) => termsOf(place, topic));
  const own = ownTerm(topic, candidates);
  const ranked = [...(own === undefined ? [] : [own]), ...candidates].toSorted(compareStrength);
  const terms = new Map<string, ConceptTerm>();
  const leftOut = new Map<string, LeftOutTerm>();
  for (const candidate of ranked) {
    const key = termKey(candidate.term);
    const reason = reasonToLeaveOut(key);
    const known = terms.get(key);
    if (reason !== undefined) leftOut.set(key, { term: candidate.term, reason });
    else if (known === undefined) terms.set(key, candidate);
    else if (candidate.isAcronym && !known.isAcronym && candidate.concept === known.concept) {
      // Another spelling of the same name: the capitals of `AIDS` show that `aids` is an acronym.
      terms.set(key, { ...known, isAcronym: true });
    }
  }
  return { terms: [...terms.values()], leftOut: [...leftOut.values()] };
}

function termsOf({ concept, relation, distance }: PlacedConcept, topic: string): ConceptTerm[] {
  const all = [concept.name, ...concept.synonyms];
  const isTopic = topicTest(topic, all);
  return all.map((term, index) => ({
    term,
    isAcronym: isAcronym(term, all),
    relation: distance === 0 && isTopic(term) ? "exact" : relation,
    distance,
    isName: index === 0,
    concept: concept.id,
    weight: undefined,
  }));
}

/**
 * Compiles a test for the terms by which the topic was found; for an id, that is the concept's
 * name.
 */
function topicTest(topic: string, terms: readonly string[]): (term: string) => boolean {
  const keys = keysOf(topic);
  const isAlike = (term: string) => keysOf(term).some((key) => keys.includes(key));
  return terms.some(isAlike) ? isAlike : (term) => term === terms[0];
}

/** Returns the topic as the user wrote it, unless that is an id. */
function ownTerm(topic: string, candidates: readonly ConceptTerm[]): ConceptTerm | undefined {
  const keys = keysOf(topic);
  const match = candidates.find(
    ({ term, relation }) => relation === "exact" && keysOf(term).some((key) => keys.includes(key)),
  );
  if (match === undefined) return undefined;
  const others = candidates.flatMap(({ concept, term }) =>
    concept === match.concept ? [term] : [],
  );
  return { ...match, term: topic, isAcronym: isAcronym(topic, others), isName: true };
}

function keysOf(term: string): string[] {
  const spoken = spokenKey(term);
  return spoken === undefined ? [termKey(term)] : [termKey(term), spoken];
}

function reasonToLeaveOut(key: string): LeftOutTerm["reason"] | undefined {
  if (key === "") return "no word";
  if (/^[\p{N} ]+$/u.test(key)) return "a number";
  // One Chinese character is a word.
  if (/^\P{Ideographic}$/u.test(key)) return "one letter";
  const smallWords = stopWordsOf("en");
  return key.split(" ").every((word) => smallWords.has(word)) ? "stop words" : undefined;
}

/** The relation of a whole concept to the topic: `synonym` is the topic's own concept. */
export type ConceptRelation = Extract<Relation, "synonym" | "partial" | "narrower" | "context">;

/** The place of a concept as seen from the topic. */
export interface ConceptPlace {
  readonly relation: ConceptRelation;
  /** Steps from the topic's concept, from 0. */
  readonly distance: number;
}

/** A concept and its place. */
export interface PlacedConcept extends ConceptPlace {
  readonly concept: Concept;
}

/** Relations from the strongest to the weakest: a term in two of them counts under the first. */
const STRENGTH: readonly Relation[] = ["exact", "own", "synonym", "partial", "narrower", "context"];

/** Compares by relation, the strongest first, then by distance. */
export function compareStrength(
  a: { readonly relation: Relation; readonly distance: number },
  b: { readonly relation: Relation; readonly distance: number },
): number {
  return STRENGTH.indexOf(a.relation) - STRENGTH.indexOf(b.relation) || a.distance - b.distance;
}

/**
 * Returns the concepts one step from those given, by id, each in its strongest place. Only straight
 * ways up are broader, and only straight ways down are narrower. A way that bends is context: a
 * sibling is up, then down.
 */
export function placesOneStepOn(from: readonly PlacedConcept[]): Map<string, ConceptPlace> {
  const places = new Map<string, ConceptPlace>();
  for (const { concept, relation, distance } of from) {
    const offer = (ids: readonly string[], straight: ConceptRelation | undefined) => {
      const goesOn = relation === "synonym" || relation === straight;
      const place = {
        relation: (goesOn && straight) || "context",
        distance: distance + 1,
      } as const;
      for (const id of ids) keepStronger(places, id, place);
    };
    offer(concept.broader, "partial");
    offer(concept.narrower, "narrower");
    offer(concept.related, undefined);
  }
  return places;
}

function keepStronger(places: Map<string, ConceptPlace>, id: string, place: ConceptPlace): void {
  const known = places.get(id);
  if (known === undefined || compareStrength(place, known) < 0) places.set(id, place);
}

/**
 * Returns a term without a concept of an ontology: the user's own term, or the topic as written.
 */
export function termOfNoConcept(
  term: string,
  { relation, distance, weight }: Pick<ConceptTerm, "relation" | "distance" | "weight">,
): ConceptTerm {
  return {
    term,
    isAcronym: isAcronym(term, [term]),
    relation,
    distance,
    isName: true,
    concept: "",
    weight,
  };
}

/**
 * Capitals, digits and punctuation in one word, optionally with a plural s: `AIDS`, `HIV-1`,
 * `STDs`.
 */
const IN_CAPITALS = /^(?=(?:[^\p{Lu}]*\p{Lu}){2})[^\p{Ll}\s]+s?$/u;

/**
 * Possible lengths of initials, in letters; longer words that match initials by chance are no
 * acronyms.
 */
const LEAST_INITIALS = 2;
const MOST_INITIALS = 6;

/**
 * Returns whether a term is an acronym: one word in capitals, or the initials of another term of
 * its concept. Initials are one word of 2 to 6 letters, since many ontologies are in lower case.
 * Small words (`of`, `the`) may be skipped.
 */
export function isAcronym(term: string, others: readonly string[]): boolean {
  if (IN_CAPITALS.test(term)) return true;
  const [word, ...more] = foldWords(term);
  if (word === undefined || more.length > 0 || !/^\p{L}+$/u.test(word)) return false;
  const letters = Array.from(word);
  if (letters.length < LEAST_INITIALS || letters.length > MOST_INITIALS) return false;
  return others.some((other) => isSpelled(letters, foldWords(other)));
}

/** Returns whether each letter begins a word, in order, and only small words are left over. */
function isSpelled(letters: readonly string[], words: readonly string[]): boolean {
  if (words.length < letters.length) return false;
  const smallWords = stopWordsOf("en");
  let reached = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const count of reached) {
      if (letters[count] !== undefined && word.startsWith(letters[count])) next.add(count + 1);
      if (smallWords.has(word)) next.add(count);
    }
    reached = next;
  }
  return reached.has(letters.length);
}
