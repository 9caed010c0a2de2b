/** Says why a run cannot be crawled again to compare its decisions, where that is so. */
import { updatesOf } from "../../crawl/need-state.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import {
  comesBack,
  keysFixedSince,
  moduleOfRun,
  type RunProject,
} from "../../run/folder/run-project.ts";
import type { AuditedFiles } from "./read-audited-files.ts";
import type { OpenedAudit } from "./read-audited-run.ts";

/** Says why there is no strategy. */
export function withoutStrategy(project: RunProject): string {
  const module = moduleOfRun(project);
  return module === undefined
    ? "the project names no strategy"
    : `its strategy is the module ${module}, which only --strategy-module FILE loads`;
}

/** A run that is to be crawled again. */
interface AuditedCrawl {
  readonly directory: string;
  readonly project: RunProject;
  readonly files: Pick<AuditedFiles, "events">;
  readonly strategy: Strategy | undefined;
  readonly audit: Pick<OpenedAudit, "run">;
  /** Whether the user asks for it. */
  readonly replay: boolean;
}

/** Says why a run cannot be crawled again as it was; returns `undefined` when it can. */
export async function hindranceOf({
  directory,
  project,
  files: { events },
  strategy,
  audit,
  replay,
}: AuditedCrawl): Promise<string | undefined> {
  if (!replay) return "left out, as asked";
  if (strategy === undefined) return withoutStrategy(project);
  const fixed = keysFixedSince(directory);
  if (fixed.length > 0) return `it had another ${fixed.join(", ")} than every crawl has now`;
  if (project.handler === true) return "a program acted on its pages, which is not there";
  if (comesBack(project)) {
    return "it visited the pages of another run again: their order depends on the time";
  }
  if (
    events.some(
      ({ kind, detail: { records, held } }) =>
        kind === "labelled" && (records === undefined || held === undefined),
    )
  ) {
    return "pages were labelled while it ran, and its log does not say after which draw";
  }
  if (await wentOnUnnoted(events, audit.run.records())) {
    return "its budget was raised, and its log does not say from what";
  }
  if (events.some(({ kind }) => kind === "repaired")) {
    return "answers were lost and fetched again: the order of its draws cannot be rebuilt";
  }
  if (events.some(({ kind }) => kind === "forgotten")) {
    return "pages were forgotten, and what followed from them cannot be rebuilt";
  }
  if (updatesOf(events).begun !== undefined) {
    return "it ended while its stored pages were judged again";
  }
  const { search } = project;
  if (search?.compose !== undefined && search.provider !== "local") {
    return `it asked ${search.provider}, which does not answer the same again`;
  }
  return events.some(({ kind }) => kind === "trained") ? undefined : "it has not begun to draw";
}

/**
 * Returns whether a crawl whose page budget was spent fetched more, and its log says of no change: an
 * older version kept none.
 */
async function wentOnUnnoted(
  events: readonly RunEvent[],
  records: AsyncIterable<Pick<PageRecord, "fetchedAt">>,
): Promise<boolean> {
  const spent = events.flatMap(({ kind, at, detail: { why } }, index) => {
    if (kind !== "finished" || why !== "budget-pages") return [];
    const changed = events.slice(index).find((event) => event.kind === "changed");
    return { from: at, until: changed?.at ?? Number.POSITIVE_INFINITY };
  });
  for await (const { fetchedAt: at } of records)
    if (spent.some(({ from, until }) => at > from && at < until)) return true;
  return false;
}
