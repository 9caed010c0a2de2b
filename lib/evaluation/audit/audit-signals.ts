import type { CrawlPlan } from "../../crawl/crawl-plan.ts";
import { viewPage } from "../../crawl/judge-page.ts";
import type { HostLedger } from "../../domain/measures/audit/audit-host.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import { fileTypeOf } from "../../domain/methods/wanted-file.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import { parseRobots, usageOf } from "../../domain/web/politeness/robots-rules.ts";
import {
  combineSignals,
  NO_SIGNALS,
  type Purpose,
  parseTdmFile,
  reservedBy,
  type Signals,
  signalsOfHeaders,
  tdmOfPath,
} from "../../domain/web/signals/signals.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { PageStore } from "../../ports/page-store.ts";
import type { AuditedRun } from "./audited-run.ts";

/** Limits parsing by the length of a page alone: an audit must not depend on the machine's speed. */
const NO_HURRY = { now: () => 0 };

/** The inputs for reading again what sites say of their pages. */
interface SignalEvidence {
  readonly pages: Pick<PageStore, "get">;
  readonly plan: Pick<CrawlPlan, "canonical" | "files" | "limits" | "politeness">;
  readonly purpose: Purpose;
  /** The files of a host as it answered them; absent for a recording, which asked for none. */
  readonly ledgerOf?: (host: Host) => Promise<HostLedger>;
}

/**
 * Checks that the record of each page has the signals that reserve it against the project's purpose:
 * those of its stored answer, and those of the robots.txt and TDM files that its host had given
 * before it was fetched. An export leaves pages out by their records.
 */
export async function* auditSignals(
  run: Pick<AuditedRun, "hosts" | "recordOf">,
  { pages, plan, purpose, ledgerOf }: SignalEvidence,
): AsyncGenerator<Violation, void, undefined> {
  for (const { host, links } of run.hosts()) {
    const ledger = await ledgerOf?.(host);
    for (const { url } of links) {
      const record = await run.recordOf(url);
      const stored = record?.page && (await pages.get(url).catch(() => undefined));
      if (record?.page === undefined || stored === undefined) continue;
      const ofHost = ledger === undefined ? NO_SIGNALS : hostSignals(ledger, url, record.fetchedAt);
      const reserving = reservedBy(purpose, combineSignals(signalsOf(stored, plan), ofHost));
      const { signals = NO_SIGNALS } = record.page;
      const lacking = reserving.filter((signal) => !signals.includes(signal));
      if (lacking.length === 0) continue;
      const what = `is reserved by \`${lacking.join("`, `")}\`, which its record does not have`;
      yield { check: "signals", url, what };
    }
  }
}

function signalsOf(stored: FetchedPage, plan: SignalEvidence["plan"]): Signals {
  const { robotsName } = plan.politeness;
  if (fileTypeOf(plan.files, stored) !== undefined)
    return signalsOfHeaders(stored.headers, robotsName);
  return viewPage(stored, plan.canonical, plan.limits, NO_HURRY, { robotsName }).view.signals;
}

/** Returns what the last files that an origin had given by `time` say of a page. */
function hostSignals({ settings, entries }: HostLedger, url: Url, time: number): Signals {
  const pathStart = url.indexOf("/", url.indexOf("//") + 2);
  const [origin, path] = [url.slice(0, pathStart), url.slice(pathStart)];
  const lastFile = (wanted: "robots" | "tdmrep"): string => {
    const last = entries.findLast(
      (entry) => entry.kind === wanted && entry.origin === origin && entry.at <= time,
    );
    return last?.kind === wanted && last.file.kind === "found" ? last.file.text : "";
  };
  const robots = parseRobots(lastFile("robots"), settings[0].productToken);
  return combineSignals(usageOf(robots, path), tdmOfPath(parseTdmFile(lastFile("tdmrep")), path));
}
