import { describeQuality, type LabelQuality, needsLabels } from "./label-quality.ts";

/** Most labels that are named as contradicting the others: those beyond are counted. */
const MOST_NAMED = 3;

const MORE_LABELS =
  "more labels would help: dowser label suggest lists fetched pages whose labels would help most";

/**
 * Says how well the labels of a model tell pages apart, names labels that contradict all others, and
 * says how to find pages to label where labels tell little. The result is empty when the model has
 * no such measurement.
 */
export function labelNotes({
  quality,
}: {
  readonly quality?: LabelQuality | undefined;
}): readonly string[] {
  if (quality === undefined) return [];
  const { contradicting } = quality;
  const named = contradicting
    .slice(0, MOST_NAMED)
    .map((url) => `the label of ${url} may be wrong, it contradicts the others: look at it`);
  const more = contradicting.length - named.length;
  return [
    describeQuality(quality),
    ...named,
    ...(more > 0 ? [`and ${more} labels more`] : []),
    ...(needsLabels(quality) ? [MORE_LABELS] : []),
  ];
}
