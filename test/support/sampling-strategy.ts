import { judgingBy } from "../../lib/domain/methods/page-estimation.ts";
import type { JudgePage, Strategy } from "../../lib/domain/methods/strategy.ts";
import { type Letters, learnLetters, scoreByLetter } from "./letter-scores.ts";

type Model = {
  /** URLs of the pages seen, in their order. */
  readonly seen: readonly string[];
  /** Share of the pages seen by title, in [0,1]. */
  readonly shares: Readonly<Record<string, number>>;
  readonly letters: Letters;
  readonly generation: number;
};

/**
 * A strategy that predicts as targets the pages whose title is rare among the pages seen, and
 * follows links whose path begins with the letter of such pages. A sample thus changes the targets,
 * and these change the worth of a link. It never trains by itself.
 */
export const samplingStrategy: Strategy<Model> = {
  name: "sampling",
  selection: { kind: "best" },
  merge: "greater",
  learnsFromSeen: () => true,
  train: ({ visits }, { seen }, previous) => ({
    seen: seen.map(({ url }) => url),
    shares: Object.fromEntries(
      [...Map.groupBy(seen, ({ title }) => title)].map(([title, pages]) => {
        return [title, pages.length / seen.length];
      }),
    ),
    letters: learnLetters(visits),
    generation: (previous?.generation ?? 0) + 1,
  }),
  compile: (model) => {
    const scoreOf = (url: string) => scoreByLetter(url, model.letters);
    return {
      ...judgingBy({ compile: judgeByShares }, model),
      scoreLinks: ({ anchors }) =>
        anchors.map(({ url }) => ({ url, ...scoreOf(url), snippet: undefined })),
      rescoreLink: ({ url }) => scoreOf(url),
    };
  },
  isStale: () => false,
};

function judgeByShares({ seen, shares }: Model): JudgePage {
  return ({ title }) => {
    const utility = seen.length === 0 ? 0.25 : 1 - (shares[title] ?? 0);
    return { utility, isTarget: utility > 0.5, type: title, why: `${seen.length} seen` };
  };
}
