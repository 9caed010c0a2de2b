import ipaddr from "ipaddr.js";

/**
 * Platform endpoints that serve secrets from an address of a public range: Azure's wire server. The
 * others (169.254.169.254, fd00:ec2::254, 100.100.100.200, 192.0.0.192) are in refused ranges.
 */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** The range of all IANA allocations for public use (IPv6 Global Unicast, RFC 4291 §2.4). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * The verdict on one address; `reason` names the range, as in the IANA special-purpose registries.
 */
export type AddressVerdict =
  | { readonly isPublic: true }
  | { readonly isPublic: false; readonly reason: string };

const PUBLIC: AddressVerdict = { isPublic: true };

/**
 * Judges whether a crawler may connect to `address`, an IPv4 address of four decimal parts or an
 * IPv6 address.
 *
 * Only public unicast is allowed. Ranges that embed an IPv4 address (mapped, translated, 6to4,
 * Teredo) are refused as a whole, because they can reach hosts behind a gateway. `allowLoopback`
 * admits 127.0.0.0/8 and ::1, for tests and the demo.
 */
export function judgeAddress(address: string, allowLoopback: boolean): AddressVerdict {
  if (METADATA_ADDRESSES.has(address)) return refuse("metadata");
  const range = rangeOf(address);
  if (range === "unicast" || (range === "loopback" && allowLoopback)) return PUBLIC;
  return refuse(range);
}

/** Ranges of the user's own machine and network, where a proxy or an assessor may be. */
const OWN_RANGES: ReadonlySet<string> = new Set([
  "loopback",
  "private",
  "uniqueLocal",
  "carrierGradeNat",
]);

/** Platform endpoints that serve secrets from addresses of the user's own ranges. */
const SECRETS: ReadonlySet<string> = new Set(["fd00:ec2::254", "100.100.100.200"]);

/** Judges the address of a proxy or an assessor that the user named; `isPrivate` admits the user's own network. */
export function judgeNamedAddress(address: string, isPrivate: boolean): AddressVerdict {
  const isOwn = isPrivate && OWN_RANGES.has(rangeOf(address)) && !SECRETS.has(address);
  return isOwn ? PUBLIC : judgeAddress(address, false);
}

function rangeOf(address: string): string {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range();
  if (!ipaddr.IPv6.isValid(address)) return "malformed";
  const parsed = ipaddr.IPv6.parse(address);
  const range = parsed.range();
  if (range !== "unicast") return range;
  return parsed.zoneId === undefined && parsed.match(GLOBAL_UNICAST) ? range : "unallocated";
}

function refuse(reason: string): AddressVerdict {
  return { isPublic: false, reason };
}

/**
 * Ports of other protocols that a crafted URL could address: the "bad port" list of the Fetch
 * standard (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

const PORT = /:(\d+)$/;

/**
 * Returns the port of `host` (host name and port of a canonical URL) if no crawler may connect to
 * it.
 */
export function blockedPort(host: string): number | undefined {
  const port = Number(PORT.exec(host)?.[1] ?? Number.NaN);
  return BLOCKED_PORTS.has(port) ? port : undefined;
}
