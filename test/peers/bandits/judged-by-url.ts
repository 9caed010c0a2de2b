import type { PageEstimation } from "../../../lib/domain/methods/page-estimation.ts";

/** Judges pages by their URL: those under `/data/` are targets. */
export const judgedByUrl: PageEstimation<null> = {
  train: () => null,
  compile:
    () =>
    ({ url }) => {
      const isTarget = url.includes("/data/");
      return { utility: isTarget ? 1 : 0, isTarget, type: undefined, why: "URL" };
    },
};
