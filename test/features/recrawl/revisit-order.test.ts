import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import {
  type Revisit,
  RevisitOrder,
  type VisitHistory,
} from "../../../lib/features/recrawl/revisit-order.ts";
import { aUrl } from "../../support/a-url.ts";

const DAY = 86_400_000;
const NOW = 1_000 * DAY;

function aHistory(path: string, parts: Partial<VisitHistory> = {}): VisitHistory {
  return { url: aUrl(`http://site.example${path}`), visitedAt: NOW - 10 * DAY, gaps: [], ...parts };
}

const gaps = (...changed: readonly boolean[]) =>
  changed.map((isChanged) => ({ ms: 10 * DAY, isChanged }));

const pathsOf = (revisits: readonly { readonly url: Url }[]) =>
  revisits.map(({ url }) => new URL(url).pathname);

describe("the order of visits", () => {
  it("A page that has changed at its visits comes before one that never has, and one not visited for longer before one visited lately", () => {
    const order = new RevisitOrder(
      [
        aHistory("/never", { gaps: gaps(false, false, false) }),
        aHistory("/often", { gaps: gaps(true, true, true) }),
        aHistory("/lately", { visitedAt: NOW - DAY, gaps: gaps(true, true, true) }),
      ],
      1,
    );
    assert.deepEqual(pathsOf(order.take(1, NOW)), ["/often"]);
    assert.equal(order.size, 2);
  });

  it("A change that a sitemap states since the last visit comes first, one before it says nothing", () => {
    const order = new RevisitOrder(
      [
        aHistory("/often", { gaps: gaps(true, true, true) }),
        aHistory("/stated", { gaps: gaps(false), statedAt: NOW - DAY }),
        aHistory("/old", { gaps: gaps(false), statedAt: NOW - 20 * DAY }),
        aHistory("/same", { gaps: gaps(false) }),
      ],
      1,
    );
    const taken = order.take(4, NOW);
    assert.equal(pathsOf(taken)[1], "/stated");
    assert.match(taken[1]?.why ?? "", /visited 10 days ago; its sitemap states a change since/);
    const [old, same] = ["/old", "/same"].map((path) =>
      taken.find(({ url }) => url.endsWith(path)),
    );
    assert.equal(old?.chance, same?.chance);
  });

  it("Feeds are taken alone, before all pages, and a change that one states since the last visit counts like that of a sitemap", () => {
    const order = new RevisitOrder(
      [
        aHistory("/often", { gaps: gaps(true, true, true) }),
        aHistory("/stated", { gaps: gaps(false) }),
        aHistory("/feed", { gaps: gaps(false), isFeed: true }),
      ],
      1,
    );
    assert.deepEqual(pathsOf(order.take(10, NOW)), ["/feed"]);
    order.state(aUrl("http://site.example/stated"), NOW - DAY);
    order.state(aUrl("http://site.example/stated"), NOW - 20 * DAY);
    order.state(aUrl("http://site.example/unknown"), NOW - DAY);
    const taken = order.take(10, NOW).find(({ url }) => url.endsWith("/stated"));
    assert.match(taken?.why ?? "", /visited 10 days ago; a feed states a change since/);
    assert.ok((taken?.chance ?? 0) > 0.5);
    assert.equal(order.size, 0);
  });

  it("A page that was never visited again is like the pages whose URLs have its shape", () => {
    const numbered = (name: string, ...more: readonly boolean[]) =>
      Array.from({ length: 6 }, (_, n) => aHistory(`/${name}/page-${n}`, { gaps: gaps(...more) }));
    const order = new RevisitOrder(
      [
        ...numbered("news", true),
        ...numbered("about", false),
        aHistory("/news/page-77"),
        aHistory("/about/page-77"),
      ],
      1,
    );
    const paths = pathsOf(order.take(14, NOW));
    assert.ok(paths.indexOf("/news/page-77") < 7, paths.join(" "));
    assert.ok(paths.indexOf("/about/page-77") >= 7, paths.join(" "));
  });

  it("What the visits of this crawl find counts for the pages that wait", () => {
    const pages = ["news", "about"].flatMap((name) =>
      Array.from({ length: 20 }, (_, n) => aHistory(`/${name}/page-${n}`)),
    );
    const order = new RevisitOrder(pages, 1);
    for (const { url } of order.take(10, NOW)) order.add(url, NOW, url.includes("news"));
    const next = pathsOf(order.take(10, NOW));
    assert.ok(
      next.every((path) => path.startsWith("/news/")),
      next.join(" "),
    );
  });

  it("Of two kinds of pages, the one that is seen to change gets most of a small budget, seconds after the last visit, too", () => {
    const kinds = ["news/item", "notes/page"];
    const histories = kinds.flatMap((kind) =>
      Array.from({ length: 40 }, (_, n) => aHistory(`/${kind}-${n}`, { visitedAt: NOW - 9_000 })),
    );
    for (let seed = 1; seed <= 30; seed += 1) {
      const order = new RevisitOrder(histories, seed);
      const waiting: Revisit[] = [];
      let changed = 0;
      for (let visits = 0; visits < 32; visits += 1) {
        if (waiting.length <= 5) waiting.push(...order.take(10, NOW + visits));
        const [next] = waiting.sort((a, b) => b.chance - a.chance).splice(0, 1);
        assert.ok(next !== undefined);
        const isChanged = next.url.includes("/news/");
        if (isChanged) changed += 1;
        order.add(next.url, NOW + visits, isChanged);
      }
      assert.ok(changed > 0.65 * 32, `${changed} with seed ${seed}`);
    }
  });

  it("A page that said that it was old when it was first visited comes last", () => {
    const order = new RevisitOrder(
      [
        aHistory("/old", { modifiedAt: 0 }),
        aHistory("/new", { modifiedAt: NOW - 12 * DAY }),
        aHistory("/silent"),
      ],
      1,
    );
    assert.equal(pathsOf(order.take(3, NOW)).at(-1), "/old");
  });

  it("Each page is taken once, with a chance in (0,1], whatever the visits and the waves", () => {
    const history = fc.record({
      visitedAt: fc.integer({ min: 0, max: NOW }),
      gaps: fc.array(
        fc.record({ ms: fc.integer({ min: 0, max: 90 * DAY }), isChanged: fc.boolean() }),
        { maxLength: 4 },
      ),
      modifiedAt: fc.integer({ min: 0, max: NOW }),
    });
    fc.assert(
      fc.property(
        fc.array(history, { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        (made, wave) => {
          const order = new RevisitOrder(
            made.map((parts, n) => aHistory(`/${n % 3}/${n}`, parts)),
            1,
          );
          const taken: string[] = [];
          while (order.size > 0) {
            for (const { url, chance } of order.take(wave, NOW)) {
              assert.ok(chance > 0 && chance <= 1, String(chance));
              order.add(url, NOW, hashToUnit(3, url) < 0.5);
              taken.push(url);
            }
          }
          assert.equal(new Set(taken).size, made.length);
          assert.equal(taken.length, made.length);
        },
      ),
      { seed: 1 },
    );
  });
});
