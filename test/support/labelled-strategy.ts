import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { Strategy } from "../../lib/domain/strategy/strategy.ts";

type Model = {
  readonly good: readonly string[];
  readonly bad: readonly string[];
  /** First letters of paths with the mean utility of their pages. */
  readonly letters: Readonly<Record<string, number>>;
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
    const letters: Record<string, number> = {};
    for (const [letter = "", pages] of Map.groupBy(visits, ({ url }) => letterOf(url))) {
      letters[letter] = pages.reduce((sum, { utility }) => sum + utility, 0) / pages.length;
    }
    const generation = (previous?.generation ?? 0) + 1;
    return { good: titlesOf(good), bad: titlesOf(bad), letters, generation };
  },
  compile: ({ good, bad, letters }) => {
    const scoreOf = (url: string) => {
      const priority = letters[letterOf(url)] ?? 0.5;
      return { priority, group: "", why: `${letterOf(url)} ${priority}` };
    };
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
        { feature: `letter ${letterOf(url)}`, weight: letters[letterOf(url)] ?? 0.5 },
        { feature: `anchor ${snippet?.anchor ?? "none"}`, weight: -0.125 },
      ],
    };
  },
  isStale: ({ pages, pagesAtTraining }) => pages - pagesAtTraining >= 4,
};

function letterOf(url: string): string {
  return new URL(url).pathname.slice(1, 2);
}

function titlesOf(pages: readonly PageView[]): string[] {
  return pages.map(({ title }) => title);
}
