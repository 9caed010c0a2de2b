import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { isOpenedByCrawl } from "../../../lib/adapters/sqlite/open-database.ts";
import { beesAndStones, recordPages } from "../../support/a-crawled-site.ts";
import { aFolder } from "../../support/a-folder.ts";
import { startCli } from "../../support/run-cli.ts";
import { until } from "../../support/until.ts";

const SITE = "http://site.example";

/** Starts `dowser ui` in a folder with a recording, and begins a crawl of it. */
async function begun(test: TestContext) {
  const folder = aFolder(test);
  const web = join(folder, "web.warc.gz");
  await recordPages(web, beesAndStones(SITE, 200));
  const ui = startCli(["ui", folder, "--port", "0", "--web", web]);
  const [printed] = await once(ui.child.stdout, "data");
  const { origin, searchParams } = new URL(/http\S+/.exec(String(printed))?.[0] ?? "");
  const project = {
    name: "bees",
    need: { topic: "bees honey" },
    seeds: { urls: [`${SITE}/page0`] },
  };
  const headers = { authorization: `Bearer ${searchParams.get("token")}` };
  const response = await fetch(`${origin}/api/runs/bees/crawl`, {
    method: "PUT",
    headers,
    body: JSON.stringify(project),
  });
  assert.equal(response.status, 201);
  const log = join(folder, "runs/bees/log.jsonl");
  const logged = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  await until("the crawl has begun", () => logged().includes('"started"'));
  const isOpen = () => isOpenedByCrawl(join(folder, "runs/bees/crawl.sqlite"));
  return { ui, logged, isOpen };
}

it("A crawl goes on to its end when the server that began it is killed", async (test) => {
  const { ui, logged, isOpen } = await begun(test);
  ui.child.kill("SIGKILL");
  await ui.done;
  await until("the crawl is over", () => logged().includes('"finished"'));
  await until("its process leaves the folder, which is deleted", () => !isOpen());
  assert.match(logged(), /"kind":"finished","detail":\{"why":"frontier-empty"\}/);
});

it("A crawl is paused, or at its end, when the server that began it is ended by Ctrl-C", async (test) => {
  const { ui, logged } = await begun(test);
  ui.child.kill("SIGINT");
  const { code, stderr } = await ui.done;
  assert.equal(code, 0, stderr);
  assert.match(logged(), /"kind":"(?:paused|finished)"[^\n]*\n$/);
});
