import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { STRATEGY_NAMES } from "../../lib/project/registry.ts";
import { bundleText, parseBundle, planOf, requireForStack } from "../../lib/stack/bundle.ts";
import { withDeployedModule } from "../../lib/stack/own-code.ts";
import { aBundle, aProject } from "../support/a-bundle.ts";
import { aNeed } from "../support/a-need.ts";
import { aPage } from "../support/a-page.ts";
import { aUrl } from "../support/a-url.ts";

const url = aUrl("https://bees.example/");

describe("the bundle of a crawl", () => {
  it("A bundle survives storage with maps, click path pages, trained model and seeds", () => {
    const page = aPage({ url, xpathBag: new Map([["/html/body/p", 2]]) });
    const bundle = aBundle({
      project: aProject({
        need: { topic: "bees", terms: { hive: 3 } },
        budget: { hours: "90min", bytes: "1GB", dollars: 2.5 },
        scope: { maxDepth: 3, allowHosts: ["bees.example"], languages: ["en"] },
        extract: { name: "h1" },
      }),
      need: aNeed({
        topic: "bees",
        good: [page],
        examplePage: page,
        paths: { paths: [[url, aUrl("https://bees.example/a")]], pages: [page] },
        pathModel: { words: ["bee"], rows: "AAAA" },
      }),
      foundSeeds: { provider: "brave", found: [{ query: "bees", rank: 1, url, title: "Bees" }] },
      sitemapSeeds: [aUrl("https://bees.example/b")],
      year: 2024,
    });
    const text = bundleText(bundle);
    const back = parseBundle(text);
    assert.deepEqual(back.project, bundle.project);
    assert.deepEqual(back.need.good[0]?.xpathBag, page.xpathBag);
    assert.equal(back.need.paths?.pages.length, 1);
    assert.deepEqual(back.need.pathModel, bundle.need.pathModel);
    assert.deepEqual(back.foundSeeds, bundle.foundSeeds);
    assert.deepEqual(back.sitemapSeeds, bundle.sitemapSeeds);
    assert.equal(back.year, 2024);
    assert.equal(bundleText(back), text, "read and written it is the same text");
  });

  for (const name of STRATEGY_NAMES) {
    it(`A bundle keeps the settings that the project gives for ${name}`, () => {
      const project = aProject({ strategy: name });
      assert.deepEqual(parseBundle(bundleText(aBundle({ project }))).project, project);
    });
  }

  const whole = bundleText(aBundle());
  const but = (parts: object) => JSON.stringify({ ...JSON.parse(whole), ...parts });
  for (const [what, text, message] of [
    ["no JSON", "bees", /is not JSON$/],
    ["no object", "7", /holds no object$/],
    ["nothing", "null", /holds no object$/],
    ["no version", whole.replace('"version":1', '"versions":1'), /is of another version$/],
    ["another version", whole.replace('"version":1', '"version":2'), /is of another version$/],
    [
      "a wrong project",
      whole.replace('"pages":1000', '"pages":-1'),
      /its project is wrong at budget\.pages: \S/,
    ],
    ["no need", but({ need: { good: 7 } }), /has no valid need$/],
    ["nothing as its need", but({ need: null }), /no valid need$/],
    [
      "a seed that is no URL",
      whole.replace('"sitemapSeeds":[]', '"sitemapSeeds":["x"]'),
      /has no valid sitemapSeeds$/,
    ],
    [
      "a seed that is a number",
      whole.replace('"sitemapSeeds":[]', '"sitemapSeeds":[7]'),
      /has no valid sitemapSeeds$/,
    ],
    ["no year", whole.replace('"year":2026', '"years":1'), /has no valid year$/],
    ["a year in words", whole.replace('"year":2026', '"year":"2026"'), /has no valid year$/],
  ] as const) {
    it(`A bundle is damaged when it contains ${what}`, () => {
      assert.throws(() => parseBundle(text), {
        ...{ code: "plan-damaged", reaction: "fix-config" },
        message,
        hint: "start the crawl with the dowser version that deployed the stack",
      });
    });
  }
});

