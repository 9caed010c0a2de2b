import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  canonicalUrl,
  hostOf,
  MAX_URL_LENGTH,
} from "../../../../lib/domain/web/url/canonical-url.ts";
import { anyCharacter, anyPath, anyQuery, anyWebUrl } from "../../../support/any-text.ts";

const BASE = "https://example.org/dir/page.html?old=1";

/** URLs, near-URLs, relative references and noise. */
const references = fc.oneof(
  anyWebUrl,
  fc.tuple(anyWebUrl, anyQuery).map((parts) => parts.join("#")),
  anyPath,
  fc.string({ unit: anyCharacter }),
  fc
    .tuple(
      fc.constantFrom(
        "http://",
        "https://",
        "//",
        "HTTP:\\\\",
        "ftp://",
        "mailto:",
        "/",
        "?",
        "../",
      ),
      fc.string(),
    )
    .map(([start, rest]) => start + rest),
);

describe("canonicalUrl", () => {
  for (const [reference, expected] of [
    ["HTTP://EXAMPLE.org", "http://example.org/"],
    ["http://example.org:80/", "http://example.org/"],
    ["https://example.org:443/", "https://example.org/"],
    ["https://example.org:80/", "https://example.org:80/"],
    ["http://example.org/a/./b/../c", "http://example.org/a/c"],
    ["http://example.org/a?b=2&a=1", "http://example.org/a?b=2&a=1"],
    ["http://example.org/%7euser/%C3%A9", "http://example.org/%7euser/%C3%A9"],
    ["http://example.org/é", "http://example.org/%C3%A9"],
    ["http://bücher.example/", "http://xn--bcher-kva.example/"],
    ["http://example.org/a?utm_source=x", "http://example.org/a?utm_source=x"],
    ["http://example.org/?", "http://example.org/?"],
    ["  \thttp://exam\nple.org/ ", "http://example.org/"],
    ["http://0x7f.1/", "http://127.0.0.1/"],
    ["http://[::FFFF]/", "http://[::ffff]/"],
    ["sub.html", "https://example.org/dir/sub.html"],
    ["/root", "https://example.org/root"],
    ["?q", "https://example.org/dir/page.html?q"],
    ["//other.example/x", "https://other.example/x"],
    ["", BASE],
  ] as const) {
    it(`canonicalUrl writes ${JSON.stringify(reference)} as ${expected}`, () => {
      const result = canonicalUrl(reference, BASE);
      assert.equal(result.ok && result.url, expected);
    });
  }

  it("canonicalUrl drops the fragment, even an empty one", () => {
    for (const fragment of ["#", "#top", "#a#b?c"]) {
      const result = canonicalUrl(`http://example.org/a?b=%23${fragment}`);
      assert.equal(result.ok && result.url, "http://example.org/a?b=%23");
    }
  });

  it("canonicalUrl treats a host with and without the root dot as the same", () => {
    const result = canonicalUrl("http://Example.org.:8080/x");
    assert.equal(result.ok && result.url, "http://example.org:8080/x");
    assert.equal(result.ok && result.host, "example.org:8080");
  });

  for (const [reference, reason] of [
    ["http://", "malformed"],
    ["http://exa mple.org/", "malformed"],
    ["http://example.org:99999/", "malformed"],
    ["http://./", "malformed"],
    ["http://example..org/", "malformed"],
    ["http://example.org../", "malformed"],
    ["mailto:a@example.org", "scheme"],
    ["javascript:void(0)", "scheme"],
    ["data:text/html,x", "scheme"],
    ["file:///etc/hosts", "scheme"],
    ["http://user@example.org/", "credentials"],
    ["http://:secret@example.org/", "credentials"],
  ] as const) {
    it(`canonicalUrl rejects ${reference} as ${reason}`, () => {
      assert.deepEqual(canonicalUrl(reference, BASE), { ok: false, reason });
    });
  }

  it("canonicalUrl rejects a relative reference without a base as malformed", () => {
    assert.deepEqual(canonicalUrl("a.html"), { ok: false, reason: "malformed" });
    assert.deepEqual(canonicalUrl("a.html", "no base"), { ok: false, reason: "malformed" });
  });

  it("canonicalUrl accepts a URL of the maximum length and no longer one, whatever its source", () => {
    const longest = `http://example.org/${"a".repeat(MAX_URL_LENGTH - 19)}`;
    assert.equal(canonicalUrl(longest).ok, true);
    assert.deepEqual(canonicalUrl(`${longest}a`), { ok: false, reason: "too-long" });
    const grows = `http://example.org/${"é".repeat(MAX_URL_LENGTH / 4)}`;
    assert.deepEqual(canonicalUrl(grows), { ok: false, reason: "too-long" });
  });

  it("canonicalUrl is idempotent, drops fragments and otherwise writes what the WHATWG parser writes", () => {
    fc.assert(
      fc.property(references, (reference) => {
        const result = canonicalUrl(reference, BASE);
        if (!result.ok) return;
        const again = canonicalUrl(result.url);
        assert.deepEqual(again, result);
        assert.ok(!result.url.includes("#"));
        assert.ok(result.url.length <= MAX_URL_LENGTH);
        assert.equal(hostOf(result.url), result.host);
        const parsed = new URL(reference, BASE);
        parsed.hash = "";
        parsed.hostname = parsed.hostname.replace(/\.$/, "");
        assert.equal(result.url, parsed.href);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it("canonicalUrl never throws", () => {
    fc.assert(
      fc.property(references, fc.option(references, { nil: undefined }), (reference, base) => {
        assert.equal(typeof canonicalUrl(reference, base).ok, "boolean");
      }),
      { seed: 2, numRuns: 1_000 },
    );
  });
});

describe("canonicalUrl with parameters to drop", () => {
  const dropped = (url: string, ...dropParameters: string[]) => {
    const result = canonicalUrl(url, undefined, { dropParameters });
    return result.ok ? result.url : result.reason;
  };

  for (const [query, expected] of [
    ["?utm_source=a&id=1&UTM_medium=b", "?id=1"],
    ["?id=1&fbclid=x&b=%2f", "?id=1&b=%2f"],
    ["?fbclid", ""],
    ["?fbclid=1&", ""],
    ["?a&&fbclid=1", "?a&"],
    ["??fbclid=1&a=2", "??fbclid=1&a=2"],
    ["?a=fbclid", "?a=fbclid"],
    ["?", "?"],
    ["?&", "?&"],
    ["", ""],
  ] as const) {
    it(`canonicalUrl with parameters to drop writes ${query || "no query"} as ${expected || "no query"}`, () => {
      assert.equal(
        dropped(`http://example.org/p${query}`, "utm_*", "fbclid"),
        `http://example.org/p${expected}`,
      );
    });
  }

  it("canonicalUrl with parameters to drop is idempotent", () => {
    const options = { dropParameters: ["a*", "b"] };
    const queries = fc.array(fc.constantFrom("a", "b", "c", "=", "&", "?", "%", "é"), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(queries, (parts) => {
        const once = canonicalUrl(`http://example.org/?${parts.join("")}`, undefined, options);
        assert.ok(once.ok);
        assert.deepEqual(canonicalUrl(once.url, undefined, options), once);
      }),
      { seed: 3, numRuns: 1_000 },
    );
  });
});
