import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HostNeeds } from "../../../../lib/domain/page/render/rendering.ts";
import { hostOf } from "../../../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "../../../support/a-url.ts";

const HOST = hostOf(aUrl("http://app.example/"));
const OTHER = hostOf(aUrl("http://site.example/"));

function after(...answers: readonly boolean[]): HostNeeds {
  const needs = new HostNeeds();
  for (const hasMore of answers) needs.note(HOST, hasMore);
  return needs;
}

describe("what a host's rendered pages had decides on its other pages", () => {
  it("At first those pages are rendered that need it", () => {
    assert.equal(after().of(HOST), "needed");
    assert.equal(after(true, true).of(HOST), "needed");
  });

  it("All are rendered after three in a row that had more, and only those of this host", () => {
    const needs = after(true, true, true);
    assert.deepEqual([needs.of(HOST), needs.of(OTHER)], ["always", "needed"]);
  });

  it("None is rendered after three in a row that had no more", () => {
    assert.equal(after(true, false, false, false).of(HOST), "never");
  });

  it("A host whose pages stop having more goes back to those that need it", () => {
    assert.equal(after(true, true, true, false).of(HOST), "needed");
    assert.equal(after(false, false, true).of(HOST), "needed");
  });
});
