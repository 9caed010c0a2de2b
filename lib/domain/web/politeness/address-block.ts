/** Groups of 16 bits in an IPv6 address, and those of a /64 network. */
const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Returns the block of addresses that one server owns. That is an IPv4 address itself, or the /64
 * network of an IPv6 address (RFC 6177: no site has a smaller one).
 */
export function addressBlock(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.split("::");
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Math.max(0, IPV6_GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

function groupsOf(part: string): readonly string[] {
  if (part === "") return [];
  return part.split(":").map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
}
