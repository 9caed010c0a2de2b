import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isRecorded, openLabelledWeb, truthOf } from "../../../bench/known-web/labelled-web.ts";
import { GOVERNMENT, MODERN_UNIVERSITY } from "../../../bench/known-web/site.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";

const ABSENT = { skip: isRecorded(MODERN_UNIVERSITY) ? false : "the recordings are not here" };

const labelled = (classes: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(classes).map(([url, names]) => [url as Url, new Set(names)]));

describe("the truth of a labelled web", () => {
  it("A page that nobody could judge in the field of a class is neither of it nor not of it", () => {
    const fields = new Map([
      ["kind", labelled({ a: ["list"], b: ["other"], c: ["agency"] })],
      ["topic", labelled({ a: ["taxes"], c: ["travel"] })],
    ]);
    assert.deepEqual(Object.fromEntries(truthOf({ fields }, "taxes")), { a: true, c: false });
    const agencies = { a: false, b: false, c: true };
    assert.deepEqual(Object.fromEntries(truthOf({ fields }, "agency")), agencies);
  });

  it("A class that no page has is a mistake", () => {
    assert.throws(() => truthOf({ fields: new Map() }, "taxes"), /no page is labelled taxes/);
  });

  it("Recorded pages with null labels are left out, field by field", ABSENT, async () => {
    const university = await openLabelledWeb(MODERN_UNIVERSITY);
    assert.equal(truthOf(university, "person").size, 4957 - 1056);
    const government = await openLabelledWeb(GOVERNMENT);
    assert.deepEqual(
      [truthOf(government, "agency").size, truthOf(government, "taxes").size],
      [1109 - 256, 1109 - 353],
    );
    university.web.close();
    government.web.close();
  });
});
