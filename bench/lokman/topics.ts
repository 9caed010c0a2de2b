import { expandTopic } from "../../lib/crawl/expand-topic.ts";
import { type ConceptSet, REACH } from "../../lib/domain/methods/ontology/concept-set.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import { cosine } from "../../lib/domain/text/term-vector.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { Ontology } from "../../lib/ports/ontology.ts";
import { type Article, distancesFrom, type Encyclopedia } from "./encyclopedia.ts";

/** What is looked for in one row of the bench. */
export interface Topic {
  readonly name: string;
  readonly concepts: ConceptSet;
  readonly seeds: readonly Url[];
  readonly distances: ReadonlyMap<Url, number>;
  /** Articles about the topic, and those of them that no crawl is given as a seed. */
  readonly about: ReadonlySet<Url>;
  readonly held: ReadonlySet<Url>;
}

/** Articles that count as about a topic, and how many of them are seeds (Kayışoğlu 2005: 40 held). */
const ABOUT = 50;
const SEEDS = 10;

/**
 * Topics: health articles whose title both ontologies know as a disease. About a topic are the articles
 * most like its own by the cosine of tf · idf vectors: words only, no ontology.
 */
export async function chooseTopics(
  { articles, health }: Encyclopedia,
  { concepts, diseases }: { readonly concepts: Ontology; readonly diseases: Ontology },
  most: number,
): Promise<Topic[]> {
  const known: Article[] = [];
  for (const article of articles) {
    if (!health.has(article.url)) continue;
    const name = article.title.toLowerCase();
    const isDisease = (await diseases.find(name)).length > 0;
    if (isDisease && (await concepts.find(name)).length > 0) known.push(article);
  }
  const drawn = known
    .toSorted((a, b) => hashToUnit(1, a.url) - hashToUnit(1, b.url))
    .slice(0, most);
  return Promise.all(
    drawn.map(async (article) => {
      const name = article.title.toLowerCase();
      const about = mostLike(article, articles);
      const seeds = seedsAmong(about, name, 2);
      return {
        name,
        concepts: await expandTopic(concepts, name, REACH),
        seeds,
        distances: distancesFrom(seeds, articles),
        about: new Set(about),
        held: new Set(about).difference(new Set(seeds)),
      };
    }),
  );
}

/** Returns the articles about a topic that a crawl begins with, drawn by lot. */
export function seedsAmong(about: readonly Url[], name: string, draw: number): readonly Url[] {
  return about
    .toSorted((a, b) => hashToUnit(draw, name + a) - hashToUnit(draw, name + b))
    .slice(0, SEEDS);
}

function mostLike({ vector }: Article, articles: readonly Article[]): Url[] {
  return articles
    .map((other) => ({ url: other.url, similarity: cosine(vector, other.vector) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, ABOUT)
    .map(({ url }) => url);
}
