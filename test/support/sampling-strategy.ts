import type { Strategy } from "../../lib/domain/strategy/strategy.ts";

type Model = {
  /** URLs of the pages seen, in their order. */
  readonly seen: readonly string[];
  /** Share of the pages seen by title, in [0,1]. */
  readonly shares: Readonly<Record<string, number>>;
  /** First letters of paths with the mean utility of their pages. */
  readonly letters: Readonly<Record<string, number>>;
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
    shares: means(
      seen.map(({ title }) => [title, 1] as const),
      seen.length,
    ),
    letters: means(visits.map(({ url, utility }) => [letterOf(url), utility] as const)),
    generation: (previous?.generation ?? 0) + 1,
  }),
  compile: ({ seen, shares, letters }) => {
    const scoreOf = (url: string) => {
      const priority = letters[letterOf(url)] ?? 0.5;
      return { priority, group: "", why: `${letterOf(url)} ${priority}` };
    };
    return {
      assessPage: ({ title }) => {
        const utility = seen.length === 0 ? 0.25 : 1 - (shares[title] ?? 0);
        return { utility, isTarget: utility > 0.5, type: title, why: `${seen.length} seen` };
      },
      scoreLinks: ({ anchors }) =>
        anchors.map(({ url }) => ({ url, ...scoreOf(url), snippet: undefined })),
      rescoreLink: ({ url }) => scoreOf(url),
    };
  },
  isStale: () => false,
};

function letterOf(url: string): string {
  return new URL(url).pathname.slice(1, 2);
}

/** Returns the mean value of each name; with a number, the sum of its values divided by that. */
function means(
  values: readonly (readonly [string, number])[],
  number?: number,
): Record<string, number> {
  const groups = [...Map.groupBy(values, ([name]) => name)];
  return Object.fromEntries(
    groups.map(([name, group]) => {
      return [name, group.reduce((sum, [, value]) => sum + value, 0) / (number ?? group.length)];
    }),
  );
}
