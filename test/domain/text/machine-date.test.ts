import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { machineDate, machineDateText } from "../../../lib/domain/text/machine-date.ts";

const iso = (text: string): string | undefined => {
  const at = machineDate(text);
  return at === undefined ? undefined : new Date(at).toISOString().replace(".000Z", "Z");
};

describe("dates that programs write", () => {
  const moment = "2008-03-01T10:05:00Z";
  const written: Readonly<Record<string, string>> = {
    "2008-03-01T10:05:00Z": moment,
    "2008-03-01T10:05:00": moment,
    "2008-03-01 10:05": moment,
    "2008-03-01T11:05:00.000+01:00": moment,
    "2008-03-01T05:05:00-0500": moment,
    "2008-03-01T12:05:00+02": moment,
    "Sat, 01 Mar 2008 10:05:00 GMT": moment,
    "Sat, 1 Mar 2008 10:05:00 +0000": moment,
    "Sat, 1 Mar 2008 10:05:00": moment,
    "Saturday, 01-Mar-08 10:05:00 GMT": moment,
    "1 Mar 2008 05:05 EST": moment,
    "1 March 2008 11:05 CET": moment,
    "Sat, 01 Mar 2008 10:05:00 -0000 (UTC)": moment,
    "Sat Mar  1 10:05:00 2008": moment,
    "Sat Mar 1 10:05:00 UTC 2008": moment,
    "2008-03-01": "2008-03-01T00:00:00Z",
    "2008-03": "2008-03-01T00:00:00Z",
    "Mar 1, 2008": "2008-03-01T00:00:00Z",
    " 2008-03-01T10:05:00Z\n": moment,
  };
  for (const [text, expected] of Object.entries(written)) {
    it(`${JSON.stringify(text)} is ${expected}, whatever the zone of this machine`, () => {
      assert.equal(iso(text), expected);
    });
  }

  const none = ["", "yesterday", "06/09/2021", "2021", "2008-13-01", "2008-02-30", "30 Feb 2008"];
  const impossible = [
    "0000-00-00",
    "0001-01-01T00:00:00",
    "1970-01-01",
    "2099-01-01",
    "2008-03-01T25:00",
  ];
  for (const text of [...none, ...impossible]) {
    it(`${JSON.stringify(text)} is no date`, () => assert.equal(iso(text), undefined));
  }

  it("A zone is written as in ISO 8601, and one that is nowhere on Earth is none", () => {
    const zones = {
      "+0100": "+01:00",
      "-05": "-05:00",
      "+14:00": "+14:00",
      "+00:00": "Z",
      "+99:00": "",
      "-14:30": "",
    };
    for (const [zone, expected] of Object.entries(zones))
      assert.equal(machineDateText(`2008-03-01T10:05:00${zone}`), `2008-03-01T10:05:00${expected}`);
    assert.equal(iso("2008-03-01T10:05:00+99:00"), moment);
  });

  it("Each moment of fifty years is read as it is written", () => {
    const from = Date.UTC(2000, 0, 1);
    const moments = fc.integer({ min: 0, max: 50 * 365 * 86_400_000 });
    fc.assert(
      fc.property(moments, (ms) => {
        const date = new Date(from + ms);
        assert.equal(machineDate(date.toISOString()), date.getTime());
        assert.equal(machineDate(date.toUTCString()), Math.floor(date.getTime() / 1_000) * 1_000);
      }),
      { seed: 1 },
    );
  });

  it("Any text ends soon in a date or in none", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const at = machineDate(text.repeat(50));
        assert.ok(at === undefined || Number.isFinite(at));
      }),
      { seed: 1 },
    );
  });
});
