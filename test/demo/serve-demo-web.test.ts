import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Agent, request } from "undici";
import type { SiteName } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { type ServedDemoWeb, serveDemoWeb } from "../../demo/serve-demo-web.ts";

describe("serveDemoWeb", () => {
  const web = generateDemoWeb(1);
  const agent = new Agent();
  let served: ServedDemoWeb;

  before(async () => {
    served = await serveDemoWeb(web);
  });

  after(async () => {
    await agent.close();
    await served.close();
  });

  it("`serveDemoWeb` serves each site on an origin of its own, on loopback", () => {
    assert.equal(new Set(served.origins.values()).size, web.sites.length);
    for (const origin of served.origins.values())
      assert.match(origin, /^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it("`serveDemoWeb` answers every page with its status in the truth", async () => {
    const statuses = new Map(
      web.sites.flatMap((site) =>
        Array.from(site.pages, ([target, page]) => [
          `${served.origins.get(site.name)}${target}`,
          (site.firstAnswers.get(target) ?? page).status,
        ]),
      ),
    );
    assert.equal(statuses.size, served.truth.length);
    for (const line of served.truth) {
      const { statusCode, body } = await request(line.url, { dispatcher: agent });
      await body.dump();
      assert.equal(statusCode, statuses.get(line.url), line.url);
    }
  });

  it("`serveDemoWeb` puts real origins into pages, headers, seeds, examples and truth", async () => {
    const home = await get("garden-blog", "/");
    assert.ok(home.text.includes(`${served.origins.get("forum")}/`));
    const away = await get("moved", "/to-other-host");
    assert.equal(away.headers["location"], `${served.origins.get("news")}/`);
    const { seeds, examples, truth } = served;
    const known = [
      home.text,
      ...seeds,
      ...examples.good,
      ...examples.bad,
      ...truth.map((line) => line.url),
    ];
    assert.ok(known.every((text) => !text.includes("demo.example")));
  });

  it("`serveDemoWeb` generates endless pages on request, and answers 404 for unknown ones", async () => {
    assert.equal((await get("trap", "/calendar?month=4711-05")).status, 200);
    assert.equal((await get("trap", "/nothing")).status, 404);
    assert.equal((await get("forum", "/viewtopic.php?f=2&t=99999")).status, 404);
  });

  it("`serveDemoWeb` sends bodies unchanged, with their length", async () => {
    const packed = await get("broken", "/gzip-1.html");
    assert.equal(packed.headers["content-encoding"], "gzip");
    const empty = await get("broken", "/empty.html");
    assert.equal(empty.headers["content-length"], "0");
    const unlabelled = await get("broken", "/missing-type.html");
    assert.equal(unlabelled.headers["content-type"], undefined);
  });

  it("`serveDemoWeb` answers a busy page once with Retry-After, then with the page", async (test) => {
    const other = await serveDemoWeb(web);
    test.after(() => other.close());
    const ask = async (): Promise<{ status: number; wait: unknown }> => {
      const { statusCode, headers, body } = await request(`${other.origins.get("moved")}/busy`, {
        dispatcher: agent,
      });
      await body.dump();
      return { status: statusCode, wait: headers["retry-after"] };
    };
    assert.deepEqual(await ask(), { status: 503, wait: "1" });
    assert.deepEqual(await ask(), { status: 200, wait: undefined });
  });

  it("`serveDemoWeb` logs each request with its time", async (test) => {
    const from = served.requests.length;
    test.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
    await get("news", "/money/");
    const [logged, ...more] = served.requests.slice(from);
    assert.equal(logged?.url, `${served.origins.get("news")}/money/`);
    assert.equal(logged.at, 1_000_000);
    assert.deepEqual(more, []);
  });

  it("`serveDemoWeb` names a port it cannot have, and frees those it had", async (test) => {
    const taken = portOf(served, "news");
    const first = await serveDemoWeb(web);
    const free = portOf(first, "forum");
    await first.close();
    await assert.rejects(serveDemoWeb(web, { ports: { forum: free, news: taken } }), {
      name: "DowserError",
      code: "demo-port",
      value: taken,
    });
    const second = await serveDemoWeb(web, { ports: { forum: free } });
    test.after(() => second.close());
    assert.equal(portOf(second, "forum"), free);
  });

  async function get(site: SiteName, target: string) {
    const answer = await request(`${served.origins.get(site)}${target}`, { dispatcher: agent });
    const { statusCode: status, headers } = answer;
    return { status, headers, text: await answer.body.text() };
  }
});

function portOf(served: ServedDemoWeb, site: SiteName): number {
  return Number(new URL(served.origins.get(site) ?? "").port);
}
