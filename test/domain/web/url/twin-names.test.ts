import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { TwinNames, twinUrls } from "../../../../lib/domain/web/url/twin-names.ts";
import { aUrl } from "../../../support/a-url.ts";
import { anyPath } from "../../../support/any-text.ts";

describe("twinUrls", () => {
  const rows: readonly (readonly [url: string, ...twins: string[]])[] = [
    [
      "http://site.example/a?q=1",
      "https://site.example/a?q=1",
      "http://www.site.example/a?q=1",
      "https://www.site.example/a?q=1",
    ],
    [
      "https://www.site.example/",
      "http://www.site.example/",
      "https://site.example/",
      "http://site.example/",
    ],
    [
      "https://www.dep.site.example/a",
      "http://www.dep.site.example/a",
      "https://dep.site.example/a",
      "http://dep.site.example/a",
    ],
    // The other scheme has another port.
    ["http://site.example:8080/a", "http://www.site.example:8080/a"],
    // The owner of github.io and its user www are two, and neither name covers the other.
    ["https://www.github.io/a", "http://www.github.io/a"],
    ["https://github.io/a", "http://github.io/a"],
    ["https://www.co.uk/a", "http://www.co.uk/a"],
    // An address and a name without a domain have no other name.
    ["http://127.0.0.1/a", "https://127.0.0.1/a"],
    ["http://127.0.0.1:81/a"],
    ["http://[::1]:81/a"],
    ["http://[::1]/a", "https://[::1]/a"],
    ["http://localhost/a", "https://localhost/a"],
  ];
  for (const [url, ...twins] of rows) {
    it(`The twins of ${url} are ${twins.length === 0 ? "none" : twins.join(", ")}`, () => {
      assert.deepEqual(twinUrls(aUrl(url)), twins);
    });
  }

  it("A URL is a twin of its twins, and all are canonical with the same path and query", () => {
    const parts = fc.record({
      scheme: fc.constantFrom("http", "https"),
      host: fc.constantFrom(
        "x.org",
        "www.x.org",
        "a.x.co.uk",
        "www.a.b.x.org",
        "x.org:99",
        "[::1]",
      ),
      rest: anyPath,
      query: fc.constantFrom("", "?q=1", "?u=http://www.x.org/"),
    });
    fc.assert(
      fc.property(parts, ({ scheme, host, rest, query }) => {
        const url = aUrl(`${scheme}://${host}/${rest}${query}`);
        for (const twin of twinUrls(url)) {
          assert.equal(aUrl(twin), twin);
          assert.ok(twinUrls(twin).includes(url));
          assert.equal(twin.slice(twin.indexOf("/", 8)), url.slice(url.indexOf("/", 8)));
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

/** A path that both names served, with the digest under each. */
type Pair = readonly [path: string, digest: string, twinDigest: string];

function count(names: TwinNames, [path, digest, twinDigest]: Pair, times: 1 | -1 = 1): void {
  names.compare(
    [aUrl(`http://site.example/${path}`), digest],
    [aUrl(`https://www.site.example/${path}`), twinDigest],
    times,
  );
}

function namesAfter(...pairs: readonly Pair[]): TwinNames {
  const names = new TwinNames();
  for (const pair of pairs) count(names, pair);
  return names;
}

const BARE = aUrl("http://site.example/new");
const TWIN = aUrl("https://www.site.example/new");

const alike = (path: string): Pair => [path, `sha1:${path}`, `sha1:${path}`];

describe("TwinNames", () => {
  const THREE = ["a", "b", "c"].map(alike);

  it("Three bodies that two names share make them one, and two do not", () => {
    assert.equal(namesAfter(...THREE.slice(1)).areOne(BARE, TWIN), false);
    assert.equal(namesAfter(...THREE).areOne(BARE, TWIN), true);
    assert.equal(namesAfter(...THREE).areOne(TWIN, BARE), true);
  });

  it("One body at three paths, as of an error page, does not make two names one", () => {
    const same = ["a", "b", "c", "d"].map((path): Pair => [path, "sha1:x", "sha1:x"]);
    assert.equal(namesAfter(...same).areOne(BARE, TWIN), false);
  });

  it("One path with two bodies contradicts any number of shared ones, before or after them", () => {
    const contradiction: Pair = ["d", "sha1:d", "sha1:e"];
    assert.equal(namesAfter(contradiction, ...THREE).areOne(BARE, TWIN), false);
    assert.equal(namesAfter(...THREE, contradiction, alike("f")).areOne(BARE, TWIN), false);
  });

  it("Digests by two algorithms neither agree nor contradict", () => {
    const incomparable: Pair = ["d", "sha1:d", "sha256:d"];
    assert.equal(namesAfter(...THREE, incomparable).areOne(BARE, TWIN), true);
    assert.equal(namesAfter(...THREE.slice(1), incomparable).areOne(BARE, TWIN), false);
  });

  it("What two names share says nothing of a third one", () => {
    const names = namesAfter(...THREE);
    assert.equal(names.areOne(BARE, aUrl("http://www.site.example/new")), false);
    assert.equal(names.areOne(BARE, aUrl("https://site.example/new")), false);
  });

  it("A comparison that is taken back leaves no trace", () => {
    const digest = fc.constantFrom("sha1:a", "sha1:b", "sha1:c", "sha1:d");
    const pair = fc.tuple(fc.constantFrom("p", "q"), digest, digest);
    const mostlyAlike = fc.oneof(
      { arbitrary: digest.map((each): Pair => ["p", each, each]), weight: 5 },
      pair,
    );
    fc.assert(
      fc.property(
        fc.array(mostlyAlike, { maxLength: 6 }),
        fc.array(pair, { maxLength: 4 }),
        (kept, undone) => {
          const names = namesAfter(...undone, ...kept);
          for (const each of undone) count(names, each, -1);
          assert.equal(names.areOne(BARE, TWIN), namesAfter(...kept).areOne(BARE, TWIN));
          const shared = new Set(kept.map(([, one]) => one));
          const isContradicted = kept.some(([, one, other]) => one !== other);
          assert.equal(names.areOne(BARE, TWIN), !isContradicted && shared.size >= 3);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });
});
