/** `node --test` runs it; it needs the packages dowser and fast-check. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { strategyContract } from "dowser/contract";
import { crawlPages } from "dowser/testing";
import strategy from "./my-strategy.ts";

strategyContract(await strategy.create({ penalty: 0.2 }, { seed: 1, pages: 100 }));

it("Of the links of a page it follows those with short paths first", async () => {
  const links = ["/a/b/c", "/a", "/a/b"].map((path) => `<a href="${path}">bees</a>`);
  const site = "http://site.example";
  const web = {
    [`${site}/`]: `<p>Bees and honey.</p>${links.join(" ")}`,
    [`${site}/a`]: "<p>Bees.</p>",
    [`${site}/a/b`]: "<p>Bees.</p>",
    [`${site}/a/b/c`]: "<p>Bees.</p>",
  };
  const module = join(import.meta.dirname, "my-strategy.ts");
  const need = { topic: "bees and honey" };
  const { pages } = await crawlPages(web, { need, strategy: { module, penalty: 0.5 } });
  assert.deepEqual(
    pages.map(({ url }) => url),
    [`${site}/`, `${site}/a`, `${site}/a/b`, `${site}/a/b/c`],
  );
});
