import type { AuditCheck, Violation } from "../../domain/audit/violation.ts";

/** Violations of one check that are told; of more only the number is. */
const MOST_TOLD = 100;

/** What one check came to. */
export interface AuditedCheck {
  readonly check: AuditCheck;
  /** False where nothing of it could be checked: the notes say why. */
  readonly isMade: boolean;
  /** How many violations there are, and the first of them. */
  readonly violations: number;
  readonly told: readonly Violation[];
  /** What could not be checked, and why; empty where everything was. */
  readonly notes: readonly string[];
}

/** A check as it is to be made. */
export interface PlannedCheck {
  readonly check: AuditCheck;
  /** `undefined` where it cannot be made. */
  readonly findings: AsyncIterable<Violation> | undefined;
  readonly notes: readonly string[];
}

/** Makes the checks one after the other and counts what they find. */
export async function auditCrawl(checks: Iterable<PlannedCheck>): Promise<readonly AuditedCheck[]> {
  const audited: AuditedCheck[] = [];
  for (const { check, findings, notes } of checks) {
    const told: Violation[] = [];
    let violations = 0;
    for await (const violation of findings ?? []) {
      violations += 1;
      if (told.length < MOST_TOLD) told.push(violation);
    }
    audited.push({ check, isMade: findings !== undefined, violations, told, notes });
  }
  return audited;
}
