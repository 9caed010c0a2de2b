import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import type { HostRow, RunTables, ServerRow } from "../../domain/measures/audit/table-evidence.ts";
import { MAX_DELAY_MS, MAX_RETRY_AFTER_MS } from "../../domain/web/politeness/crawl-delay.ts";
import { registrableDomain } from "../../domain/web/url/registrable-domain.ts";

/** What the rows of servers are compared with. */
interface ServerContext {
  readonly policy: Pick<FrontierPolicy, "minDelayMs" | "leaseMs">;
  readonly maxCrawlDelayMs: number;
  /** The run was last at work at this moment or before, in ms since the epoch. */
  readonly until: number;
}

/** A contradiction, about the server, the domain or the host that it is found at. */
interface Fault {
  readonly url: string;
  readonly what: string;
}

/**
 * Checks the rows of servers: a server is one domain at an address that is stored, and counts the
 * leases of its hosts. A domain names a server of its own.
 */
export function* faultsOfServers(
  tables: Pick<RunTables, "servers" | "domains">,
  context: ServerContext,
): Generator<Fault, void, undefined> {
  for (const row of tables.servers()) {
    for (const what of faultsOfServer(row, context)) yield { url: row.name, what };
  }
  for (const { domain, server } of tables.domains()) {
    if (server === undefined || !isOfDomain(server, domain))
      yield { url: domain, what: `is a domain at the server ${server}` };
  }
}

function* faultsOfServer(
  { name, address, hasAddress, nextAllowedAt, slowedMs, leased, leasedLinks, call }: ServerRow,
  { policy, maxCrawlDelayMs, until }: ServerContext,
): Generator<string, void, undefined> {
  if (hasAddress && address === undefined) yield "is a server at an address that is not stored";
  if (address !== undefined && !name.endsWith(` ${address}`)) yield `is a server at ${address}`;
  if (!hasAddress && name.includes(" ")) yield "is a server without an address";
  if (leased !== leasedLinks)
    yield `counts ${leased} leases, ${leasedLinks} links of its hosts are leased`;
  if (![0, 1, 2].includes(call)) yield `has the call ${call}`;
  if (!(slowedMs >= 0 && slowedMs <= MAX_DELAY_MS)) yield `is slowed by ${slowedMs} ms`;
  const longest = Math.max(policy.minDelayMs, maxCrawlDelayMs, MAX_DELAY_MS, MAX_RETRY_AFTER_MS);
  if (!(nextAllowedAt >= 0 && nextAllowedAt <= until + longest + policy.leaseMs))
    yield `may be asked at ${nextAllowedAt}, which is later than any delay allows`;
}

/** Checks where a host is: at a server of its domain, and parked only at a place that calls it. */
export function* faultsOfPlace({
  host,
  availability,
  server,
  parkedAt,
  isCalled,
}: HostRow): Generator<string, void, undefined> {
  if (server === undefined) yield "is at a server that is not stored";
  if (typeof server === "string" && !isOfDomain(server, registrableDomain(host)))
    yield `is at the server ${server}`;
  if ((availability === 3) !== (parkedAt !== null))
    yield parkedAt === null ? "is parked nowhere" : `is parked at ${parkedAt} and not parked`;
  if (parkedAt === undefined) yield "is parked at a place that is not stored";
  else if (parkedAt !== null && !isCalled) yield `is parked at ${parkedAt}, which calls no host`;
}

function isOfDomain(server: string, domain: string): boolean {
  return server.startsWith(`${domain} `);
}
