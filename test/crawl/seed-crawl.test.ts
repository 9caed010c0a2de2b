import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createSqliteFrontier } from "../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../lib/adapters/sqlite/open-database.ts";
import { isUnseeded, SEED_PRIORITY, seedCrawl } from "../../lib/crawl/admit-links.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { aPlan, aPolicy, memoryPorts } from "../support/a-crawl.ts";
import { aFolder } from "../support/a-folder.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { aUrl } from "../support/a-url.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

const seeds = ["a.example/", "b.a.example/x", "c.a.example/"].map((name) => aUrl(`http://${name}`));

describe("the seeds of a crawl", () => {
  it("The seeds of a crawl rank first, under the URLs that the web knows, with what a search said of them", async () => {
    const [first, second, third] = seeds;
    assert.ok(first && second && third);
    const snippet = { anchor: "A hive", before: "", after: "Bees.", title: "", query: "bees" };
    const plan = aPlan({ seeds, seedSnippets: new Map([[second, snippet]]) });
    const known = aUrl("http://b.a.example/y");
    const identify = (url: Url) => (url === second ? known : url);
    const { frontier } = memoryPorts(scriptedWeb({}), plan);
    assert.equal(await isUnseeded(frontier), true);
    await seedCrawl({ frontier, web: { identify } }, plan);
    assert.equal(await isUnseeded(frontier), false);
    assert.equal(await frontier.find(second), undefined);
    const { link } = (await frontier.find(known)) ?? {};
    assert.deepEqual(link, {
      ...{ url: known, host: "b.a.example", priority: SEED_PRIORITY, group: "", depth: 0 },
      ...{ redirects: 0, parent: undefined, snippet, why: "seed", model: "" },
      ...{ sequence: 2, attempts: 0 },
    });
  });

  it("The seeds of a crawl are not offered again when it is resumed, even when all are completed", async () => {
    const plan = aPlan({ seeds });
    const { frontier } = memoryPorts(scriptedWeb({}), plan);
    const web = { identify: (url: Url) => url };
    await seedCrawl({ frontier, web }, { ...plan, seeds: seeds.slice(0, 1) });
    await seedCrawl({ frontier, web }, plan);
    assert.equal((await frontier.count()).states.waiting, 1);
  });

  it("The seeds of a crawl may be on more hosts than the scope allows a domain, but not on more pages of one", async () => {
    const quotas = [
      { key: "hosts of a domain", limit: 1, rule: "subdomains", counts: "hosts" },
      { key: "pages of a domain", limit: 2, rule: "domain-quota", counts: "domain" },
    ] as const;
    const plan = aPlan({ seeds, scope: () => ({ refusedBy: undefined, quotas }) });
    const { frontier } = memoryPorts(scriptedWeb({}), plan);
    await seedCrawl({ frontier, web: { identify: (url) => url } }, plan);
    const { states, reasons } = await frontier.count();
    assert.deepEqual([states.waiting, [...reasons]], [2, [["refused:domain-quota", 1]]]);
  });

  it("The seeds of a crawl that the scope excludes are refused by its rule", async () => {
    const plan = aPlan({ seeds, scope: () => ({ refusedBy: "host-denied", quotas: [] }) });
    const { frontier } = memoryPorts(scriptedWeb({}), plan);
    await seedCrawl({ frontier, web: { identify: (url) => url } }, plan);
    assert.equal((await frontier.count()).reasons.get("refused:host-denied"), 3);
  });

  it("A crawl killed in the middle of its seeds loses none of them, and offers none twice", async (test) => {
    const file = join(aFolder(test), "crawl.sqlite");
    const count = 2_000;
    const program = join(import.meta.dirname, "../support/seed-and-die.ts");
    const { signal } = spawnSync(process.execPath, [program, file, String(count)]);
    assert.equal(signal, "SIGKILL");
    const many = Array.from({ length: count }, (_, at) => aUrl(`http://s${at}.example/`));
    // A strategy that adds up priorities shows what is offered twice.
    const strategy = { ...aStrategy("breadth-first"), merge: "sum" as const };
    const plan = aPlan({ seeds: many, strategy });
    const database = openDatabase(file);
    test.after(() => database.close());
    const frontier = createSqliteFrontier(database, aPolicy(plan));
    const web = { identify: (url: Url) => url };
    await seedCrawl({ frontier, web }, plan);
    await seedCrawl({ frontier, web }, plan);
    assert.equal((await frontier.count()).states.waiting, count);
    for (const url of many) {
      assert.equal((await frontier.find(url))?.link?.priority, SEED_PRIORITY);
    }
  });
});
