/** The domain of a host, by the public suffix list: a package of its own, which most commands do not need. */
import { getDomain } from "tldts";
import { hostName } from "./canonical-url.ts";

/**
 * Returns the domain that its owner registered for a host: `example.co.uk` for `www.example.co.uk`.
 * Suffixes under which strangers register (publicsuffix.org, including the private section) never
 * count as one. An address, or a name such as localhost, is in no domain and is returned as it is.
 */
export function registrableDomain(host: string): string {
  return getDomain(hostName(host), { allowPrivateDomains: true }) ?? host;
}
