import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { HeaderList } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import {
  conditionalHeaders,
  freshenedHeaders,
  isOfSamePage,
  modifiedAt,
  validatorsOf,
} from "../../../../lib/domain/web/http/validators.ts";

const DATE = "Mon, 02 Nov 2026 10:00:00 GMT";

function aPage(headers: HeaderList, { status = 200, truncated = false } = {}) {
  return { status, headers, truncated };
}

describe("validators of a page", () => {
  it("Its entity tag and its date are sent back as they came", () => {
    const validators = validatorsOf(
      aPage([
        ["etag", 'W/"a,b"'],
        ["last-modified", DATE],
      ]),
    );
    assert.deepEqual(validators, { etag: 'W/"a,b"', lastModified: DATE });
    assert.deepEqual(conditionalHeaders(validators ?? {}), [
      ...["if-none-match", 'W/"a,b"'],
      ...["if-modified-since", DATE],
    ]);
  });

  it("A page without them, one that was cut, and one that is no 200 have none", () => {
    assert.equal(validatorsOf(aPage([["content-type", "text/html"]])), undefined);
    assert.equal(validatorsOf(aPage([["etag", '"a"']], { truncated: true })), undefined);
    assert.equal(validatorsOf(aPage([["etag", '"a"']], { status: 203 })), undefined);
  });

  it("What could be more than a tag or a date is not sent back", () => {
    for (const etag of ["a", '"a" "b"', '"a"\r\nx: y', '"é"', `"${"a".repeat(2_000)}"`])
      assert.equal(validatorsOf(aPage([["etag", etag]])), undefined, etag);
    for (const date of ["2026\r\nx: y", "<b>", "", "a".repeat(2_000)])
      assert.equal(validatorsOf(aPage([["last-modified", date]])), undefined, date);
  });

  it("No value can end its header, whatever a server sent", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (etag, date) => {
        const validators = validatorsOf(
          aPage([
            ["etag", etag],
            ["last-modified", date],
          ]),
        );
        for (const text of conditionalHeaders(validators ?? {})) assert.match(text, /^[ -~]*$/);
      }),
      { seed: 1 },
    );
  });

  it("A 304 answer with another strong tag is of another version; a weak one, or none, may be of the page", () => {
    const asked = { etag: '"a"' };
    assert.equal(isOfSamePage([["etag", '"a"']], asked), true);
    assert.equal(isOfSamePage([["etag", '"b"']], asked), false);
    assert.equal(isOfSamePage([["etag", 'W/"b"']], asked), true);
    assert.equal(isOfSamePage([], asked), true);
    assert.equal(isOfSamePage([["etag", '"b"']], { lastModified: DATE }), true);
  });

  it("A 304 answer renews the headers of the page, but none that describes its body", () => {
    const page: HeaderList = [
      ["content-type", "text/html"],
      ["etag", '"a"'],
      ["x-name", "old"],
    ];
    const answer: HeaderList = [
      ["etag", '"b"'],
      ["content-type", "text/plain"],
      ["x-name", "new"],
    ];
    assert.deepEqual(freshenedHeaders(page, answer), [
      ["content-type", "text/html"],
      ["etag", '"b"'],
      ["x-name", "new"],
    ]);
  });

  it("The date of the last change is read where there is one", () => {
    assert.equal(modifiedAt([["last-modified", DATE]]), Date.UTC(2026, 10, 2, 10));
    assert.equal(modifiedAt([["last-modified", "never"]]), undefined);
    assert.equal(modifiedAt([]), undefined);
  });
});
