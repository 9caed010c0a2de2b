import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { type Letters, learnLetters, letterOf, scoreByLetter, worthOf } from "./letter-scores.ts";

type Model = {
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly letters: Letters;
  readonly generation: number;
};

/**
 * A strategy that predicts as targets the pages whose title is that of a good page and not that of
 * a bad one. It follows links whose path begins with the letter of such pages. Labels thus change
 * the targets, and these change the worth of a link. It trains by itself after four pages.
 */
export const labelledStrategy: Strategy<Model> = {
  name: "labelled",
  selection: { kind: "best" },
  merge: "greater",
  train: ({ visits }, { good, bad }, previous) => {
    const generation = (previous?.generation ?? 0) + 1;
    return { good: titlesOf(good), bad: titlesOf(bad), letters: learnLetters(visits), generation };
  },
  compile: ({ good, bad, letters }) => {
    const scoreOf = (url: string) => scoreByLetter(url, letters);
    return {
      assessPage: ({ title }) => {
        const utility = bad.includes(title) ? 0 : good.includes(title) ? 1 : 0.25;
        return { utility, isTarget: utility > 0.5, type: title, why: `good: ${good.join()}` };
      },
      scoreLinks: ({ anchors, title }) =>
        anchors.map(({ url, text, before, after }) => {
          return { url, ...scoreOf(url), snippet: { anchor: text, before, after, title } };
        }),
      rescoreLink: ({ url }) => scoreOf(url),
      explainLink: ({ url, snippet }) => [
        { feature: `letter ${letterOf(url)}`, weight: worthOf(url, letters) },
        { feature: `anchor ${snippet?.anchor ?? "none"}`, weight: -0.125 },
      ],
    };
  },
  isStale: ({ pages, pagesAtTraining }) => pages - pagesAtTraining >= 4,
};

function titlesOf(pages: readonly PageView[]): string[] {
  return pages.map(({ title }) => title);
}
