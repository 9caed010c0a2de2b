import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  judgeAddress,
  judgeNamedAddress,
} from "../../../../lib/adapters/web/live/public-address.ts";

const REFUSED: readonly (readonly [address: string, reason: string])[] = [
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "unspecified"],
  ["10.0.0.1", "private"],
  ["100.64.0.1", "carrierGradeNat"],
  ["100.100.100.200", "carrierGradeNat"],
  ["100.127.255.255", "carrierGradeNat"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["168.63.129.16", "metadata"],
  ["169.254.0.1", "linkLocal"],
  ["169.254.169.254", "linkLocal"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.0.0.192", "reserved"],
  ["192.0.2.1", "reserved"],
  ["192.88.99.1", "reserved"],
  ["192.168.1.1", "private"],
  ["198.18.0.1", "reserved"],
  ["198.19.255.255", "reserved"],
  ["198.51.100.7", "reserved"],
  ["203.0.113.9", "reserved"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["::ffff:8.8.8.8", "ipv4Mapped"],
  ["::ffff:127.0.0.1", "ipv4Mapped"],
  ["::ffff:7f00:1", "ipv4Mapped"],
  ["::ffff:0:127.0.0.1", "rfc6145"],
  ["::127.0.0.1", "ipv4Mapped"],
  ["::7f00:1", "unallocated"],
  ["64:ff9b::7f00:1", "rfc6052"],
  ["64:ff9b:1::a9fe:a9fe", "rfc6052"],
  ["100::1", "discard"],
  ["2001::1", "teredo"],
  ["2001:db8::1", "reserved"],
  ["2002:7f00:1::", "6to4"],
  ["3fff::1", "reserved"],
  ["4000::1", "unallocated"],
  ["5f00::1", "segmentRouting"],
  ["fc00::1", "uniqueLocal"],
  ["fd00:ec2::254", "uniqueLocal"],
  ["fe80::1", "linkLocal"],
  ["fe80::1%eth0", "linkLocal"],
  ["fec0::1", "deprecatedSiteLocal"],
  ["ff02::1", "multicast"],
  ["2606:4700::1%eth0", "unallocated"],
];

const ADMITTED = [
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.1",
  "168.63.129.15",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001::1",
];

describe("which addresses a crawler may connect to", () => {
  for (const [address, reason] of REFUSED) {
    it(`The address check refuses ${address} as ${reason}`, () => {
      assert.deepEqual(judgeAddress(address, false), { isPublic: false, reason });
    });
  }

  for (const address of ADMITTED) {
    it(`The address check admits ${address}`, () => {
      assert.deepEqual(judgeAddress(address, false), { isPublic: true });
    });
  }

  it("The address check admits loopback when it is allowed, and nothing else with it", () => {
    for (const [address] of REFUSED) {
      const isLoopback = address.startsWith("127.") || address === "::1";
      assert.equal(judgeAddress(address, true).isPublic, isLoopback, address);
    }
  });

  it("A server that the user named may be in the user's own network, and never where clouds keep secrets", () => {
    for (const address of [
      "127.0.0.1",
      "::1",
      "10.0.0.1",
      "192.168.1.1",
      "100.64.0.1",
      "fd00::1",
    ]) {
      assert.equal(judgeNamedAddress(address, true).isPublic, true, address);
      assert.equal(judgeNamedAddress(address, false).isPublic, false, address);
    }
    const secrets = ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16"];
    for (const address of [...secrets, "192.0.0.192", "0.0.0.0", "::ffff:127.0.0.1"])
      assert.equal(judgeNamedAddress(address, true).isPublic, false, address);
  });

  it("The address check refuses spellings that some parsers read as addresses", () => {
    for (const address of ["", "127.1", "0x7f000001", "2130706433", "017700000001", "1.1.1.1.1"]) {
      assert.equal(judgeAddress(address, true).isPublic, false, address);
    }
  });

  it("The address check admits no address that embeds an IPv4 address", () => {
    const ipv4 = fc.ipV4();
    const prefixes = fc.constantFrom("::", "::ffff:", "64:ff9b::", "64:ff9b:1::", "::ffff:0:");
    const embedded = (prefix: string, address: string) =>
      assert.equal(judgeAddress(prefix + address, true).isPublic, false);
    fc.assert(fc.property(prefixes, ipv4, embedded), { seed: 1, numRuns: 300 });
  });
});
