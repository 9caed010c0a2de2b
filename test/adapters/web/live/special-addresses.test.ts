import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { judgeAddress } from "../../../../lib/adapters/web/live/public-address.ts";
import { hashToUnit } from "../../../../lib/domain/stats/random/random.ts";
import { cases, seedOf } from "../../../support/slow.ts";

/**
 * The ranges of the IANA IPv4 Special-Purpose Address Registry, with those that other RFCs set
 * apart. All are refused, also the few that the registry calls globally reachable.
 */
const IPV4 = [
  ["0.0.0.0/8", "RFC 791"],
  ["10.0.0.0/8", "RFC 1918"],
  ["100.64.0.0/10", "RFC 6598"],
  ["127.0.0.0/8", "RFC 1122"],
  ["168.63.129.16/32", "Azure's metadata, in no registry"],
  ["169.254.0.0/16", "RFC 3927"],
  ["172.16.0.0/12", "RFC 1918"],
  ["192.0.0.0/24", "RFC 6890"],
  ["192.0.0.0/29", "RFC 7335"],
  ["192.0.0.8/32", "RFC 7600"],
  ["192.0.0.9/32", "RFC 7723"],
  ["192.0.0.10/32", "RFC 8155"],
  ["192.0.0.170/31", "RFC 8880"],
  ["192.0.2.0/24", "RFC 5737"],
  ["192.31.196.0/24", "RFC 7535"],
  ["192.52.193.0/24", "RFC 7450"],
  ["192.88.99.0/24", "RFC 7526"],
  ["192.168.0.0/16", "RFC 1918"],
  ["192.175.48.0/24", "RFC 7534"],
  ["198.18.0.0/15", "RFC 2544"],
  ["198.51.100.0/24", "RFC 5737"],
  ["203.0.113.0/24", "RFC 5737"],
  ["224.0.0.0/4", "RFC 5771"],
  ["240.0.0.0/4", "RFC 1112"],
  ["255.255.255.255/32", "RFC 919"],
] as const;

/** The same for IPv6, with the address space that was never allocated. */
const IPV6 = [
  ["::/8", "RFC 4291"],
  ["::/96", "RFC 4291"],
  ["::1/128", "RFC 4291"],
  ["::ffff:0:0/96", "RFC 4291"],
  ["::ffff:0:0:0/96", "RFC 2765"],
  ["64:ff9b::/96", "RFC 6052"],
  ["64:ff9b:1::/48", "RFC 8215"],
  ["100::/64", "RFC 6666"],
  ["100:0:0:1::/64", "RFC 9780"],
  ["2001::/23", "RFC 2928"],
  ["2001::/32", "RFC 4380"],
  ["2001:1::1/128", "RFC 7723"],
  ["2001:1::2/128", "RFC 8155"],
  ["2001:1::3/128", "RFC 9665"],
  ["2001:2::/48", "RFC 5180"],
  ["2001:3::/32", "RFC 7450"],
  ["2001:4:112::/48", "RFC 7535"],
  ["2001:10::/28", "RFC 4843"],
  ["2001:20::/28", "RFC 7343"],
  ["2001:30::/28", "RFC 9374"],
  ["2001:db8::/32", "RFC 3849"],
  ["2002::/16", "RFC 3056"],
  ["2620:4f:8000::/48", "RFC 7534"],
  ["3fff::/20", "RFC 9637"],
  ["4000::/2", "RFC 4291"],
  ["5f00::/16", "RFC 9602"],
  ["8000::/2", "RFC 4291"],
  ["c000::/3", "RFC 4291"],
  ["e000::/4", "RFC 4291"],
  ["f000::/5", "RFC 4291"],
  ["f800::/6", "RFC 4291"],
  ["fc00::/7", "RFC 4193"],
  ["fe00::/9", "RFC 4291"],
  ["fe80::/10", "RFC 4291"],
  ["fec0::/10", "RFC 3879"],
  ["ff00::/8", "RFC 4291"],
] as const;

/** A range of addresses as numbers of `bits` bits, both ends included. */
interface Range {
  readonly cidr: string;
  readonly rfc: string;
  readonly bits: 32 | 128;
  readonly first: bigint;
  readonly last: bigint;
}

const RANGES: readonly Range[] = [
  ...IPV4.map((entry) => rangeOf(entry, 32)),
  ...IPV6.map((entry) => rangeOf(entry, 128)),
];

const LOOPBACK = RANGES.filter(({ cidr }) => cidr === "127.0.0.0/8" || cidr === "::1/128");

