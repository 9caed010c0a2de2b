import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import { readSqliteFrontier } from "../../../../lib/adapters/sqlite/frontier/read-frontier.ts";
import { createSqliteFrontier } from "../../../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import {
  openDatabase,
  openDatabaseForReading,
} from "../../../../lib/adapters/sqlite/open-database.ts";
import { deferCommits } from "../../../../lib/adapters/sqlite/transact.ts";
import type { FrontierPolicy } from "../../../../lib/domain/frontier/frontier-policy.ts";
import type { FrontierLink } from "../../../../lib/domain/frontier/link.ts";
import { withCrawlDelay } from "../../../../lib/domain/web/politeness/crawl-delay.ts";
import type { Frontier } from "../../../../lib/ports/frontier.ts";
import { describeFrontier } from "../../../contract/frontier.ts";
import { describeFrontierChance } from "../../../contract/frontier-chance.ts";
import { describeFrontierDraws } from "../../../contract/frontier-draws.ts";
import { describeFrontierFinds } from "../../../contract/frontier-finds.ts";
import { describeFrontierLayers } from "../../../contract/frontier-layers.ts";
import {
  aLink,
  aPace,
  aPolicy,
  fetched,
  idle,
  namesOf,
  urlOf,
} from "../../../contract/frontier-links.ts";
import { describeFrontierProperties } from "../../../contract/frontier-properties.ts";
import { describeFrontierServers } from "../../../contract/frontier-servers.ts";
import { describeFrontierSites } from "../../../contract/frontier-sites.ts";
import { describeFrontierWindows } from "../../../contract/frontier-windows.ts";
import { rescoreAll } from "../../../support/rescore-all.ts";

/** Databases of the frontiers that tests made, to be closed and to be opened again. */
const databases = new Map<Frontier, DatabaseSync>();

const create = (policy: FrontierPolicy, database = openDatabase(":memory:")): Frontier => {
  const frontier = createSqliteFrontier(database, policy);
  databases.set(frontier, database);
  return frontier;
};

/** What the next process finds: the committed tables, and nothing that was held in memory. */
const reopen = (frontier: Frontier, policy: FrontierPolicy): Frontier =>
  create(policy, databases.get(frontier));

after(() => {
  for (const database of new Set(databases.values())) database.close();
});

describeFrontier({ name: "SqliteFrontier", create });
describeFrontierChance({ name: "SqliteFrontier", create, reopen });
describeFrontierDraws({ name: "SqliteFrontier", create });
describeFrontierFinds({ name: "SqliteFrontier", create });
describeFrontierFinds({ name: "SqliteFrontier, by its readers", create }, (frontier) => {
  const database = databases.get(frontier);
  assert.ok(database);
  return readSqliteFrontier(database);
});
describeFrontierLayers({ name: "SqliteFrontier", create });
describeFrontierProperties({ name: "SqliteFrontier", create, reopen });
describeFrontierServers({ name: "SqliteFrontier", create, reopen });
describeFrontierSites({ name: "SqliteFrontier", create, reopen });
describeFrontierWindows({ name: "SqliteFrontier", create });

