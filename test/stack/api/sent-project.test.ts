import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../../lib/project/load-project.ts";
import { EXAMPLE_PROJECT, EXAMPLE_SEARCH } from "../../../lib/stack/api/routes.ts";
import { parseBundle, planOf } from "../../../lib/stack/bundle.ts";
import { aBundle } from "../../support/a-bundle.ts";
import { aServedStack } from "../../support/a-served-stack.ts";
import { serveStack, TOKEN } from "../../support/a-stack.ts";

const example = (parts: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ ...EXAMPLE_PROJECT, ...parts });

describe("PUT /crawl with a project", () => {
  it("A project sent as JSON starts the crawl that its file would", async (test) => {
    const { ask, ports, order, woken } = await aServedStack(test);
    const need = { topic: "beekeeping", terms: { hive: 3 }, threshold: 0.4 };
    const { status, body } = await ask("PUT", "/crawl", example({ need }));
    assert.deepEqual(
      [status, body],
      [201, { crawl: "bees-20261122T000000000Z", requested: "run" }],
    );
    const kept = await ports.blobs.get((await order())?.plan ?? "");
    const bundle = parseBundle(Buffer.from(kept ?? []).toString());
    assert.deepEqual(bundle.project.seeds.urls, EXAMPLE_PROJECT.seeds.urls);
    assert.equal(bundle.project.strategy.name, "auto");
    assert.deepEqual([bundle.need.topic, bundle.need.threshold], ["beekeeping", 0.4]);
    assert.deepEqual(
      bundle.need.concepts?.terms.map(({ term, weight }) => [term, weight]),
      [["hive", 3]],
    );
    assert.equal(bundle.year, 2026);
    assert.equal(woken(), 1);
  });

  it("A project sent as the text of its file is taken, too", async (test) => {
    const { ask } = await aServedStack(test);
    const text =
      "name: bees\nseeds: { urls: [https://bees.example/] }\npoliteness: { contact: a@b.example }\n";
    assert.equal((await ask("PUT", "/crawl", text)).status, 201);
  });

  it("A project that is wrong is refused with each key and what it expects", async (test) => {
    const { ask, order, woken } = await aServedStack(test);
    const of = async (text: string) => {
      const { status, body } = await ask("PUT", "/crawl", text);
      return [status, body.code, body.message];
    };
    assert.deepEqual(await of(example({ budget: { pages: 0 }, seedz: {} })), [
      400,
      "bad-project",
      [
        "project:1:107 budget.pages: expected at least 1, found 0",
        "project:1:153 seedz: unknown key; did you mean `seeds`?",
      ].join("\n"),
    ]);
    assert.deepEqual((await of("")).slice(0, 2), [400, "bad-project"]);
    assert.deepEqual((await of('{"name":')).slice(0, 2), [400, "bad-project"]);
    const { contact: _, ...anonymous } = EXAMPLE_PROJECT.politeness;
    assert.equal((await of(example({ politeness: anonymous })))[1], "contact-missing");
    assert.equal((await of(example({ seeds: {} })))[1], "no-seeds");
    assert.equal(await order(), undefined);
    assert.equal(woken(), 0);
  });

  for (const [what, parts, key] of [
    [
      "an example page on the web",
      { need: { topic: "bees", bad: ["https://a.example/"] } },
      'need.bad[0] ("https://a.example/")',
    ],
    ["a file of secrets", { access: "access.yaml" }, 'access ("access.yaml")'],
    ["click paths", { need: { paths: "paths.txt" } }, 'need.paths ("paths.txt")'],
    [
      "a search for seeds",
      { search: { provider: "searxng", url: "https://search.example/" } },
      'search for seeds ("beekeeping")',
    ],
  ] as const) {
    it(`A project that names ${what} is refused by the key`, async (test) => {
      const { ask, order } = await aServedStack(test);
      const { status, body } = await ask("PUT", "/crawl", example(parts));
      assert.deepEqual([status, body.code], [400, "project-not-for-api"], String(body.message));
      assert.ok(String(body.message).includes(key), String(body.message));
      assert.equal(await order(), undefined);
    });
  }

  it("A project with sitemaps is taken: the stack reads them before it begins", async (test) => {
    const { ask, ports, order } = await aServedStack(test);
    const sent = example({ seeds: { ...EXAMPLE_PROJECT.seeds, sitemaps: true } });
    assert.equal((await ask("PUT", "/crawl", sent)).status, 201);
    const kept = await ports.blobs.get((await order())?.plan ?? "");
    const { plan, awaited } = await planOf(parseBundle(Buffer.from(kept ?? []).toString()));
    assert.deepEqual([plan.seeds, awaited], [[], EXAMPLE_PROJECT.seeds.urls]);
  });

  it("A project that stops by the recall of what it discovers is taken: that is no file", async (test) => {
    const { ask } = await aServedStack(test);
    assert.equal((await ask("PUT", "/crawl", example({ stop: { of: "discovered" } }))).status, 201);
  });

  const searxng = { provider: "searxng", url: "https://search.example/", compose: {} };
  const brave = { provider: "brave", compose: { queries: 5 } };

  it("A project that composes queries is taken: the stack asks its topic first, without any seed", async (test) => {
    const { ask, ports, order } = await aServedStack(test);
    const sent = example({ search: searxng, seeds: {} });
    assert.equal((await ask("PUT", "/crawl", sent)).status, 201);
    const kept = await ports.blobs.get((await order())?.plan ?? "");
    const { plan } = await planOf(parseBundle(Buffer.from(kept ?? []).toString()));
    assert.deepEqual([plan.seeds, plan.queries?.first], [[], ["beekeeping"]]);
    assert.equal(plan.searchCost?.seedQueries, 0);
  });

  it("A project that composes queries asks its own queries once where `dowser start` has asked them", async () => {
    const project = await parseProject(example({ search: searxng }), "project");
    const foundSeeds = { provider: "searxng", found: [] };
    const { plan } = await planOf(aBundle({ project, foundSeeds }));
    assert.deepEqual(
      [plan.queries?.first, plan.queries?.asked, plan.searchCost?.seedQueries],
      [undefined, ["beekeeping"], 1],
    );
  });

  it("A project that asks an engine with a key is taken where the stack has a secret for it", async (test) => {
    const { ask, ports, order } = await aServedStack(test);
    const { status, body } = await ask("PUT", "/crawl", example({ search: brave }));
    assert.deepEqual([status, body.code], [400, "no-search-secret"]);
    assert.equal(await order(), undefined);
    const keyed = await serveStack(test, { ...ports, secrets: new Set(["SearchKey"]) });
    const headers = { authorization: `Bearer ${TOKEN}` };
    const init = { method: "PUT", headers, body: JSON.stringify(EXAMPLE_SEARCH) };
    assert.equal((await fetch(new URL("crawl", keyed), init)).status, 201);
  });

  it("A project that stays with its seeds is refused where queries are to find these", async (test) => {
    const { ask } = await aServedStack(test);
    const parts = { search: searxng, seeds: {}, scope: { hosts: "seeds" } };
    const { status, body } = await ask("PUT", "/crawl", example(parts));
    assert.deepEqual([status, body.code], [400, "project-not-for-api"]);
    assert.match(String(body.message), /scope\.hosts \("seeds"\)/);
  });

  it("A strategy module is refused before it is loaded", async (test) => {
    const { ask } = await aServedStack(test);
    const strategy = { module: "data:text/javascript,globalThis.loaded = true" };
    const { status, body } = await ask("PUT", "/crawl", example({ strategy }));
    assert.deepEqual([status, body.code], [400, "project-not-for-api"]);
    assert.match(String(body.message), /strategy\.module/);
    assert.equal("loaded" in globalThis, false);
  });
});
