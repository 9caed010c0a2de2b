import { hashToUnit } from "../../../domain/stats/random/random.ts";
import type { ProxyAccess } from "../../../domain/web/http/site-access.ts";
import { registrableDomain } from "../../../domain/web/url/host-rule.ts";

/** Chooses the proxy of each host. */
export interface ProxyPool {
  /** Returns the proxy that a host is always asked through. */
  of(hostname: string): ProxyAccess | undefined;
}

/**
 * Distributes the hosts over the proxies. All hosts of a registrable domain stay on one, in every run:
 * their delays mean something only where one address asks. A proxy that is added or removed moves
 * only its own share of the hosts (rendezvous hashing).
 */
export function createProxyPool(proxies: readonly ProxyAccess[]): ProxyPool {
  const named = proxies.map((proxy) => ({ proxy, name: `${proxy.hostname}:${proxy.port}` }));
  return {
    of(hostname) {
      const domain = registrableDomain(hostname);
      let [best, most] = [undefined as ProxyAccess | undefined, -1];
      for (const { proxy, name } of named) {
        const rank = hashToUnit(0, `${name} ${domain}`);
        if (rank > most) [best, most] = [proxy, rank];
      }
      return best;
    },
  };
}
