import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { quotasUsed } from "../../../lib/domain/frontier/offer-rules.ts";
import { compileTraps, type TrapLimits } from "../../../lib/domain/frontier/traps.ts";
import { aUrl } from "../../support/a-url.ts";
import { someLimits } from "../web/url/scope-rules.ts";

const YEAR = 2026;

function judge(path: string, changes: Partial<TrapLimits> = {}, host = "example.org") {
  const url = aUrl(`http://${host}${path}`);
  return compileTraps(someLimits(changes), YEAR)(url, url.indexOf("/", 7));
}

const refusal = (path: string, changes: Partial<TrapLimits> = {}) => judge(path, changes).refusedBy;

const quotas = (path: string, changes: Partial<TrapLimits> = {}) =>
  judge(path, changes)
    .quotas.filter(({ rule, counts }) => rule !== "trap:prefix" && counts === undefined)
    .map(({ key, limit, rule }) => [rule, key, limit]);

describe("traps refused from the URL alone", () => {
  it("Trap rules refuse URLs longer than the limit", () => {
    assert.equal(refusal(`/${"a".repeat(2_029)}`), undefined);
    assert.equal(refusal(`/${"a".repeat(2_030)}`), "trap:length");
  });

  it("Trap rules refuse paths with more segments than the limit", () => {
    assert.equal(refusal("/a/b/c/", { maxSegments: 3 }), undefined);
    assert.equal(refusal("/a/b/c/d", { maxSegments: 3 }), "trap:segments");
  });

  it("Trap rules refuse paths that repeat themselves", () => {
    assert.equal(refusal("/a/b/a/b/"), undefined);
    assert.equal(refusal("/a/b/a/b/a/b/"), "trap:repetition");
  });

  it("Trap rules refuse calendar pages outside the years around the crawl", () => {
    for (const path of ["/cal/2028/12/", "/cal/1990/01/", "/cal?year=2028&month=12"]) {
      assert.equal(refusal(path), undefined, path);
    }
    for (const path of ["/cal/2029/01/", "/cal/1989/12/", "/cal?year=2029&month=1"]) {
      assert.equal(refusal(path), "trap:calendar", path);
    }
  });

  it("Trap rules accept posts, whatever the date in their path", () => {
    assert.equal(refusal("/magazine/1945/07/a-title/"), undefined);
  });
});

describe("traps that only many URLs give away", () => {
  it("Trap quotas count the URLs of a host under one first directory", () => {
    for (const [path, prefix] of [
      ["/", ""],
      ["/page", ""],
      ["/page/", ""],
      ["/forum/a", "forum"],
      ["/forum/a/b?c=1", "forum"],
    ]) {
      assert.deepEqual(judge(path ?? "").quotas[0], {
        key: `prefix:example.org/${prefix}`,
        limit: 1_000_000,
        rule: "trap:prefix",
      });
    }
  });

  it("Trap quotas count the pages of a calendar by month and by day", () => {
    assert.deepEqual(quotas("/cal/2020/05/"), [
      ["trap:calendar", "calendar:example.org/cal/#/", 480],
    ]);
    assert.deepEqual(quotas("/cal/2020/05/17/"), [
      ["trap:calendar", "calendar:example.org/cal/#/", 7_320],
    ]);
    assert.deepEqual(quotas("/cal?month=77"), [
      ["trap:calendar", "calendar:example.org/cal?month=#", 480],
    ]);
  });

  it("Trap quotas count URLs that differ only in their session id", () => {
    const id = "0123456789abcdef0123456789abcdef";
    const expected = [["trap:session", "session:example.org/a?t=1", 3]];
    for (const path of [`/a?t=1&sid=${id}`, `/a?PHPSESSID=x&t=1`, `/a;jsessionid=0F.n1?t=1`]) {
      assert.deepEqual(quotas(path), expected, path);
    }
    assert.deepEqual(quotas("/a?t=1"), []);
  });

  it("Trap quotas count the combinations of one path's facets, whatever their order", () => {
    const expected = [["trap:facets", "facets:example.org/shop", 500]];
    assert.deepEqual(quotas("/shop?a=1&b=2&c=3&d=4&e=5&f=6"), expected);
    assert.deepEqual(quotas("/shop?f=6&f=7&f=8&c=3&b=2&a=1"), expected);
    assert.deepEqual(quotas("/shop?a=1&b=2&c=3&d=4&e=5"), []);
    for (const query of ["f=6&f=7", "f[0]=6&f[1]=7", "f%5B%5D=6&a=1&f%5B%5D=7"])
      assert.deepEqual(quotas(`/shop?${query}`), expected, "a name has several values");
  });

  it("Trap quotas count the ports of a host separately", () => {
    const url = aUrl("http://example.org:8080/a/b");
    const verdict = compileTraps(someLimits(), YEAR)(url, url.indexOf("/", 7));
    assert.equal(verdict.quotas[0]?.key, "prefix:example.org:8080/a");
  });

  it("Trap quotas count the hosts of a registrable domain, whatever their ports", () => {
    const keyOf = (host: string) =>
      judge("/", {}, host).quotas.find(({ counts }) => counts === "hosts")?.key;
    for (const host of ["example.co.uk", "www.example.co.uk", "a.b.example.co.uk:8080"]) {
      assert.equal(keyOf(host), "hosts:example.co.uk", host);
    }
    assert.equal(keyOf("one.blogspot.com"), "hosts:one.blogspot.com");
    assert.equal(keyOf("192.0.2.1:8080"), "hosts:192.0.2.1:8080");
  });

  it("Trap quotas hold calendars and facets of a domain to twenty times those of a host", () => {
    const ofDomain = (path: string, host: string) =>
      judge(path, {}, host)
        .quotas.filter(({ counts }) => counts === "domain")
        .map(({ key, limit }) => [key, limit]);
    for (const host of ["a.example.org", "b.example.org"]) {
      assert.deepEqual(ofDomain("/cal/2020/05/", host), [
        ["calendar:*.example.org/cal/#/", 20 * 480],
      ]);
      assert.deepEqual(ofDomain("/shop?a=1&b=2&c=3&d=4&e=5&f=6", host), [
        ["facets:*.example.org/shop", 20 * 500],
      ]);
    }
  });

  it("Trap quotas have the limits that they are given", () => {
    const changes = {
      urlsPerPrefix: 1,
      monthsPerCalendar: 2,
      urlsPerSession: 4,
      urlsPerFacetedPath: 5,
      facetParameters: 1,
      hostsPerDomain: 6,
    };
    const { quotas } = judge("/2020/05/?x=1&phpsessid=1", changes);
    assert.deepEqual(
      quotas.map(({ rule, limit }) => [rule, limit]),
      [
        ["trap:prefix", 1],
        ["trap:hosts", 6],
        ["trap:calendar", 2],
        ["trap:calendar", 40],
        ["trap:session", 4],
        ["trap:facets", 5],
        ["trap:facets", 100],
      ],
    );
  });
});

