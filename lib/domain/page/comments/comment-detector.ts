import type { PageView } from "../page-view.ts";
import { DEFAULT_KEYWORDS } from "./default-keywords.ts";
import type { Detection } from "./keyword-matcher.ts";
import { compileKeywords } from "./keyword-matcher.ts";
import { detectStructure } from "./structure-detector.ts";

/** The evidence that decides. */
export type DetectorKind = "keywords" | "structure" | "both";

/** How comments are detected. */
interface CommentDetectorSettings {
  readonly detector: DetectorKind;
  /** Substrings of class names, whole names with `=`; {@link DEFAULT_KEYWORDS} if not given. */
  readonly keywords?: readonly string[] | undefined;
  /** Whether ids count like class names; `false` if not given, as in the paper. */
  readonly ids?: boolean | undefined;
}

/** A function that detects whether a page holds readers' comments. Deterministic and stateless. */
type CommentDetector = (page: PageView) => Detection;

/** Compiles a detector of pages with comments. */
export function commentDetector({
  detector,
  keywords = DEFAULT_KEYWORDS,
  ids = false,
}: CommentDetectorSettings): CommentDetector {
  if (detector === "structure") return detectStructure;
  const byKeywords = keywordDetector(keywords, ids);
  return detector === "keywords" ? byKeywords : eitherDetector(byKeywords, detectStructure);
}

function keywordDetector(keywords: readonly string[], ids: boolean): CommentDetector {
  const matcher = compileKeywords(keywords);
  return (page) => {
    const found = matcher.inClasses(page.classNames) ?? (ids ? matcher.inIds(page.ids) : undefined);
    if (found === undefined) return { isComment: false, score: 0, why: "no keyword" };
    return { isComment: true, score: 1, why: `${found.name} (keyword ${found.keyword})` };
  };
}

/**
 * Combines two detectors: a page has comments if either finds them; the score is that of the surer
 * one.
 */
function eitherDetector(first: CommentDetector, second: CommentDetector): CommentDetector {
  return (page) => {
    const [one, other] = [first(page), second(page)];
    if (one.isComment && other.isComment) return { ...one, why: `${one.why}; ${other.why}` };
    return one.score >= other.score ? one : other;
  };
}
