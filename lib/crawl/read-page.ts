import type { Lease } from "../domain/frontier/link.ts";
import type { LinkContext } from "../domain/methods/strategy.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { DowserError } from "../errors.ts";
import type { PackedAnswer } from "../ports/page-store.ts";
import { answerReader } from "./answer-reader.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import { type HarvestedPage, harvestPage, type ReadingPorts } from "./harvest-page.ts";
import { type JudgedPage, judgeFile, judgePage } from "./judge-page.ts";
import type { ReadingDone, SteppedTask } from "./rules.ts";
import { viewPage, viewReading } from "./view-page.ts";

/** A fetched page, and what it is read by. */
export interface PageTask {
  readonly plan: ReadingPlan;
  readonly model: TrainedModel;
  readonly lease: Lease;
  readonly page: FetchedPage;
  /** Ms since the epoch. */
  readonly fetchedAt: number;
  /** How far a rule has come that reads pages several times. */
  readonly step?: SteppedTask["step"];
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
  judge(task: JudgingTask): Promise<JudgedPage>;
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
    const reader = answerReader(ports, plan, model, lease, page);
    for (const rule of plan.reads) {
      const done = rule.instead?.(page, reader);
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
