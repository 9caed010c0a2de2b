import type { Violation } from "../../domain/measures/audit/violation.ts";
import { isGood } from "../../domain/methods/label-need.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { AssessmentEntry } from "../../ports/assessment-store.ts";
import type { LabelEntry } from "../../ports/label-store.ts";
import { type KeptFrom, signalAgainst } from "../assessed-pages.ts";
import type { AuditedRun } from "./audited-run.ts";

/** What an assessor was asked and said, and the labels of the run. */
interface AssessedEvidence {
  readonly entries: readonly AssessmentEntry[];
  readonly labels: readonly LabelEntry[];
  readonly purpose: KeptFrom["purpose"];
}

/**
 * Checks that an assessor was asked about pages of the run alone, and about none that its site reserves; that no
 * question was answered twice; that each answer has its request; and that each label of an assessor is its answer.
 */
export async function* auditAssessments(
  run: Pick<AuditedRun, "recordOf">,
  { entries, labels, purpose }: AssessedEvidence,
): AsyncGenerator<Violation, void, undefined> {
  const violation = (url: string, what: string): Violation => ({ check: "assessor", url, what });
  const asked = new Set<number>();
  const keys = new Set<string>();
  const said = new Map<Url, Set<boolean>>();
  for (const entry of entries) {
    const { kind, id, url } = entry;
    if (kind === "asked") {
      if (asked.has(id)) yield violation(url, `request ${id} was sent twice`);
      asked.add(id);
      const page = (await run.recordOf(url))?.page;
      const signal = signalAgainst(purpose, page);
      if (signal !== undefined)
        yield violation(url, `was sent to an assessor against \`${signal}\``);
    } else if (!asked.has(id) && !(kind === "answer" && entry.isTaken === true))
      yield violation(url, `request ${id} has an end and no beginning`);
    if (kind !== "answer") continue;
    if (keys.has(entry.key)) yield violation(url, "the same question was answered twice");
    keys.add(entry.key);
    if ((await run.recordOf(url))?.page === undefined)
      yield violation(url, "was assessed, and is no page of the run");
    said.set(url, (said.get(url) ?? new Set()).add(entry.verdict === "yes"));
  }
  for (const { url, label, source } of labels) {
    if (source !== "assessor" || label === null) continue;
    // A label that was imported as an assessor's has its answers elsewhere.
    const answers = said.get(url);
    if (answers !== undefined && !answers.has(isGood({ label })))
      yield violation(url, "has a label of an assessor that it did not give");
  }
}
