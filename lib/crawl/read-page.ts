import type { Lease } from "../domain/frontier/link.ts";
import { languageAllowed } from "../domain/frontier/scope.ts";
import type { LinkContext } from "../domain/methods/strategy.ts";
import { parsePage } from "../domain/page/parse-page.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { DowserError } from "../errors.ts";
import type { PackedAnswer } from "../ports/page-store.ts";
import { admitLinks, offeredLinks } from "./admit-links.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import {
  type HarvestedPage,
  harvestPage,
  linkReader,
  type ReadingPorts,
  rankForms,
  skipReasonOf,
} from "./harvest-page.ts";
import { type JudgedPage, judgeFile, judgePage, viewPage, viewReading } from "./judge-page.ts";
import type { AnswerReader, ReadingDone, SteppedTask } from "./rules.ts";

/** A fetched page, and what it is read by. */
export interface PageTask extends SteppedTask {
  readonly plan: ReadingPlan;
  readonly model: TrainedModel;
  /** Ms since the epoch. */
  readonly fetchedAt: number;
}

/** What was read of a page, or the error that it caused. */
export type PageReading =
  | {
      readonly kind: "read";
      readonly harvested: HarvestedPage;
      /** The page as it is stored, when it was packed where it was read. */
      readonly packed?: PackedAnswer;
    }
  /** The link is done without a page. */
  | ReadingDone
  /** The fetching part of a rule acts first. */
  | { readonly kind: "back" }
  | { readonly kind: "page-error"; readonly detail: string };

/** A stored page, and what it is judged by again. */
export interface JudgingTask extends Pick<PageTask, "model" | "page"> {
  readonly plan: ReadingPlan;
  /** The link that led to it. */
  readonly context: LinkContext;
}

/**
 * Reads and judges pages somewhere else than in the thread that fetches them. The result depends on
 * the task alone, not on where it is done.
 */
export interface PageReader {
  /** @throws DowserError an error that says what the crawl must do */
  read(task: PageTask): Promise<PageReading>;
  /** Returns `undefined` of a page that cannot be judged again: no thread survived it. */
  judge(task: JudgingTask): Promise<JudgedPage | undefined>;
}

/** Judges a stored page or file again. */
export function judgeAgain(
  { clock }: Pick<ReadingPorts, "clock">,
  { plan, model, page, context }: JudgingTask,
): JudgedPage {
  return (
    judgeFile(plan, page) ??
    judgePage(
      plan,
      model,
      viewPage(page, plan.canonical, plan.limits, clock, viewReading(plan)),
      context,
    )
  );
}

/**
 * Reads one page. An error is a result, as other pages may be read all the same; but an error that
 * says itself what the crawl must do goes on its way.
 */
export function readPage(
  ports: ReadingPorts,
  { plan, model, lease, page, step }: PageTask,
): PageReading {
  try {
    for (const rule of plan.reads) {
      if (rule.instead === undefined) continue;
      const done = rule.instead(page, answerReader(ports, plan, model, lease, page));
      if (done !== undefined) return done;
    }
    const harvested = harvestPage(ports, plan, model, lease, page, step);
    return "kind" in harvested ? harvested : { kind: "read", harvested };
  } catch (error) {
    if (error instanceof DowserError && error.reaction !== "drop") throw error;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: "page-error", detail };
  }
}

// What a crawl does for a rule that reads an answer in place of a page.

/** Returns how a rule reads an answer: its links are scored as those of a page, and it is not judged. */
function answerReader(
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
      const { links } = rankForms(plan, scored, link.url);
      const origin = { depth: link.depth + 1, redirects: 0, parent: link.url, model: model.hash };
      const offered = offeredLinks(verdicts, links, origin, skipReason ?? "strategy");
      return { title: view.title, links: offered };
    },
  };
}
