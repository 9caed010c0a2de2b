import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { CompiledStrategy, Strategy } from "../../lib/domain/methods/strategy.ts";
import { suggestLabels } from "../../lib/evaluation/link-calibration.ts";
import type { ModelStore } from "../../lib/ports/model-store.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";

const SITE = "http://site.example";
const page = (title: string, ...links: string[]) => `<title>${title}</title>${linking(...links)}`;
/** Titles are utilities; what is predicted of a link stands behind the dash of its path. */
const script = {
  [`${SITE}/`]: page("0.5", "/a-0.9", "/b-0.5", "/hub-0.8", "/c-0.2"),
  [`${SITE}/a-0.9`]: page("0.25"),
  [`${SITE}/b-0.5`]: page("0.5"),
  [`${SITE}/hub-0.8`]: page("0", "/d-0.5"),
  [`${SITE}/c-0.2`]: page("1"),
  [`${SITE}/d-0.5`]: page("0.75"),
};

const predictLink: CompiledStrategy["predictLink"] = ({ url }) => Number(url.split("-")[1] ?? 0);

/** Its model changes at each page. */
const predicting: Strategy<number> = {
  name: "predicting",
  selection: { kind: "best" },
  merge: "greater",
  linksPredict: "page",
  train: ({ visits }) => visits.length,
  compile: () => ({
    assessPage: ({ title }) => {
      const utility = Number(title);
      return { utility, isTarget: utility > 0.6, type: undefined, why: "title" };
    },
    scoreLinks: ({ anchors }) =>
      anchors.map(({ url }) => ({ url, priority: 1, group: "", snippet: undefined, why: "one" })),
    rescoreLink: () => ({ priority: 1, group: "", why: "one" }),
    predictLink,
  }),
  isStale: ({ pages, pagesAtTraining }) => pages > pagesAtTraining,
};

async function aCrawl(strategy: Strategy) {
  const plan = aPlan({ strategy, seeds: [aUrl(`${SITE}/`)] });
  const ports = memoryPorts(scriptedWeb(script), plan);
  await runCrawl(ports, plan);
  return ports;
}

async function suggested(parts: Partial<Strategy> = {}, { judged = "", most = 9 } = {}) {
  const strategy: Strategy = { ...predicting, ...parts };
  const ports = await aCrawl(predicting);
  const known = new Set(judged === "" ? [] : [aUrl(SITE + judged)]);
  const found = await suggestLabels(ports, strategy, { judged: known, most });
  return found.map(
    ({ url, disagreement }) => `${url.slice(SITE.length)} ${disagreement.toFixed(2)}`,
  );
}

describe("suggested labels", () => {
  it("Label suggestions are pages that differ most from their links' predictions, either way", async () => {
    assert.deepEqual(await suggested(), [
      ...["/hub-0.8 0.80", "/c-0.2 0.80", "/a-0.9 0.65", "/d-0.5 0.25", "/b-0.5 0.00"],
    ]);
    assert.deepEqual(await suggested({}, { most: 2 }), ["/hub-0.8 0.80", "/c-0.2 0.80"]);
  });

  it("Label suggestions also count a page behind as fulfilling a prediction that includes such pages", async () => {
    const [first, ...others] = await suggested({ linksPredict: "page-or-behind" });
    assert.equal(first, "/c-0.2 0.80");
    assert.ok(others.includes("/hub-0.8 0.05"));
  });

  it("Label suggestions give both figures, and the page's title and URL", async () => {
    const [first] = await suggestLabels(await aCrawl(predicting), predicting, {
      judged: new Set([aUrl(`${SITE}/hub-0.8`)]),
      most: 1,
    });
    assert.deepEqual(first, {
      url: `${SITE}/c-0.2`,
      title: "1",
      predicted: 0.2,
      utility: 1,
      isTarget: true,
      disagreement: 0.8,
    });
  });

  it("Label suggestions leave out pages that the user has judged or no model predicted", async () => {
    const found = await suggested({}, { judged: "/c-0.2" });
    assert.ok(found.every((line) => !line.startsWith("/c-0.2") && !line.startsWith("/ ")));
    const compile: Strategy["compile"] = (model) => {
      const { predictLink: _, ...rest } = predicting.compile(Number(model));
      return rest;
    };
    assert.deepEqual(await suggested({ compile }), []);
  });

  it("Label suggestions read each model once when a crawl continued with newer ones", async () => {
    const { records, models } = await aCrawl(predicting);
    const read: string[] = [];
    const counting: Pick<ModelStore, "get"> = {
      get: (hash) => {
        read.push(hash);
        return models.get(hash);
      },
    };
    const run = { records, models: counting };
    await suggestLabels(run, predicting, { judged: new Set(), most: 9 });
    assert.ok(read.length > 2);
    assert.equal(new Set(read).size, read.length);
  });

  it("Label suggestions are empty when links are no predictions", async () => {
    const { linksPredict: _, ...blind } = predicting;
    const found = await suggestLabels(await aCrawl(predicting), blind, {
      judged: new Set(),
      most: 9,
    });
    assert.deepEqual(found, []);
  });
});
