import { getDomain } from "tldts";

/**
 * Compiles host names into one test. A name covers itself and its subdomains; with a port it covers
 * that port only, without one all ports.
 */
export function compileHostRule(names: readonly string[]): (host: string) => boolean {
  const known = new Set(names);
  return (host) => {
    if (covers(known, host)) return true;
    const port = portStart(host);
    return port >= 0 && covers(known, host.slice(0, port));
  };
}

/** Returns a host without its port: `[::1]` for `[::1]:8080`. */
export function hostName(host: string): string {
  const port = portStart(host);
  return port < 0 ? host : host.slice(0, port);
}

function covers(known: ReadonlySet<string>, host: string): boolean {
  if (known.has(host)) return true;
  for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
    if (known.has(host.slice(dot + 1))) return true;
  }
  return false;
}

function portStart(host: string): number {
  const colon = host.lastIndexOf(":");
  return host.endsWith("]") ? -1 : colon;
}

/**
 * Returns the domain that its owner registered for a host: `example.co.uk` for `www.example.co.uk`.
 * Suffixes under which strangers register (publicsuffix.org, including the private section) never
 * count as one. An address, or a name such as localhost, is in no domain and is returned as it is.
 */
export function registrableDomain(host: string): string {
  return getDomain(hostName(host), { allowPrivateDomains: true }) ?? host;
}
