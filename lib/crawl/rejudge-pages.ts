import type { PageRecord } from "../domain/fetch/page-record.ts";
import type { CrawlPlan, DecidingPorts, TrainedModel } from "./crawl-plan.ts";
import { judgePage } from "./judge-page.ts";
import { viewPage } from "./view-page.ts";

/** Pages judged before the process yields to a signal or a timer: some tens of ms of work. */
const PAGES_PER_SLICE = 10;

/**
 * Judges every stored page by a model, and puts its record again with the new verdict, all else as
 * it was. Fetches nothing; doing it twice has the same result. Returns false when `signal` aborted
 * it half-way.
 */
export async function rejudgePages(
  ports: Pick<DecidingPorts, "records" | "pages" | "clock">,
  plan: CrawlPlan,
  model: TrainedModel,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let judged = 0;
  for await (const record of ports.records.list()) {
    if (signal?.aborted === true) return false;
    if (record.page === undefined) continue;
    await rejudge(ports, plan, model, record, record.page);
    judged += 1;
    if (judged % PAGES_PER_SLICE === 0) await ports.clock.waitUntil(ports.clock.now());
  }
  return true;
}

async function rejudge(
  { records, pages, clock }: Pick<DecidingPorts, "records" | "pages" | "clock">,
  plan: CrawlPlan,
  model: TrainedModel,
  { sequence: _sequence, ...record }: PageRecord,
  { noindex: _noindex, ...page }: NonNullable<PageRecord["page"]>,
): Promise<void> {
  const fetched = await pages.get(record.url);
  // A power loss may have destroyed the page; then its verdict stays.
  if (fetched === undefined) return;
  const viewed = viewPage(fetched, plan.canonical, plan.limits, clock);
  const { assessment, noindex, fields } = judgePage(plan, model, viewed, record);
  const { utility, isTarget, type, why } = assessment;
  // A structure that the strategy asked for once may remain evidence.
  const structure = assessment.structure ?? page.structure;
  const judged = { utility, isTarget, type, structure, why, fields, model: model.hash };
  const verdict = { ...page, ...judged, ...(noindex ? { noindex } : {}) };
  await records.put({ ...record, page: verdict });
}
