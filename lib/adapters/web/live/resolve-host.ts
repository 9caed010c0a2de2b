import { Resolver } from "node:dns/promises";

/** Time for one answer of a name server, in ms, and how often it is asked. */
const DNS_TIMEOUT_MS = 3_000;
const DNS_TRIES = 2;

/** All addresses of a host name, best first; rejects where the name has none or cannot be asked. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks `servers` (address and port), or the name servers of the system, directly; IPv4 addresses first.
 *
 * Not `dns.lookup`: its getaddrinfo holds one of the four threads that files and decompression need
 * too, so that a few dead name servers would stop the whole crawl.
 */
export function dnsResolver(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason;
    return [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}
