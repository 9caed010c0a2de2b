import ipaddr from "ipaddr.js";

/** Groups of 16 bits in the /64 network of an IPv6 address. */
const NETWORK_GROUPS = 4;

/**
 * Returns the block of addresses that one server owns. That is an IPv4 address itself, or the /64
 * network of an IPv6 address (RFC 6177: no site has a smaller one).
 */
export function addressBlock(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