/** Addresses generated for each range: 100,000 in all, a tenth of it in the gate. */
const PER_RANGE = Math.ceil(cases(6_000, 100_000) / RANGES.length);
const SEED = seedOf(1);

describe(`addresses at the edges of special ranges, seed ${SEED}`, () => {
  for (const range of RANGES) {
    it(`The address check refuses all of ${range.cidr} (${range.rfc}), and its neighbours where they are special`, () => {
      for (let number = 0; number < PER_RANGE; number += 1) {
        const value = drawNear(range, number);
        if (!isSpecial(value, range.bits)) continue;
        const address = range.bits === 32 ? ipv4Of(value) : spellIpv6(value, number);
        assert.equal(judgeAddress(address, false).isPublic, false, address);
        const isLoopback = LOOPBACK.some(
          (each) => each.bits === range.bits && isWithin(value, each),
        );
        assert.equal(
          judgeAddress(address, true).isPublic,
          isLoopback,
          `${address}, loopback allowed`,
        );
      }
    });
  }

  it("The address check admits every IPv4 address that no registry sets apart", () => {
    for (let number = 0; number < PER_RANGE * RANGES.length; number += 1) {
      const range = RANGES[number % IPV4.length];
      assert.ok(range !== undefined);
      const near = number % 2 === 0;
      const value = near
        ? drawNear(range, number)
        : BigInt(Math.floor(unit("any", number) * 2 ** 32));
      if (isSpecial(value, 32)) continue;
      assert.equal(judgeAddress(ipv4Of(value), false).isPublic, true, ipv4Of(value));
    }
  });
});

/** Both ends and their neighbours first, then any address inside, or a few steps from an end. */
function drawNear(range: Range, number: number): bigint {
  const { bits, first, last } = range;
  const ends = [first, last, first - 1n, last + 1n, first + 1n, last - 1n];
  const drawn = ends[number] ?? (number % 3 === 0 ? inside(range, number) : nearEnd(range, number));
  const size = 1n << BigInt(bits);
  return ((drawn % size) + size) % size;
}

function inside({ cidr, first, last }: Range, number: number): bigint {
  const [high, low] = ["high", "low"].map((part) =>
    BigInt(Math.floor(unit(`${cidr} ${part}`, number) * 2 ** 52)),
  );
  const random = ((high ?? 0n) << 76n) | ((low ?? 0n) << 24n) | BigInt(number % 2 ** 24);
  return first + (random % (last - first + 1n));
}

function nearEnd({ cidr, first, last }: Range, number: number): bigint {
  const steps = BigInt(Math.floor(unit(`${cidr} steps`, number) * 1_000)) - 500n;
  return (number % 2 === 0 ? first : last) + steps;
}

function unit(key: string, number: number): number {
  return hashToUnit(SEED, `${key} ${number}`);
}

function isSpecial(value: bigint, bits: number): boolean {
  return RANGES.some((range) => range.bits === bits && isWithin(value, range));
}

function isWithin(value: bigint, { first, last }: Range): boolean {
  return value >= first && value <= last;
}

function rangeOf([cidr, rfc]: readonly [string, string], bits: 32 | 128): Range {
  const [address = "", length] = cidr.split("/");
  const value = bits === 32 ? ipv4Value(address) : ipv6Value(address);
  const free = BigInt(bits - Number(length));
  return { cidr, rfc, bits, first: value, last: value + (1n << free) - 1n };
}

function ipv4Value(address: string): bigint {
  return address.split(".").reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function ipv6Value(address: string): bigint {
  const [head = [], tail = []] = address.split("::").map((side) => side.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  const parts = address.includes("::") ? [...head, ...zeros, ...tail] : head;
  return parts.reduce((value, part) => (value << 16n) | BigInt(`0x${part}`), 0n);
}

function ipv4Of(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".");
}

/** Spellings of one IPv6 address: whole, shortened, in capitals, and with an IPv4 address at its end. */
function spellIpv6(value: bigint, number: number): string {
  const shifts = Array.from({ length: 8 }, (_, index) => BigInt(112 - 16 * index));
  const parts = shifts.map((shift) => ((value >> shift) & 0xffffn).toString(16));
  const whole = parts.join(":");
  if (number % 4 === 0) return whole;
  if (number % 4 === 1) return parts.map((part) => part.padStart(4, "0").toUpperCase()).join(":");
  if (number % 4 === 2) return new URL(`http://[${whole}]/`).hostname.slice(1, -1);
  return `${parts.slice(0, 6).join(":")}:${ipv4Of(value & 0xffffffffn)}`;
}
