import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  parseTdmFile,
  signalsOfHeaders,
  signalsOfMeta,
  tdmOf,
  tdmOfPath,
} from "../../../../lib/domain/web/signals/signals.ts";

const POLICY = "https://provider.com/policies/policy.json";
const RESERVED = ["tdm-reservation: 1"];
const RESERVED_BY_POLICY = [`tdm-policy: ${POLICY}`, ...RESERVED];
const OPEN = ["tdm-reservation: 0"];

describe("TDM reservations", () => {
  it("A reservation and its policy are read from headers and from meta elements", () => {
    const named = [
      ["tdm-reservation", "1"],
      ["tdm-policy", POLICY],
    ] as const;
    assert.deepEqual(signalsOfHeaders(named, "Dowser"), RESERVED_BY_POLICY);
    assert.deepEqual(signalsOfMeta(named, "Dowser"), RESERVED_BY_POLICY);
  });

  it("Values that the protocol does not know say nothing, and a policy needs a reservation", () => {
    assert.deepEqual(
      [tdmOf("2", POLICY), tdmOf("yes", undefined), tdmOf(undefined, POLICY)],
      [[], [], []],
    );
    assert.deepEqual(tdmOf("0", POLICY), OPEN);
    assert.deepEqual(tdmOf(1, "javascript:alert(1)"), RESERVED);
  });

  it("Of a TDM file the first rule that matches decides, with patterns as in robots.txt", () => {
    const rules = parseTdmFile(
      JSON.stringify([
        { location: "/directory-a/*.pdf$", "tdm-reservation": 0 },
        { location: "/directory-a/", "tdm-reservation": 1, "tdm-policy": POLICY },
        { location: "/", "tdm-reservation": 0 },
        { location: "/never-reached", "tdm-reservation": 1 },
      ]),
    );
    assert.deepEqual(tdmOfPath(rules, "/directory-a/x.pdf"), OPEN);
    assert.deepEqual(tdmOfPath(rules, "/directory-a/x.html"), RESERVED_BY_POLICY);
    assert.deepEqual(tdmOfPath(rules, "/never-reached"), OPEN);
  });

  it("A single rule, and one without a location, are for the whole site", () => {
    assert.deepEqual(tdmOfPath(parseTdmFile('{"tdm-reservation": 1}'), "/any?x=1"), RESERVED);
  });

  it("No text of a TDM file throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        tdmOfPath(parseTdmFile(text), "/");
      }),
      { seed: 1 },
    );
  });
});
