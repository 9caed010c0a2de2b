import { betaQuantile, hashToUnit } from "../../../stats/random/random.ts";
import type { CompiledStrategy, ComposedQuery, QueryAbility } from "../../strategy.ts";
import type { QueryModel } from "./query-model.ts";

/** Separates the phrases of a query. No phrase contains it, and engines treat it as a space. */
const SEPARATOR = ", ";
/** A query with so many words is specific enough; a shorter one takes another phrase. */
const ENOUGH_WORDS = 3;
const MOST_PHRASES = 3;

/** Weight of a phrase's worth before any result is known, in results. */
const PRIOR_RESULTS = 2;
/** Expected yields of a phrase that is worth nothing, and of the best one. */
const LEAST_EXPECTED = 0.1;
const MOST_EXPECTED = 0.9;

/**
 * Chooses the next query by Thompson sampling (Thompson, Biometrika 25, 1933). The yield of each
 * phrase is drawn from its Beta posterior. The utilities of the results of all queries with the
 * phrase count as fractional successes. The phrase with the highest draw leads. The next highest
 * that share no word with it join until the query has three words or three phrases. Returns
 * `undefined` when all such queries were asked. The same model, queries asked and seed give the
 * same query.
 */
export function chooseQuery(
  model: QueryModel,
  asked: readonly string[],
  seed: number,
): ComposedQuery | undefined {
  const known = new Set(asked.map(keyOf));
  const drawn = drawPhrases(model, asked, seed);
  for (const [place, lead] of drawn.entries()) {
    const others = drawn.slice(place + 1);
    // When a query was asked already, its lead is tried with the next companions.
    for (let skipped = 0; skipped === 0 || skipped < others.length; skipped += 1) {
      const query = withCompany(lead, others.slice(skipped)).join(SEPARATOR);
      if (!known.has(keyOf(query))) return { query, exclude: model.examples.exclude };
      if (isLongEnough([lead])) break;
    }
  }
  return undefined;
}

/**
 * Compiles a query model to the query ability; returns nothing when the crawl asks no search
 * engine.
 */
export function compileQueries(
  model: QueryModel | null,
  seed: number,
  scoring: Pick<QueryAbility, "scoreResult"> = {},
): Pick<CompiledStrategy, "queries"> {
  if (model === null) return {};
  return { queries: { next: (asked) => chooseQuery(model, asked, seed), ...scoring } };
}

/**
 * Returns the phrases of a query. A query of the user's is one phrase, unless it contains commas.
 */
export function phrasesIn(query: string): readonly string[] {
  return query.toLowerCase().split(SEPARATOR);
}

/**
 * Sorts the phrases by the yields drawn for them, highest first; ties are broken by greater worth.
 */
function drawPhrases(
  { phrases, yields }: QueryModel,
  asked: readonly string[],
  seed: number,
): readonly string[] {
  const posteriors = new Map(
    phrases.map(({ phrase, worth }) => {
      const expected = LEAST_EXPECTED + (MOST_EXPECTED - LEAST_EXPECTED) * worth;
      return [phrase, { hits: PRIOR_RESULTS * expected, misses: PRIOR_RESULTS * (1 - expected) }];
    }),
  );
  for (const { query, results, utility } of yields) {
    for (const posterior of posteriorsOf(query)) {
      posterior.hits += utility;
      posterior.misses += results - utility;
    }
  }
  // A phrase asked for again finds less that is new, so each time counts as one more miss.
  for (const query of asked) for (const posterior of posteriorsOf(query)) posterior.misses += 1;

  function posteriorsOf(query: string) {
    return phrasesIn(query).flatMap((phrase) => posteriors.get(phrase) ?? []);
  }
  return Array.from(posteriors, ([phrase, { hits, misses }]) => ({
    phrase,
    draw: betaQuantile(hashToUnit(seed, `query ${asked.length} ${phrase}`), hits, misses),
  }))
    .toSorted((a, b) => b.draw - a.draw)
    .map(({ phrase }) => phrase);
}

/** Returns the lead and the other phrases that join it, in their order. */
function withCompany(lead: string, others: readonly string[]): readonly string[] {
  const phrases = [lead];
  const words = new Set(lead.split(" "));
  for (const other of others) {
    if (isLongEnough(phrases) || phrases.length === MOST_PHRASES) break;
    const its = other.split(" ");
    if (its.some((word) => words.has(word))) continue;
    phrases.push(other);
    for (const word of its) words.add(word);
  }
  return phrases;
}

function isLongEnough(phrases: readonly string[]): boolean {
  return phrases.join(" ").split(" ").length >= ENOUGH_WORDS;
}

/** Returns a key that is equal for queries of the same phrases in any order. */
function keyOf(query: string): string {
  return phrasesIn(query)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(SEPARATOR);
}