describe("SqliteFrontier: across processes", () => {
  const directory = mkdtempSync(join(tmpdir(), "frontier-"));
  after(() => rmSync(directory, { recursive: true }));

  it("A SQLite frontier reopens where it was left, with leases returned and hosts still delayed", async () => {
    const file = join(directory, "resume.sqlite");
    const policy = aPolicy({ minDelayMs: 100 });
    const before = openDatabase(file);
    const frontier = createSqliteFrontier(before, policy);
    await frontier.offer([aLink("a.test/1"), aLink("a.test/2"), aLink("b.test/3")]);
    const [a] = (await frontier.draw({ limit: 2, now: 0 })).leases;
    assert.ok(a);
    await frontier.settle(a, fetched(a, 10, { pace: aPace(1_000) }));
    before.close();

    const later = openDatabase(file);
    const resumed = createSqliteFrontier(later, policy);
    // b.test/3 was leased when the process ended: its host rests a delay from the first draw.
    assert.deepEqual(await resumed.draw({ limit: 9, now: 500 }), idle(600));
    assert.deepEqual(namesOf((await resumed.draw({ limit: 9, now: 600 })).leases), ["b.test/3"]);
    assert.deepEqual(namesOf((await resumed.draw({ limit: 9, now: 1_010 })).leases), ["a.test/2"]);
    later.close();
  });

  it("A frontier on disk finds the queues of a group on many hosts as the last offer left them", async () => {
    const database = openDatabase(join(directory, "many-hosts.sqlite"));
    const policy = aPolicy({ capacity: 9 });
    const frontier = createSqliteFrontier(database, policy);
    const hosts = ["a", "b", "c", "d", "e", "f"];
    await frontier.offer(hosts.map((host) => aLink(`${host}.test/1`)));
    await frontier.draw({ limit: 1, now: 0 });
    await frontier.offer([
      aLink("b.test/2", { priority: 3 }),
      aLink("g.test/1", { priority: 2 }),
      aLink("c.test/1", { priority: 4 }),
    ]);
    const { leases } = await createSqliteFrontier(database, policy).draw({ limit: 3, now: 0 });
    assert.deepEqual(namesOf(leases), ["c.test/1", "b.test/2", "g.test/1"]);
    database.close();
  });

  it("A frontier on disk draws again from every group of a host that had to wait, also when reopened", async () => {
    const database = openDatabase(join(directory, "set-aside.sqlite"));
    const policy = aPolicy({ minDelayMs: 100 });
    const frontier = createSqliteFrontier(database, policy);
    const hosts = ["a", "b", "c", "d", "e", "f"];
    // Both groups are on more hosts than memory holds, and a.test has the best link of each.
    for (const [group, priority] of [["one", 3] as const, ["two", 2] as const]) {
      await frontier.offer(
        hosts.map((host) =>
          aLink(`${host}.test/${group}`, { group, priority: host === "a" ? priority : 1 }),
        ),
      );
    }
    const drawn = await frontier.draw({ limit: 2, now: 0 });
    assert.deepEqual(namesOf(drawn.leases), ["a.test/one", "b.test/one"]);
    for (const lease of drawn.leases) {
      await frontier.settle(lease, fetched(lease, 0, { pace: lease.pace }));
    }
    const during = await frontier.draw({ limit: 1, now: 50 });
    assert.deepEqual(namesOf(during.leases), ["c.test/one"]);
    const reopened = createSqliteFrontier(database, policy);
    const { leases } = await reopened.draw({ limit: 1, now: 100 });
    assert.deepEqual(namesOf(leases), ["a.test/two"]);
    database.close();
  });

  it("A SQLite frontier keeps leases that outlive its process until they expire", async () => {
    const file = join(directory, "outlived.sqlite");
    const policy = aPolicy({ minDelayMs: 100, leaseMs: 1_000, leasesOutliveProcess: true });
    const before = openDatabase(file);
    const frontier = createSqliteFrontier(before, { ...policy, connectionsPerHost: 2 });
    const links = ["a.test/1", "a.test/2", "a.test/3", "b.test/4"];
    await frontier.offer(links.map((link) => aLink(link)));
    const window = { perHost: 2, step: 2, aheadMs: 100 };
    const [one, two, b] = (await frontier.draw({ limit: 3, now: 0, window })).leases;
    assert.ok(one && two && b);
    before.close();

    const later = openDatabase(file);
    const resumed = createSqliteFrontier(later, policy);
    // Each of a.test's two leases takes its one connection, though its slot has come.
    assert.deepEqual(await resumed.draw({ limit: 9, now: 500 }), idle(1_000));
    assert.equal(await resumed.settle(b, fetched(b, 600)), true);
    assert.equal(await resumed.settle(one, fetched(one, 600)), true);
    assert.deepEqual(await resumed.draw({ limit: 9, now: 1_000 }), idle(1_100));
    assert.equal(await resumed.holds(two), true);
    assert.deepEqual(await resumed.draw({ limit: 9, now: 1_100 }), idle(1_200));
    assert.equal(await resumed.settle(two, fetched(two, 1_101)), false);
    assert.deepEqual(namesOf((await resumed.draw({ limit: 9, now: 1_200 })).leases), ["a.test/2"]);
    later.close();
  });

  it("A SQLite frontier opens known hosts at the policy's pace, and still owes them their crawl delay", async () => {
    const file = join(directory, "pace.sqlite");
    const links = ["a.test/1", "a.test/2", "a.test/3", "a.test/4"].map((name) => aLink(name));
    /** Opens with a least delay and fetches one page in 10 ms, no earlier than its host allows. */
    const run = async (minDelayMs: number, from: number, crawlDelayMs?: number) => {
      const database = openDatabase(file);
      const frontier = createSqliteFrontier(database, aPolicy({ minDelayMs }));
      await frontier.offer(links);
      const { leases, nextReadyAt = 0 } = await frontier.draw({ limit: 1, now: from });
      const [lease] =
        leases.length > 0 ? leases : (await frontier.draw({ limit: 1, now: nextReadyAt })).leases;
      assert.ok(lease);
      const at = leases.length > 0 ? from : nextReadyAt;
      const pace = withCrawlDelay(lease.pace, crawlDelayMs ?? 0, Infinity);
      await frontier.settle(lease, fetched(lease, at + 10, { pace }));
      database.close();
      return { at, delayMs: lease.pace.delayMs };
    };
    assert.deepEqual(await run(0, 5_000), { at: 5_000, delayMs: 0 });
    assert.deepEqual(await run(1_000, 5_011), { at: 6_010, delayMs: 1_000 });
    assert.deepEqual(await run(200, 6_100, 500), { at: 7_020, delayMs: 200 });
    assert.deepEqual(await run(0, 7_100), { at: 7_530, delayMs: 500 });
  });

  it("A SQLite frontier survives the death of its process with everything a promise resolved for", async () => {
    const file = join(directory, "killed.sqlite");
    const lib = join(import.meta.dirname, "../../../../lib/adapters/sqlite");
    const script = `
      const { openDatabase } = await import(${JSON.stringify(join(lib, "open-database.ts"))});
      const { createSqliteFrontier } = await import(${JSON.stringify(join(lib, "frontier/sqlite-frontier.ts"))});
      const frontier = createSqliteFrontier(openDatabase(${JSON.stringify(file)}), ${JSON.stringify(aPolicy({ capacity: 9 }))});
      await frontier.offer([${JSON.stringify(aLink("a.test/1"))}]);
      await frontier.draw({ limit: 1, now: 0 });
      process.kill(process.pid, "SIGKILL");`;
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
    assert.equal(signal, "SIGKILL");
    const database = openDatabase(file);
    const { leases } = await createSqliteFrontier(database, aPolicy()).draw({ limit: 1, now: 0 });
    assert.deepEqual(
      leases.map(({ id }) => id),
      ["1.2"],
    );
    database.close();
  });

  it("A frontier on disk lets a host with a delay wait though its process was killed right after the draw", async () => {
    const file = join(directory, "killed-with-delay.sqlite");
    const lib = join(import.meta.dirname, "../../../../lib/adapters/sqlite");
    const policy = aPolicy({ minDelayMs: 100 });
    // Commits are deferred as in a crawl: only what is durable when its promise resolves is kept.
    const script = `
      const { openDatabase } = await import(${JSON.stringify(join(lib, "open-database.ts"))});
      const { deferCommits } = await import(${JSON.stringify(join(lib, "transact.ts"))});
      const { createSqliteFrontier } = await import(${JSON.stringify(join(lib, "frontier/sqlite-frontier.ts"))});
      const database = openDatabase(${JSON.stringify(file)});
      deferCommits(database);
      const frontier = createSqliteFrontier(database, ${JSON.stringify({ ...policy, capacity: 9 })});
      await frontier.offer([${JSON.stringify(aLink("a.test/1"))}]);
      await frontier.draw({ limit: 1, now: 0 });
      process.kill(process.pid, "SIGKILL");`;
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
    assert.equal(signal, "SIGKILL");
    const database = openDatabase(file);
    const resumed = createSqliteFrontier(database, policy);
    assert.deepEqual(await resumed.draw({ limit: 1, now: 10 }), idle(110));
    const { leases } = await resumed.draw({ limit: 1, now: 110 });
    assert.deepEqual(
      leases.map(({ id }) => id),
      ["1.2"],
    );
    database.close();
  });

  it("A frontier on disk commits a draw from a host with a delay at once, with all that came before it", async () => {
    const database = openDatabase(join(directory, "durable-draw.sqlite"));
    const deferred = deferCommits(database);
    const frontier = createSqliteFrontier(database, aPolicy({ minDelayMs: 100 }));
    await frontier.offer([aLink("a.test/1", { group: "x" })]);
    const reader = openDatabaseForReading(join(directory, "durable-draw.sqlite"));
    const read = (sql: string) => Object.values(reader.prepare(sql).get() ?? {})[0];
    await frontier.weighGroups(new Map([["x", 0.5]]));
    assert.equal(read("SELECT weight FROM grp"), 1, "the weight may wait");
    await frontier.draw({ limit: 1, now: 0 });
    assert.equal(read("SELECT leases FROM link"), 1);
    assert.equal(read("SELECT next_allowed_at FROM host"), 100);
    assert.equal(read("SELECT weight FROM grp"), 0.5);
    reader.close();
    deferred.end();
    database.close();
  });

  it("A frontier on disk commits a draw at once that is asked to be durable, from whatever host", async () => {
    const file = join(directory, "asked-durable.sqlite");
    const database = openDatabase(file);
    const deferred = deferCommits(database);
    const frontier = createSqliteFrontier(database, aPolicy());
    await frontier.offer([aLink("a.test/1"), aLink("b.test/1")]);
    const reader = openDatabaseForReading(file);
    const leases = () => reader.prepare("SELECT sum(leases) AS leases FROM link").get()?.["leases"];
    await frontier.draw({ limit: 1, now: 0 });
    assert.equal(leases(), 0, "it may wait");
    await frontier.draw({ limit: 1, now: 0, isDurable: true });
    assert.equal(leases(), 2);
    reader.close();
    deferred.end();
    database.close();
  });

  it("A SQLite frontier can be counted by a reader while a crawl works", async () => {
    const file = join(directory, "read.sqlite");
    const writer = openDatabase(file);
    const frontier = createSqliteFrontier(writer, aPolicy());
    const reader = openDatabaseForReading(file);
    const counts = readSqliteFrontier(reader);
    await frontier.offer([aLink("a.test/1"), aLink("b.test/2", { refusedBy: "denied" })]);
    await frontier.offer([aLink("b.test/3", { group: "x" }), aLink("b.test/4", { group: "x" })]);
    await frontier.draw({ limit: 1, now: 0 });
    assert.deepEqual(await counts.count(), await frontier.count());
    reader.close();
    writer.close();
  });

  it("A SQLite frontier keeps the steps of a rescoring before the one whose scorer throws, and nothing of that one", async () => {
    const file = join(directory, "rescored.sqlite");
    const database = openDatabase(file);
    const frontier = createSqliteFrontier(database, aPolicy());
    await frontier.offer(Array.from({ length: 1_500 }, (_, index) => aLink(`a.test/${index}`)));
    const rescore = rescoreAll(frontier, ({ sequence }) => {
      if (sequence === 1_400) throw new RangeError("no score");
      return { priority: 9, model: "sha256:new" };
    });
    await assert.rejects(rescore, /no score/);
    database.close();

    const again = openDatabase(file);
    const resumed = createSqliteFrontier(again, aPolicy());
    const found = async (path: number) => (await resumed.find(urlOf(`a.test/${path}`)))?.link;
    const [first, last] = [await found(0), await found(1_399)];
    assert.deepEqual([first?.priority, first?.model], [9, "sha256:new"]);
    // Its step had begun when the scorer threw, with links before it.
    const before = await found(1_398);
    assert.deepEqual([before?.priority, before?.model], [1, "sha256:model"]);
    assert.deepEqual([last?.priority, last?.model], [1, "sha256:model"]);
    again.close();
  });

  it("A SQLite frontier scores each waiting link once, whatever happens between two steps", async () => {
    const frontier = create(aPolicy({ connectionsPerHost: 9 }));
    await frontier.offer(Array.from({ length: 2_500 }, (_, index) => aLink(`a.test/${index}`)));
    const scored: number[] = [];
    const score = ({ sequence }: Pick<FrontierLink, "sequence">) => {
      scored.push(sequence);
      return { priority: 1, model: "sha256:new" };
    };
    let next: number | undefined = 0;
    while (next !== undefined) {
      ({ next } = await frontier.rescore({ score }, next));
      // A link that is offered meanwhile is the last one; one that is drawn is scored no more.
      if (scored.length < 1_000) await frontier.offer([aLink("a.test/new")]);
      if (scored.length < 1_000) await frontier.offer([aLink("a.test/2400", { priority: 9 })]);
      if (scored.length < 1_000) await frontier.draw({ limit: 1, now: 0 });
    }
    const expected = Array.from({ length: 2_501 }, (_, index) => index + 1);
    assert.deepEqual(
      scored,
      expected.filter((sequence) => sequence !== 2_401),
    );
  });

  it("A SQLite frontier commits the steps of a rescoring with the last one, however long they take", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const file = join(directory, "held.sqlite");
    const database = openDatabase(file);
    const deferred = deferCommits(database);
    const frontier = createSqliteFrontier(database, aPolicy());
    await frontier.offer(Array.from({ length: 2_000 }, (_, at) => aLink(`a.test/${at}`)));
    const reader = openDatabaseForReading(file);
    const rescored = () =>
      reader.prepare("SELECT count(*) AS n FROM link WHERE priority = 9").get();
    const rescoring = { score: () => ({ priority: 9, model: "sha256:new" }) };
    for (let next: number | undefined = 0; next !== undefined; ) {
      assert.deepEqual({ ...rescored() }, { n: 0 });
      ({ next } = await frontier.rescore(rescoring, next));
      await frontier.weighGroups(new Map([["", next ?? 1]]));
      t.mock.timers.tick(1_000);
    }
    assert.deepEqual({ ...rescored() }, { n: 2_000 });
    reader.close();
    deferred.end();
    database.close();
  });

  it("A SQLite frontier commits offers and rescorings at once, so that no log names a lost one", async () => {
    const file = join(directory, "durable.sqlite");
    const database = openDatabase(file);
    const deferred = deferCommits(database);
    const frontier = createSqliteFrontier(database, aPolicy());
    await frontier.offer([aLink("a.test/1")]);
    const reader = openDatabaseForReading(file);
    const priority = () => reader.prepare("SELECT max(priority) AS p FROM link").get()?.["p"];
    const leases = () => reader.prepare("SELECT sum(leases) AS l FROM link").get()?.["l"];
    assert.equal(priority(), 1);
    await frontier.draw({ limit: 1, now: 0 });
    assert.equal(leases(), 0, "a draw from a host without a delay may wait");
    await frontier.offer([aLink("a.test/2")]);
    assert.equal(leases(), 1);
    await rescoreAll(frontier, () => ({ priority: 9, model: "sha256:new" }));
    assert.equal(priority(), 9);
    reader.close();
    deferred.end();
    database.close();
  });

  it("A SQLite frontier refuses further work after a failed transaction, and keeps nothing of it", async () => {
    const file = join(directory, "full.sqlite");
    const database = openDatabase(file);
    const frontier = createSqliteFrontier(database, aPolicy());
    await frontier.offer([aLink("a.test/1")]);
    database.exec("PRAGMA max_page_count = 1");
    const many = Array.from({ length: 1_000 }, (_, index) => aLink(`b.test/${index}`));
    await assert.rejects(frontier.offer(many), /full/);
    await assert.rejects(frontier.offer([]), { code: "run-broken", reaction: "stop-crawl" });
    database.close();

    const again = openDatabase(file);
    const { states } = await createSqliteFrontier(again, aPolicy()).count();
    assert.equal(states.waiting, 1);
    again.close();
  });
});