describe("endless sites", () => {
  /** What a frontier without other limits admits of a walk that follows each next URL. */
  function admitted(paths: Iterable<string>): number {
    const counts = new Map<string, number>();
    let admissions = 0;
    for (const path of paths) {
      const { refusedBy, quotas } = judge(path);
      const used = quotasUsed(quotas, admissions > 0);
      const isFull = used.some(({ key, limit }) => (counts.get(key) ?? 0) >= limit);
      if (refusedBy !== undefined || isFull) continue;
      for (const { key } of used) counts.set(key, (counts.get(key) ?? 0) + 1);
      admissions++;
    }
    return admissions;
  }

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

  it("Trap rules bound a calendar by month, forward and backward", () => {
    const paths = numbers(3_000).map((month) => {
      const at = new Date(Date.UTC(1876, month));
      return `/cal?year=${at.getUTCFullYear()}&month=${at.getUTCMonth() + 1}`;
    });
    const reachable = paths.slice((1900 - 1876) * 12, (2100 - 1876) * 12);
    assert.equal(admitted(reachable), (2028 - 1990 + 1) * 12);
    assert.equal(admitted(paths), 480);
  });

  it("Trap rules bound a counter of months", () => {
    assert.equal(admitted(numbers(2_000).map((month) => `/cal?month=${month}`)), 480);
  });

  it("Trap rules bound a relative link that leads one level deeper each time", () => {
    assert.equal(admitted(numbers(100).map((depth) => `/${"sub/".repeat(depth)}`)), 3);
  });

  it("Trap rules bound a page that gives each visitor a new session", () => {
    const ids = numbers(100).map((n) => `a${String(n).padStart(31, "0")}`);
    assert.equal(admitted(ids.map((id) => `/thread?id=7&sid=${id}`)), 3);
    const tickets = ids.map((id) => id.slice(-24));
    for (const path of [
      (id: string) => `/(S(${id}))/a.aspx`,
      (id: string) => `/(X(1)S(${id}))/a.aspx`,
      (id: string) => `/(A(x-_1)S(${id})F(y))/a.aspx`,
    ])
      assert.equal(admitted(tickets.map(path)), 3, path("…"));
  });

  it("Trap rules bound a shop's filters", () => {
    const paths = numbers(4_096).map(
      (bits) =>
        `/shop?${numbers(12)
          .map((bit) => `f${bit}=${(bits >> bit) & 1}`)
          .join("&")}`,
    );
    assert.equal(admitted(paths), 500);
  });

  it("Trap rules bound the choices of a faceted search, which come in any order", () => {
    const paths = numbers(10_000).map(
      (number) => `/search?${Array.from(String(number), (digit) => `f[]=${digit}`).join("&")}`,
    );
    assert.equal(admitted(paths), 510, "ten single choices, and five hundred others");
  });

  it("Trap rules admit all of a blog of twenty years with one page a day", () => {
    const days = numbers(20 * 366).map((day) => new Date(Date.UTC(2006, 0, 1 + day)));
    const paths = days.map(
      (day) => `/blog/${day.toISOString().slice(0, 10).replaceAll("-", "/")}/`,
    );
    assert.equal(admitted(paths), paths.length);
  });

  it("Trap rules admit all of a large forum", () => {
    const paths = numbers(20_000).map((topic) => `/viewtopic.php?f=3&t=${topic}&start=0`);
    assert.equal(admitted(paths), paths.length);
  });
});
