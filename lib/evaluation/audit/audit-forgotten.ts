import { FORGOTTEN } from "../../crawl/forgotten.ts";
import type { UrlTest } from "../../domain/frontier/url-rules.ts";
import type { Violation } from "../../domain/measures/audit/violation.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { AuditedRun } from "./audited-run.ts";

/**
 * Checks that nothing is left of what the log says was forgotten, and that none of it was fetched
 * again: a kill may have come between the two.
 */
export async function* auditForgotten(
  run: Pick<AuditedRun, "indexedAnswers" | "records">,
  isForgotten: UrlTest,
): AsyncGenerator<Violation, void, undefined> {
  const left = (url: string): Violation => {
    const what = "was to be forgotten, and is still there: run the same dowser forget again";
    return { check: "conservation", url, what };
  };
  for (const { url } of run.indexedAnswers()) {
    if (isForgotten(url, hostOf(url))) yield left(url);
  }
  for await (const { url, host, reason } of run.records()) {
    if (reason !== FORGOTTEN && isForgotten(url, host)) yield left(url);
  }
}
