import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Frontier } from "../../lib/ports/frontier.ts";
import { rescoreAll } from "../support/rescore-all.ts";
import type { FrontierMaker } from "./frontier.ts";
import { aLink, aPolicy, drawAll, fetched, urlOf } from "./frontier-links.ts";

/**
 * Tests the answers of every frontier on a single URL; `finder` answers them, by default the
 * frontier itself.
 */
export function describeFrontierFinds(
  { name, create }: FrontierMaker,
  finder: (frontier: Frontier) => Pick<Frontier, "find"> = (frontier) => frontier,
): void {
  const find = (frontier: Frontier, url: string) => finder(frontier).find(urlOf(url));

  describe(`${name}: finding`, () => {
    it("A frontier finds a queued link as it was offered, under its sequence", async () => {
      const frontier = create(aPolicy());
      const snippet = { anchor: 'a "quoted" \u0000 link', before: "…", after: "", title: "日本" };
      const way = { depth: 3, redirects: 1, priority: 0.25, group: "g", why: "w", model: "m" };
      const offered = aLink("a.test/2", { ...way, snippet, parent: urlOf("a.test/1") });
      await frontier.offer([aLink("a.test/1"), offered]);
      const { quotas: _quotas, refusedBy: _refusedBy, ...rest } = offered;
      assert.deepEqual(await find(frontier, "a.test/2"), {
        state: "waiting",
        reason: "",
        link: { ...rest, sequence: 2, attempts: 0 },
      });
    });

    it("A frontier finds nothing for a URL that was never offered, on a known host or not", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1")]);
      assert.equal(await find(frontier, "a.test/2"), undefined);
      assert.equal(await find(frontier, "b.test/1"), undefined);
    });

    it("A frontier finds a link in each of its states, with the last reason", async () => {
      const frontier = create(aPolicy({ connectionsPerHost: 9 }));
      await frontier.offer([aLink("a.test/1"), aLink("a.test/2"), aLink("a.test/3")]);
      const [first, second, third] = await drawAll(frontier);
      assert.ok(first && second && third);
      assert.equal((await find(frontier, "a.test/1"))?.state, "leased");
      await frontier.settle(first, fetched(first, 1));
      const gone = { kind: "done", state: "failed", reason: "gone" } as const;
      await frontier.settle(second, fetched(second, 1, { result: gone }));
      const busy = { kind: "again", reason: "slow-down", notBefore: 9, countsAsAttempt: true };
      await frontier.settle(third, { ...fetched(third, 1), result: { ...busy, kind: "again" } });
      const told = async (url: string) => {
        const known = await find(frontier, url);
        return [known?.state, known?.reason, known?.link?.attempts];
      };
      assert.deepEqual(await told("a.test/1"), ["fetched", "page", 0]);
      assert.deepEqual(await told("a.test/2"), ["failed", "gone", 0]);
      assert.deepEqual(await told("a.test/3"), ["waiting", "", 1]);
    });

    it("A frontier finds the new score of a link, and the model that gave it", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1", { priority: 1, model: "old" })]);
      await rescoreAll(frontier, () => ({
        priority: 0.5,
        group: "new",
        why: "again",
        model: "new",
      }));
      const { link } = (await find(frontier, "a.test/1")) ?? {};
      assert.deepEqual(
        [link?.priority, link?.group, link?.why, link?.model],
        [0.5, "new", "again", "new"],
      );
    });

    it("A frontier finds only the rule for a link that was refused when it was offered", async () => {
      const frontier = create(aPolicy());
      await frontier.offer([aLink("a.test/1", { refusedBy: "too-deep" })]);
      assert.deepEqual(await find(frontier, "a.test/1"), {
        state: "refused",
        reason: "too-deep",
        link: undefined,
      });
    });

    it("A frontier finds everything about a link that was evicted", async () => {
      const frontier = create(aPolicy({ capacity: 1 }));
      await frontier.offer([
        aLink("a.test/1", { priority: 1 }),
        aLink("a.test/2", { priority: 2 }),
      ]);
      const known = await find(frontier, "a.test/1");
      assert.deepEqual(
        [known?.state, known?.reason, known?.link?.priority],
        ["cut", "capacity", 1],
      );
    });
  });
}
