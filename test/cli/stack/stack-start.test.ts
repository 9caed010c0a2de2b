import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { generateDemoWeb } from "../../../demo/generate-demo-web.ts";
import { type ServedDemoWeb, serveDemoWeb } from "../../../demo/serve-demo-web.ts";
import { parseBundle, planOf } from "../../../lib/stack/bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aStack, serveStack, TOKEN } from "../../support/a-stack.ts";
import { runCli } from "../../support/run-cli.ts";

describe("dowser start", () => {
  let web: ServedDemoWeb;
  before(async () => {
    web = await serveDemoWeb(generateDemoWeb(1));
  });
  after(() => web.close());

  /** Starts the crawl of the demo's newspaper in a stack in memory. */
  async function start(test: TestContext, project: Record<string, unknown> = {}) {
    const stack = aStack("news");
    const folder = aFolder(test);
    const politeness = { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true };
    const seeds = { urls: [`${web.origins.get("news")}/`] };
    const file = join(folder, "project.yaml");
    writeFileSync(file, JSON.stringify({ name: "news", politeness, seeds, ...project }));
    const endpoint = await serveStack(test, stack.ports);
    const env = { ...process.env, DOWSER_ENDPOINT: endpoint, DOWSER_TOKEN: TOKEN };
    return { ...stack, run: () => runCli(["start", file], { cwd: folder, env }), folder };
  }

  it("`dowser start` reads examples, terms and sitemaps here, and sends them to the stack", async (test) => {
    const home = `${web.origins.get("news")}/`;
    const { run, order, ports } = await start(test, {
      need: { topic: "news", good: [home], terms: { paper: 2 } },
      seeds: { urls: [home], sitemaps: true },
    });
    const { code, stdout, stderr } = await run();
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^news-\d{8}T\d{9}Z was started; dowser status .*project\.yaml shows its progress/,
    );
    const plan = await ports.blobs.get((await order())?.plan ?? "");
    const bundle = parseBundle(Buffer.from(plan ?? []).toString());
    assert.equal(bundle.need.good[0]?.url, home);
    assert.ok(bundle.need.concepts !== undefined);
    assert.ok(bundle.sitemapSeeds.length > 10);
    assert.equal(bundle.year, new Date().getUTCFullYear());
    assert.equal((await planOf(bundle)).plan.seeds[0], home);
  });

  it("`dowser start` reads a list of seeds here, and sends its URLs with the project", async (test) => {
    const { run, order, ports, folder } = await start(test, { seeds: { file: "seeds.txt" } });
    const urls = Array.from({ length: 300 }, (_, at) => `https://s${at}.example/`);
    writeFileSync(join(folder, "seeds.txt"), [...urls, "nothing", urls[0]].join("\n"));
    const { code, stderr } = await run();
    assert.equal(code, 0, stderr);
    assert.match(stderr, /300 seeds; left out: 1 duplicates, 1 lines that are no URL/);
    const stored = await ports.blobs.get((await order())?.plan ?? "");
    const { plan } = await planOf(parseBundle(Buffer.from(stored ?? []).toString()));
    assert.deepEqual(plan.seeds, urls);
  });

  it("`dowser start` reads the guide of an assessor here, and sends its text without its path", async (test) => {
    const assessor = { url: "https://models.example/v1", model: "m", guide: "guide.md" };
    const { run, order, ports, folder } = await start(test, { need: { topic: "news" }, assessor });
    writeFileSync(join(folder, "guide.md"), "Only pages of today.\n");
    const { code, stderr } = await run();
    assert.equal(code, 0, stderr);
    const stored = Buffer.from((await ports.blobs.get((await order())?.plan ?? "")) ?? []);
    assert.doesNotMatch(stored.toString(), /guide\.md/);
    const planned = await planOf(parseBundle(stored.toString()));
    assert.equal(planned.assessor?.guide, "Pages about: news\n\nOnly pages of today.");
    assert.equal(planned.assessor?.choice.model, "m");
  });

  it("`dowser start` prints the error message of the API", async (test) => {
    const { run } = await start(test);
    assert.equal((await run()).code, 0);
    const { code, stderr } = await run();
    assert.equal(code, 2);
    assert.match(stderr, /\[stack-refused\]: the stack already has a crawl: .* \(crawl-active\)/);
    assert.match(stderr, /hint: .*dowser stop/);
  });

  it("`dowser start` sends no request for a project that a stack cannot crawl", async (test) => {
    const asked = web.requests.length;
    const search = { provider: "local", compose: {} };
    const { run, woken } = await start(test, { need: { topic: "bees" }, search });
    const { code, stderr } = await run();
    assert.equal(code, 2);
    assert.match(stderr, /\[project-not-for-stack\]/);
    assert.deepEqual([web.requests.length, woken()], [asked, 0]);
    const large = await start(test, { need: { topic: "bees" }, budget: { pages: 2_000_000 } });
    assert.match((await large.run()).stderr, /\[crawl-too-large\]/);
    assert.deepEqual([web.requests.length, large.woken()], [asked, 0]);
  });

  it("`dowser start` includes the pages of click paths", async (test) => {
    const { run, order, ports, folder } = await start(test, {
      need: { paths: "paths.txt" },
      strategy: { name: "link-distance" },
      budget: { trainingPages: 10 },
    });
    const home = `${web.origins.get("news")}/`;
    const page = await fetch(home).then((response) => response.text());
    const links = Array.from(page.matchAll(/ href="([^"#]+)"/g), ([, link = ""]) => link);
    const target = links.map((link) => new URL(link, home).href).findLast((url) => url !== home);
    writeFileSync(join(folder, "paths.txt"), `${home} ${target}\n`);
    const { code, stderr } = await run();
    assert.equal(code, 0, stderr);
    const plan = await ports.blobs.get((await order())?.plan ?? "");
    const { need } = parseBundle(Buffer.from(plan ?? []).toString());
    assert.equal(need.paths?.paths.length, 1);
    assert.ok((need.paths?.pages.length ?? 0) > 2);
  });
});
