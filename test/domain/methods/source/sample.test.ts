import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sampleOf } from "../../../../lib/domain/methods/source/sample.ts";
import { aRedirect, aStructure, siteUrl } from "../../../support/a-sample.ts";
import { aVisit } from "../../../support/some-evidence.ts";

describe("the sample within the evidence", () => {
  it("The sample contains the pages whose structure was kept", () => {
    const visits = [
      aVisit("a", "", { structure: aStructure({}) }),
      aVisit("b", ""),
      aVisit("c", "", { structure: aStructure({}) }),
    ];
    const { pages, landing } = sampleOf({ visits, misses: [] });
    assert.deepEqual(
      pages.map(({ url }) => url),
      [siteUrl("/a"), siteUrl("/c")],
    );
    assert.equal(landing(siteUrl("/c")), 1);
    assert.equal(landing(siteUrl("/b")), undefined);
  });

  it("The sample knows where a URL led to through redirects", () => {
    const visits = [aVisit("a", "", { structure: aStructure({}) })];
    const misses = [aRedirect("/x", "/y"), aRedirect("/y", "/a"), aRedirect("/z", "/gone")];
    const { landing } = sampleOf({ visits, misses });
    assert.equal(landing(siteUrl("/x")), 0);
    assert.equal(landing(siteUrl("/z")), undefined);
  });

  it("The sample does not follow circular redirects for ever", () => {
    const misses = [aRedirect("/x", "/y"), aRedirect("/y", "/x")];
    assert.equal(sampleOf({ visits: [], misses }).landing(siteUrl("/x")), undefined);
  });
});
