import assert from "node:assert/strict";
import { it } from "node:test";
import { addressBlock } from "../../../../lib/domain/web/politeness/address-block.ts";

it("`addressBlock` keeps an IPv4 address, also one that is written as IPv6", () => {
  assert.equal(addressBlock("192.0.2.1"), "192.0.2.1");
  assert.equal(addressBlock("::ffff:192.0.2.1"), "192.0.2.1");
  assert.equal(addressBlock("::FFFF:198.51.100.200"), "198.51.100.200");
});

it("`addressBlock` takes an IPv6 address that only ends in an IPv4 address for what it is", () => {
  assert.equal(addressBlock("64:ff9b::ffff:192.0.2.1"), "64:ff9b:0:0::/64");
});

it("`addressBlock` returns the /64 network of an IPv6 address, however it is written", () => {
  for (const address of [
    "2001:db8:0:1::1",
    "2001:0DB8:0000:0001:ffff::",
    "2001:db8::1:0:0:0:9",
    "2001:db8:0:1:2:3:4:5",
  ]) {
    assert.equal(addressBlock(address), "2001:db8:0:1::/64", address);
  }
  assert.notEqual(addressBlock("2001:db8:0:2::1"), addressBlock("2001:db8:0:1::1"));
  assert.equal(addressBlock("::1"), "0:0:0:0::/64");
});
