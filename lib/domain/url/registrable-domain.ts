import { getDomain } from "tldts";
import { hostName } from "./host-rule.ts";

/**
 * What one registers to have a host: `example.co.uk` of `www.example.co.uk`. Suffixes under which strangers
 * register (publicsuffix.org, private section too) are never one; an address, and a name such as localhost,
 * is in no domain and stands for itself.
 */
export function registrableDomain(host: string): string {
  return getDomain(hostName(host), { allowPrivateDomains: true }) ?? host;
}
