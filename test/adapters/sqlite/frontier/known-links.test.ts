import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSqliteFrontier } from "../../../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../../../lib/adapters/sqlite/open-database.ts";
import { aLink, aPolicy, fetched, urlOf } from "../../../contract/frontier-links.ts";

describe("links that a SQLite frontier knows", () => {
  it("A SQLite frontier stores once what the texts beside links of a page share, and reads rows of older versions", async () => {
    const database = openDatabase(":memory:");
    const texts = { before: "b", after: "", title: "a title", inherited: 0.5, place: "nav/a" };
    const snippets = [
      { anchor: "one", ...texts },
      { anchor: "two", ...texts, advice: 2 },
      { anchor: "three", before: "", after: "", title: "a title", query: "bees" },
      { anchor: "four", before: "", after: "", title: "" },
      { anchor: "five", ...texts, listed: true as const },
    ];
    const links = snippets.map((snippet, at) => aLink(`a.test/${at}`, { snippet }));
    await createSqliteFrontier(database, aPolicy()).offer(links);
    const rows = database.prepare("SELECT json FROM frame ORDER BY id").all();
    const { title, inherited, place } = texts;
    assert.deepEqual(
      rows.map(({ json }) => JSON.parse(String(json))),
      [{ title, inherited, place }, { title: "" }, { title, inherited, place, listed: true }],
    );
    const again = createSqliteFrontier(database, aPolicy());
    const found = async () => {
      const known = await Promise.all(links.map(({ url }) => again.find(url)));
      return known.map((each) => each?.link?.snippet);
    };
    assert.deepEqual(await found(), snippets);
    const put = database.prepare("UPDATE link SET snippet = ? WHERE url = ?");
    for (const { url, snippet } of links) put.run(JSON.stringify(snippet), url);
    database.exec("DELETE FROM frame");
    assert.deepEqual(await found(), snippets);
  });

  it("A SQLite frontier knows in memory which links are done, and no others", async () => {
    const frontier = createSqliteFrontier(
      openDatabase(":memory:"),
      aPolicy({ connectionsPerHost: 9 }),
    );
    const names = ["a.test/1", "a.test/2", "a.test/3", "a.test/4"];
    await frontier.offer(names.map((name) => aLink(name)));
    await frontier.offer([aLink("b.test/1", { refusedBy: "host" })]);
    const { leases } = await frontier.draw({ limit: 3, now: 0 });
    const [first, second] = leases;
    assert.ok(first && second);
    await frontier.settle(first, fetched(first, 1));
    const gone = { kind: "done", state: "failed", reason: "gone" } as const;
    await frontier.settle(second, fetched(second, 1, { result: gone }));
    const asked = [...names, "b.test/1", "c.test/1"];
    assert.deepEqual(
      asked.filter((name) => frontier.isDone(urlOf(name))),
      ["a.test/1", "a.test/2"],
    );
  });
});
