/** `node --test` runs it; it needs the package dowser. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { crawlPages } from "dowser/testing";
import onPage from "./my-handler.ts";

it("It saves headings and prices, and leaves out what has neither", async () => {
  const shop = "http://shop.example";
  const web = {
    [`${shop}/`]: '<h1>Honey</h1><b class="price">9 €</b><a href="/empty">nothing</a>',
    [`${shop}/empty`]: "<p>Nothing.</p>",
  };
  const { pages, links } = await crawlPages(web, { onPage });
  assert.deepEqual(
    pages.map(({ url, saved }) => ({ url, ...saved })),
    [{ url: `${shop}/`, heading: "Honey", prices: ["9 €"] }],
  );
  assert.equal(links.find(({ url }) => url === `${shop}/empty`)?.reason, "skipped");
});