describe("the plan of a bundle", () => {
  it("A bundle's plan uses the live web, includes the sitemaps' pages and knows its year", async () => {
    const sitemapSeeds = [aUrl("https://bees.example/b")];
    const { plan, policy } = await planOf(aBundle({ sitemapSeeds }));
    assert.deepEqual(plan.seeds, [url, ...sitemapSeeds]);
    assert.equal(plan.strategy.name, "best-first");
    assert.equal(plan.politeness.obeyMetaRobots, true);
    assert.equal(policy.minDelayMs, 1_000);
    assert.deepEqual([policy.leaseMs, policy.leasesOutliveProcess], [300_000, true]);
  });

  it("A bundle's plan tells languages by text if its project asks for it, and loads nothing for that otherwise", async () => {
    const project = aProject({ scope: { detectLanguage: "undeclared" } });
    const { plan } = await planOf(aBundle({ project }));
    assert.equal(plan.languageReading?.of, "undeclared");
    assert.equal(plan.languageReading?.detect("Die Bienen fliegen von Blume zu Blume."), "de");
    assert.equal((await planOf(aBundle())).plan.languageReading, undefined);
  });

  it("A bundle names the sites with a session and nothing that they are sent, and its plan knows them", async () => {
    const sessions = ["https://bees.example"];
    const bundle = parseBundle(bundleText(aBundle({ sessions })));
    assert.deepEqual(bundle.sessions, sessions);
    const { rules } = (await planOf(bundle)).plan;
    assert.deepEqual(
      rules.fetch.map(({ name }) => name),
      ["sessions", "walls", "signals"],
    );
    assert.deepEqual(parseBundle(bundleText(aBundle())).sessions, []);
  });

  it("The plan of a bundle refuses a project that names the file of its secrets", async () => {
    const refused = { code: "project-not-for-stack", value: "/home/me/access.yaml" };
    const secret = aProject({ access: "/home/me/access.yaml" });
    await assert.rejects(async () => planOf(aBundle({ project: secret })), refused);
  });

  it("The plan of a bundle refuses a project that renders pages, as a stack has no browser", async () => {
    const refused = { code: "project-not-for-stack", value: "render" };
    const rendered = aProject({ render: {} });
    await assert.rejects(async () => planOf(aBundle({ project: rendered })), refused);
  });

  it("The plan of a bundle refuses a project that searches a recording as it crawls, or that no site owner could ask about", async () => {
    const search = { provider: "local", compose: {} };
    const composing = aProject({ search, need: { topic: "bees" } });
    const refused = { code: "project-not-for-stack", reaction: "fix-config" };
    const message = /^search\.provider local searches a recording/;
    assert.throws(() => requireForStack(composing), { ...refused, value: "local", message });
    const searching = aProject({ search: { provider: "local" }, need: { topic: "bees" } });
    assert.doesNotThrow(() => requireForStack(searching));
    const foreign = aProject({ strategy: { module: "/tmp/mine.ts" } });
    assert.throws(() => parseBundle(bundleText(aBundle({ project: foreign }))), {
      ...refused,
      value: "/tmp/mine.ts",
    });
    const sent = withDeployedModule(foreign, "sha256:0");
    const kept = parseBundle(bundleText(aBundle({ project: sent })));
    await assert.rejects(planOf(kept), { ...refused, message: /not have the strategy module/ });
    assert.throws(() => requireForStack(aProject({ strategy: "sleeping-bandit" })), {
      ...refused,
      value: "sleeping-bandit",
      message: /no published baselines/,
    });
    await assert.rejects(async () => planOf(aBundle({ project: composing })), {
      code: "project-not-for-stack",
    });
    const project = aProject({ politeness: {} });
    await assert.rejects(async () => planOf(aBundle({ project })), { code: "contact-missing" });
  });

  it("The plan of a bundle knows the queries that the crawl composes, what each costs, and the dollar budget", async () => {
    const search = { provider: "brave", compose: { queries: 5 }, dollarsPerQuery: 0.005 };
    const seeds = { urls: ["https://bees.example/"], queries: ["bees", "hives"] };
    const project = aProject({ search, seeds, budget: { dollars: 2 }, strategy: "adaptive" });
    const foundSeeds = { provider: "brave", found: [] };
    const { plan } = await planOf(aBundle({ project, foundSeeds }));
    assert.deepEqual([plan.queries?.most, plan.queries?.asked], [5, ["bees", "hives"]]);
    assert.deepEqual(plan.searchCost, { dollarsPerQuery: 0.005, seedQueries: 2 });
    assert.equal(plan.budget.dollars, 2);
  });

  it("A bundle's plan bounds the pages of a site, unless its strategy chooses layers from all sites", async () => {
    const budget = { pagesPerSite: 5 };
    const { plan, policy } = await planOf(aBundle({ project: aProject({ budget }) }));
    assert.deepEqual([plan.budget.pagesPerSite, policy.pagesPerSite], [5, 5]);
    const layered = aProject({ budget, strategy: "opic" });
    await assert.rejects(async () => planOf(aBundle({ project: layered })), {
      code: "project-not-for-layers",
      value: 5,
    });
  });

  it("A bundle's plan refuses a need that its strategy cannot use", async () => {
    const project = aProject({ strategy: "link-distance" });
    await assert.rejects(async () => planOf(aBundle({ project })), { code: "no-click-path" });
  });
});
