import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { auditRun } from "../../lib/cli/audit/audit.ts";

/** Returns all violations, as `check url what`. */
export async function findings(run: string, replay = true): Promise<string[]> {
  const checks = await auditRun(run, { replay });
  return checks.flatMap(({ reported }) =>
    reported.map(({ check, url, what }) => `${check} ${url} ${what}`),
  );
}

/** Changes rows of a run's database behind its back. */
export function change(run: string, sql: string, ...values: readonly (string | number)[]): void {
  const database = new DatabaseSync(join(run, "crawl.sqlite"));
  try {
    const { changes } = database.prepare(sql).run(...values);
    assert.ok(Number(changes) > 0, "nothing was spoilt");
  } finally {
    database.close();
  }
}

/** Reads rows of a run's database. */
export function read(run: string, sql: string, ...values: readonly (string | number)[]) {
  const database = new DatabaseSync(join(run, "crawl.sqlite"), { readOnly: true });
  try {
    return database.prepare(sql).all(...values);
  } finally {
    database.close();
  }
}
