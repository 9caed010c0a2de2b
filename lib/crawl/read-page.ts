import type { Lease } from "../domain/frontier/link.ts";
import type { LinkContext } from "../domain/methods/strategy.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { DowserError } from "../errors.ts";
import type { PackedAnswer } from "../ports/page-store.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import { type HarvestedFeed, harvestFeed, isFeedAnswer } from "./harvest-feed.ts";
import {
  type HarvestedPage,
  harvestPage,
  harvestRendered,
  type ReadingPorts,
  type WalledPage,
} from "./harvest-page.ts";
import { type JudgedPage, judgeFile, judgePage } from "./judge-page.ts";
import type { RenderStep } from "./render-page.ts";
import { viewPage, viewReading } from "./view-page.ts";

/** A fetched page, and what it is read by. */
export interface PageTask {
  readonly plan: ReadingPlan;
  readonly model: TrainedModel;
  readonly lease: Lease;
  readonly page: FetchedPage;
  /** Ms since the epoch. */
  readonly fetchedAt: number;
  /** Absent when no page is rendered. */
  readonly render?: RenderStep | undefined;
}

/** What was read of a page, or the error that it caused. */
export type PageReading =
  | {
      readonly kind: "read";
      readonly harvested: HarvestedPage;
      /** The page as it is stored, when it was packed where it was read. */
      readonly packed?: PackedAnswer;
    }
  | { readonly kind: "feed"; readonly harvested: HarvestedFeed }
  /** XML that is no feed, where feeds are read. */
  | { readonly kind: "no-feed" }
  | { readonly kind: "wall"; readonly walled: WalledPage }
  /** The page is to be rendered first. */
  | { readonly kind: "to-render" }
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
  { plan, model, lease, page, render }: PageTask,
): PageReading {
  try {
    const feed = harvestFeed(ports, plan, model, lease, page);
    if (feed !== undefined) return { kind: "feed", harvested: feed };
    if (isFeedAnswer(plan, page)) return { kind: "no-feed" };
    const harvested =
      render === undefined
        ? harvestPage(ports, plan, model, lease, page)
        : harvestRendered(ports, { plan, model, lease, page }, render);
    if (harvested === "to-render") return { kind: "to-render" };
    return "wall" in harvested ? { kind: "wall", walled: harvested } : { kind: "read", harvested };
  } catch (error) {
    if (error instanceof DowserError && error.reaction !== "drop") throw error;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: "page-error", detail };
  }
}
