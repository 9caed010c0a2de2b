import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { byteSize, duration } from "../../lib/config/quantity.ts";

describe("byteSize", () => {
  for (const [input, bytes] of [
    [1, 1],
    ["1b", 1],
    ["5MB", 5_000_000],
    ["5 mb", 5_000_000],
    ["1.5KiB", 1_536],
    ["2GiB", 2_147_483_648],
    ["0.0005KB", 1],
  ] as const) {
    it(`\`byteSize\` reads ${input} as ${bytes}`, () => {
      assert.equal(byteSize().parse(input), bytes);
    });
  }

  for (const input of [
    0,
    -1,
    1.5,
    "0MB",
    "5",
    "5XB",
    "-5MB",
    "MB",
    "5MB5",
    "9999999TB",
    "1e3MB",
    "",
  ]) {
    it(`\`byteSize\` refuses ${JSON.stringify(input)}`, () => {
      assert.equal(byteSize().safeParse(input).success, false);
    });
  }
});

describe("duration", () => {
  it("`duration` reads text into its unit", () => {
    assert.equal(duration("ms").parse("1.5s"), 1_500);
    assert.equal(duration("ms").parse("2m"), 120_000);
    assert.equal(duration("s").parse("250ms"), 0.25);
    assert.equal(duration("h").parse("90min"), 1.5);
    assert.equal(duration("h").parse("2d"), 48);
  });

  it("`duration` reads a bare number unchanged", () => {
    assert.equal(duration("ms").parse(7), 7);
    assert.equal(duration("h").parse(0.5), 0.5);
  });

  for (const input of ["1 week", "s", "5MB", "1h30m", "constructor"]) {
    it(`\`duration\` refuses ${JSON.stringify(input)}`, () => {
      assert.equal(duration("ms").safeParse(input).success, false);
    });
  }
});
