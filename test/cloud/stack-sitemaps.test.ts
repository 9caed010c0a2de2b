import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { callStack } from "../../lib/run/stack/stack-client.ts";
import { orderSchema } from "../../lib/stack/api/schemas.ts";
import { serveChangingSite } from "../support/a-changing-site.ts";
import { theDeployment } from "./support/a-deployment.ts";
import { skip } from "./support/ministack.ts";
import { endOfCrawl } from "./support/stack-crawl.ts";

const html = (body: string) => ({ body, headers: { "content-type": "text/html" } });

describe("a crawl that is begun by the API alone, on MiniStack", { skip }, () => {
  it("It reads the sitemaps of its seeds before its first page, and crawls what they list", async (test) => {
    const site = await serveChangingSite([
      ["/robots.txt", { body: "User-agent: *\nSitemap: /map.xml\n" }],
      ["/", html("<p>Bees.</p>")],
      ["/listed", html("<p>Bees and honey.</p>")],
    ]);
    test.after(() => site.close());
    const urls = `<url><loc>${site.origin}/listed</loc></url><url><loc>http://other.example/</loc></url>`;
    site.pages.set("/robots.txt", { body: `User-agent: *\nSitemap: ${site.origin}/map.xml\n` });
    site.pages.set("/map.xml", { body: `<urlset>${urls}</urlset>` });
    const deployment = await theDeployment();
    const project = {
      name: deployment.project,
      need: { topic: "bees" },
      seeds: { urls: [`${site.origin}/`], sitemaps: true },
      scope: { hosts: "seeds" },
      strategy: "breadth-first",
      politeness: { contact: "keeper@demo.example", minDelayMs: 20, allowLoopback: true },
    };
    const body = Buffer.from(JSON.stringify(project));
    await callStack(deployment.access, {
      method: "PUT",
      path: "/crawl",
      body,
      schema: orderSchema,
    });
    const { state, pages } = await endOfCrawl(deployment);
    const fetched = pages.map(({ url }) => new URL(url).pathname).toSorted();
    assert.deepEqual([state.end, fetched], ["frontier-empty", ["/", "/listed"]]);
    const asked = site.requests.map(({ path }) => path).filter((path) => path !== "/robots.txt");
    assert.deepEqual(asked, ["/map.xml", "/", "/listed"]);
  });
});
