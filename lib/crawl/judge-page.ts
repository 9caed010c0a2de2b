import type { ExtractedFields } from "../domain/fetch/page-record.ts";
import { GOOD_FROM } from "../domain/strategy/label-need.ts";
import type { LinkContext, PageAssessment } from "../domain/strategy/strategy.ts";
import { languageAllowed } from "../domain/url/scope.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import type { ViewedPage } from "./view-page.ts";

/** A page with its predicted utility and its fields. */
export interface JudgedPage {
  readonly assessment: PageAssessment;
  /** In a language of the scope: a page in another is no target, and its links are not followed. */
  readonly isLanguageAllowed: boolean;
  /** The site asks to keep the page out of indexes, and is obeyed: the page is no target. */
  readonly noindex: boolean;
  /** Extracted from a target page. */
  readonly fields: ExtractedFields;
}

/**
 * Judges a page by the strategy, under the languages of the scope and what the site asks of robots.
 * Adds the fields of a target. A label of the user replaces the strategy's judgement.
 */
export function judgePage(
  plan: Pick<ReadingPlan, "languages" | "extract" | "labels" | "politeness">,
  { compiled }: Pick<TrainedModel, "compiled">,
  { html, view }: ViewedPage,
  context: LinkContext,
): JudgedPage {
  const judged = compiled.assessPage(view, context);
  const isLanguageAllowed = languageAllowed(plan.languages, view.language);
  const label = plan.labels?.get(view.url);
  const ruled = label === undefined ? judged : asLabelled(judged, label);
  const noindex = plan.politeness.obeyMetaRobots && view.metaRobots.noindex;
  const inScope = isLanguageAllowed ? ruled : notInLanguage(ruled, view.language);
  const assessment = noindex ? notIndexed(inScope) : inScope;
  return {
    assessment,
    isLanguageAllowed,
    noindex,
    fields: assessment.isTarget ? plan.extract(html) : {},
  };
}

function asLabelled(judged: PageAssessment, label: number): PageAssessment {
  const isTarget = label >= GOOD_FROM;
  const why = `labelled ${isTarget ? "good" : "bad"}; without: ${judged.why}`;
  return { ...judged, utility: label, isTarget, why };
}

function notInLanguage(judged: PageAssessment, language: string | undefined): PageAssessment {
  return { ...judged, isTarget: false, why: `language ${language ?? ""} is out of scope` };
}

/**
 * Marks a page as no target. It keeps its utility as evidence of what links like the one to it are
 * worth.
 */
function notIndexed(judged: PageAssessment): PageAssessment {
  const why = `noindex: its site asks to keep it out of indexes; without: ${judged.why}`;
  return { ...judged, isTarget: false, why };
}
