import { registrableDomain } from "./registrable-domain.ts";

/**
 * Hosts to which a crawl is restricted: any, those of its seeds, or all of the seeds' registrable
 * domains.
 */
export type HostReach = "any" | "seeds" | "seed-domains";

/**
 * Returns the names, for a host rule, that the reach allows; `undefined` if it allows all. A
 * leading `www.` is removed, so that a site is in reach under both its names.
 */
export function reachableHosts(
  reach: HostReach,
  seedHosts: readonly string[],
): readonly string[] | undefined {
  if (reach === "any") return undefined;
  if (reach === "seeds") return seedHosts.map((host) => host.replace(/^www\./, ""));
  return seedHosts.map(registrableDomain);
}
