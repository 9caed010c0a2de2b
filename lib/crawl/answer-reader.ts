/** What a crawl does for a rule that reads an answer in place of a page. */

import type { Lease } from "../domain/frontier/link.ts";
import { languageAllowed } from "../domain/frontier/scope.ts";
import { parsePage } from "../domain/page/parse-page.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { admitLinks, offeredLinks } from "./admit-links.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import { rankForms } from "./form-links.ts";
import { type ReadingPorts, skipReasonOf } from "./harvest-page.ts";
import { linkReader } from "./rule-links.ts";
import type { AnswerReader } from "./rules.ts";

/** Returns how a rule reads an answer: its links are scored as those of a page, and it is not judged. */
export function answerReader(
  { web, clock }: ReadingPorts,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  { link }: Pick<Lease, "link">,
  { url, headers }: FetchedPage,
): AnswerReader {
  return {
    ...linkReader(plan, web),
    read(html) {
      const { robotsName } = plan.politeness;
      const deadline = clock.now() + plan.limits.parseMs;
      const view = parsePage(
        { url, html, headers, robotsName },
        { maxLength: Number.POSITIVE_INFINITY, overTime: () => clock.now() > deadline },
        plan.canonical,
      );
      const { page, verdicts } = admitLinks(view, link.depth + 1, web, plan.scope);
      const isLanguageAllowed = languageAllowed(plan.languages, view.language);
      const skipReason = skipReasonOf(plan, view, isLanguageAllowed);
      const assessment = model.compiled.assessPage(view, link);
      const scored =
        skipReason === undefined ? model.compiled.scoreLinks(page, assessment, link) : [];
      const { links } = rankForms(plan.strategy, scored, link.url);
      const origin = { depth: link.depth + 1, redirects: 0, parent: link.url, model: model.hash };
      const offered = offeredLinks(verdicts, links, origin, skipReason ?? "strategy");
      return { title: view.title, links: offered };
    },
  };
}
