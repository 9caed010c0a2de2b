/** What a crawl learnt in a form that other programs score with: `docs/model.md` specifies it. */
import type { TextView } from "../page/page-view.ts";
import type { Predictor } from "../stats/learner/learner.ts";
import { addTerms, norm } from "../text/term-vector.ts";
import { languageCode, stopWordsOf, wordsOf } from "../text/words.ts";
import { linkReader, NO_TERMS, pageReader } from "./page-words.ts";
import type { PortablePages } from "./strategy.ts";
import { SCORING, type TopicJudge } from "./topic-judge.ts";
import type { TopicProfile } from "./topic-profile.ts";

/** A model that scores all alike. */
export const ALL_ALIKE = { model: { kind: "constant", score: 1 }, featuresOf: () => ({}) };

/** Returns a linear model by the names of its columns, in order, each with the value that it has where it is there. */
export function linearWeights(
  names: readonly string[],
  predict: Predictor,
  valueOf: (name: string) => number,
): { readonly intercept: number; readonly weights: Readonly<Record<string, number>> } {
  const rowOf = (columns: readonly number[], values: readonly number[]) => {
    return { columns: Int32Array.from(columns), values: Float64Array.from(values) };
  };
  const intercept = predict(rowOf([], []));
  const weights = names.map((name, column): [string, number] => {
    return [name, predict(rowOf([column], [valueOf(name)])) - intercept];
  });
  return { intercept, weights: Object.fromEntries(weights) };
}

/** Returns a judge by the words of a need; `readsLinks` as of its compilation. */
export function portableWords(
  { inLanguages = [], threshold, ...any }: TopicJudge,
  readsLinks = false,
): PortablePages {
  const judges = new Map([["", any], ...inLanguages]);
  const readers = new Map(
    Array.from(judges, ([code, judge]) => {
      const link = readsLinks ? linkReader(judge) : () => NO_TERMS;
      return [code, { page: pageReader(judge, new Map(judge.terms)), link }] as const;
    }),
  );
  const model = {
    kind: "words",
    judges: Object.fromEntries(
      Array.from(judges, ([code, { terms, topic = [], ...judge }]) => {
        return [code, { ...judge, topic, terms: Object.fromEntries(terms) }];
      }),
    ),
    ...SCORING,
    threshold,
  };
  const featuresOf: PortablePages["featuresOf"] = (page, followed) => {
    const code = languageCode(page.language);
    const judge = readers.has(code) ? code : "";
    const words = readers.get(judge)?.page(page);
    return {
      judge,
      length: words?.length ?? 0,
      text: Object.fromEntries(words?.forms.map((form, at) => [form, words.counts[at] ?? 0]) ?? []),
      title: [...(words?.title ?? [])],
      headings: [...(words?.headings ?? [])],
      url: [...(words?.url ?? [])],
      link: Object.fromEntries((words && readers.get(judge)?.link(followed, words)) ?? []),
    };
  };
  return { model, featuresOf };
}

/**
 * Returns a judge by the cosine with a profile.
 * @param parting the cosine that has the utility 1/2, where the cosine is no utility itself
 */
export function portableCosine(
  { terms, threshold }: TopicProfile,
  parting: number | null = null,
): PortablePages {
  if (terms.length === 0) return ALL_ALIKE;
  const length = norm(new Map(terms));
  const model = { kind: "cosine", terms: Object.fromEntries(terms), length, parting, threshold };
  const featuresOf = ({ title, mainText, language }: TextView) => {
    const stopWords = stopWordsOf(language);
    const counts = new Map<string, number>();
    const words = wordsOf(`${title}\n${mainText}`).filter((word) => !stopWords.has(word));
    addTerms(counts, [words], 1);
    return { text: Object.fromEntries(counts) };
  };
  return { model, featuresOf };
}
