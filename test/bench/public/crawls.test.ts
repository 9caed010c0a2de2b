import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { CRAWLERS, exportedUrls } from "../../../bench/public/crawlers.ts";
import { serveWeb } from "../../../bench/public/serve-web.ts";
import { webOf } from "../../../bench/public/webs.ts";
import { aFolder } from "../../support/a-folder.ts";

describe("a served web of the public benchmark", () => {
  it("It answers as a server of that kind does, and notes what it was asked for", async (test) => {
    const web = webOf("forum", 1);
    const served = await serveWeb(web);
    test.after(() => served.close());
    const origin = new URL(served.seed).origin;
    const home = await (await fetch(served.seed)).text();
    assert.ok(home.includes(`href="${origin}/board?b=1"`), "links lead to where it is served");
    const pages = [...web.pages.values()];
    const servedAt = (url = "") => origin + url.slice("http://forum.example".length);
    const first = pages.find(({ isBusyOnce }) => isBusyOnce === true)?.url ?? "";
    const [busy, then] = [await fetch(servedAt(first)), await fetch(servedAt(first))];
    assert.deepEqual([busy.status, busy.headers.get("retry-after"), then.status], [503, "1", 200]);
    assert.match(await (await fetch(`${origin}/robots.txt`)).text(), /Disallow: \/private\//);
    assert.equal((await fetch(`${origin}/gone`)).status, 404);
    assert.equal((await fetch(`${origin}/calendar?month=2030-05`)).status, 200);
    const moved = pages.find(({ location }) => location !== undefined);
    const answer = await fetch(servedAt(moved?.url), { redirect: "manual" });
    assert.equal(served.original(answer.headers.get("location") ?? ""), moved?.location);
    assert.equal(served.original("http://elsewhere.example/"), undefined);
    assert.deepEqual(
      served.requests.slice(0, 3).map(({ url, status }) => [url, status]),
      [
        ["http://forum.example/", 200],
        [first, 503],
        [first, 200],
      ],
    );
  });

  it("Every crawler gets the seed, the budget and the need, and its export is read to its last whole line", (test) => {
    const folder = aFolder(test);
    const web = webOf("university", 1);
    const task = { web, seed: "http://127.0.0.1:1/", pages: 7, folder };
    for (const { name, commands } of CRAWLERS) {
      const words = commands(task).flatMap(({ args }) => args);
      assert.ok(
        words.some((word) => word.startsWith(folder)),
        name,
      );
      if (name.startsWith("Dowser")) continue;
      assert.ok(words.includes(task.seed) && words.includes("7") && words.includes("beekeeping"));
    }
    assert.deepEqual(exportedUrls(folder), []);
    writeFileSync(join(folder, "exported.jsonl"), '{"url":"http://a.example/"}\n{"url":"http');
    assert.deepEqual(exportedUrls(folder), ["http://a.example/"]);
  });
});
