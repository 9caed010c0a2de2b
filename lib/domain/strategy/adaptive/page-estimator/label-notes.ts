import { describeQuality, type LabelQuality, qualityOf } from "./label-quality.ts";

/** Most labels that are named as contradicting the others: those beyond are counted. */
const MOST_NAMED = 3;

/**
 * Says how well the labels of a model tell pages apart, and names labels that contradict all others.
 * The result is empty when the model has no such measurement.
 */
export function labelNotes(model: {
  readonly quality?: LabelQuality | undefined;
}): readonly string[] {
  const quality = qualityOf(model);
  if (quality === undefined) return [];
  const { contradicting } = quality;
  const named = contradicting
    .slice(0, MOST_NAMED)
    .map((url) => `the label of ${url} contradicts all other labels: look at it`);
  const more = contradicting.length - named.length;
  return [describeQuality(quality), ...named, ...(more > 0 ? [`and ${more} labels more`] : [])];
}
