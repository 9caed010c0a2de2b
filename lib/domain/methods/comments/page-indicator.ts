import { fail } from "../../../errors.ts";
import { commentDetector, type DetectorKind } from "../../page/comments/structure-detector.ts";
import type { PageView } from "../../page/page-view.ts";
import type { Need, PageAssessment } from "../strategy.ts";
import { compileTopicProfile, type TopicProfile } from "../topic-profile.ts";

/**
 * Settings of which pages are relevant (the indicator 1_i of Neunerdt et al. 2013), and of how
 * comments are detected.
 */
export interface IndicatorSettings {
  /** Pages with comments, pages like the need, or pages that are both. */
  readonly indicator: "comments" | "topic" | "both";
  readonly detector: DetectorKind;
  /** Substrings of class names that mark comments; whole names with `=`. */
  readonly keywords: readonly string[];
  /** Whether ids are searched like class names. */
  readonly ids: boolean;
}

/** The type of a page that carries comments. */
const COMMENT = "comment";

/**
 * Checks the need.
 * @throws DowserError `no-need` when pages are judged by a need that is empty
 */
export function checkIndicatorNeed({ indicator }: IndicatorSettings, need: Need): undefined {
  const saysSomething =
    (need.topic ?? "").trim() !== "" || need.good.length > 0 || need.examplePage !== undefined;
  if (indicator === "comments" || saysSomething) return undefined;
  throw fail("no-need", { indicator });
}

/**
 * Judges pages: utility is the comment detector's score, the cosine with the need, or their
 * product.
 */
export function compilePageIndicator(
  settings: IndicatorSettings,
  profile: TopicProfile,
): (page: PageView) => PageAssessment {
  const byTopic = compileTopicProfile(profile);
  const detect = commentDetector(settings);
  const byComments = (page: PageView): PageAssessment => {
    const { isComment, score, why } = detect(page);
    return { utility: score, isTarget: isComment, type: isComment ? COMMENT : undefined, why };
  };
  if (settings.indicator === "comments") return byComments;
  if (settings.indicator === "topic") return byTopic;
  return (page) => {
    const comments = byComments(page);
    const topic = byTopic(page);
    return {
      utility: comments.utility * topic.utility,
      isTarget: comments.isTarget && topic.isTarget,
      type: comments.type,
      why: `${comments.why}; ${topic.why}`,
    };
  };
}
