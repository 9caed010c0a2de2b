import type { PageView } from "../../../page/page-view.ts";
import type { Need, PageAssessment } from "../../strategy.ts";
import { compileTopicProfile, type TopicProfile, topicProfile } from "../../topic-profile.ts";

/** A profile of the need, for as long as there are too few labelled pages to learn from. */
export type Similarity = {
  readonly kind: "likeness";
  readonly profile: TopicProfile;
  /** Least utility of a target page, in [0,1]. */
  readonly threshold: number;
};

/** Reads the need; the cosine from which pages are alike is learned, whatever the threshold of utilities. */
export function similarity(need: Need, threshold: number): Similarity {
  return {
    kind: "likeness",
    profile: topicProfile({ ...need, threshold: undefined }),
    threshold,
  };
}

/**
 * Judges pages by their cosine c with the profile, on the scale of learned utilities: c² ÷ (c² + t²), which is
 * 1/2 at t, the cosine that parts the alike from the others. Cosines themselves are all small.
 */
export function compileSimilarity({
  profile,
  threshold,
}: Similarity): (page: PageView) => PageAssessment {
  const assess = compileTopicProfile(profile);
  return (page) => {
    const assessment = assess(page);
    const utility = rescaled(assessment.utility, profile.threshold);
    return { ...assessment, utility, isTarget: utility >= threshold };
  };
}

function rescaled(cosine: number, parting: number): number {
  if (cosine >= 1 || parting === 0) return 1;
  const square = cosine * cosine;
  return square / (square + parting * parting);
}
