import { auditHost, type HostLedger } from "../../domain/audit/audit-host.ts";
import type { Violation } from "../../domain/audit/violation.ts";
import type { Host } from "../../domain/url/url.ts";
import type { AuditedRun } from "./audited-run.ts";

/** Checks that every host was asked politely, one host after the other. */
export async function* auditPoliteness(
  run: Pick<AuditedRun, "hosts">,
  ledgerOf: (host: Host) => Promise<HostLedger>,
): AsyncGenerator<Violation, void, undefined> {
  for (const { host, links } of run.hosts()) yield* auditHost(links, await ledgerOf(host));
}
