import { auditHost, type HostLedger } from "../../domain/measures/audit/audit-host.ts";
import type { AuditCheck, Violation } from "../../domain/measures/audit/violation.ts";
import type { Host } from "../../domain/web/url/url.ts";
import type { AuditedRun } from "./audited-run.ts";

/** Most violations of one check that are listed; the others are only counted. */
const MAX_REPORTED = 100;

/** The result of one check. */
export interface AuditedCheck {
  readonly check: AuditCheck;
  /** False when the check could not be made at all: the notes say why. */
  readonly isMade: boolean;
  /** The number of violations, and the first of them. */
  readonly violations: number;
  readonly reported: readonly Violation[];
  /** Things that could not be checked, and why; empty when everything was checked. */
  readonly notes: readonly string[];
}

/** A check to make. */
export interface PlannedCheck {
  readonly check: AuditCheck;
  /** `undefined` when the check cannot be made. */
  readonly findings: AsyncIterable<Violation> | Iterable<Violation> | undefined;
  readonly notes: readonly string[];
}

/** Makes the checks one after the other and counts what they find. */
export async function auditCrawl(checks: Iterable<PlannedCheck>): Promise<readonly AuditedCheck[]> {
  const audited: AuditedCheck[] = [];
  for (const { check, findings, notes } of checks) {
    const reported: Violation[] = [];
    let violations = 0;
    for await (const violation of withoutThrowing(check, findings ?? [])) {
      violations += 1;
      if (reported.length < MAX_REPORTED) reported.push(violation);
    }
    audited.push({ check, isMade: findings !== undefined, violations, reported, notes });
  }
  return audited;
}

/** Makes an error a violation: data that no check foresaw must not end the audit. */
async function* withoutThrowing(
  check: AuditCheck,
  findings: AsyncIterable<Violation> | Iterable<Violation>,
): AsyncGenerator<Violation, void, undefined> {
  try {
    yield* findings;
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    yield { check, url: "the run", what: `cannot be read any further: ${what}` };
  }
}

/** Checks that every host was asked politely, one host after the other. */
export async function* auditPoliteness(
  run: Pick<AuditedRun, "hosts">,
  ledgerOf: (host: Host) => Promise<HostLedger>,
): AsyncGenerator<Violation, void, undefined> {
  for (const { host, links } of run.hosts()) yield* auditHost(links, await ledgerOf(host));
}
