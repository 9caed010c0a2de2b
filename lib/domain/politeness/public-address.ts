import ipaddr from "ipaddr.js";

/**
 * Platform endpoints that serve secrets from an address of a public range: Azure's wire server. The
 * others (169.254.169.254, fd00:ec2::254, 100.100.100.200, 192.0.0.192) are in refused ranges.
 */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** The range of all IANA allocations for public use (IPv6 Global Unicast, RFC 4291 §2.4). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Judgement of one address; `reason` names the range, as in the IANA special-purpose registries.
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
