import { stopWordsOf } from "../text/stop-words.ts";
import { compareStrength, type PlacedConcept } from "./concept-relations.ts";
import type { ConceptTerm } from "./concept-set.ts";
import { isAcronym } from "./is-acronym.ts";
import { spokenKey, termKey } from "./term-keys.ts";

/** A term that occurs on pages about any topic, or cannot be searched for. */
export interface LeftOutTerm {
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
