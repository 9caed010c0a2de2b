import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import { topicEstimation } from "../../../lib/domain/methods/page-estimation.ts";
import type { Visit } from "../../../lib/domain/methods/strategy.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { linkLearnerStrategy } from "../../../peers/link-learner/link-learner.ts";
import type { LinkLearnerSettings } from "../../../peers/link-learner/options.ts";
import { strategyContract } from "../../contract/strategy.ts";
import { aPlan, memoryPorts } from "../../support/a-crawl.ts";
import { aNeed } from "../../support/a-need.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";
import { linking, scriptedWeb } from "../../support/scripted-web.ts";
import { aVisit } from "../../support/some-evidence.ts";

const aLearner = (parts: Partial<LinkLearnerSettings> = {}) =>
  linkLearnerStrategy(
    {
      ...{ features: "url", classes: 2, every: 500 },
      ...{ selection: "hosts", initial: "parent", pageLearner: "ridge-regression" },
      ...parts,
    },
    { seed: 1, estimation: topicEstimation },
  );

const CONTEXT = { depth: 1, priority: 0.5, group: "", parent: undefined, snippet: undefined };

/** Forty pages that links led to: targets under `/courses/`, the others under `/photos/`. */
const visits: Visit[] = Array.from({ length: 40 }, (_, n) => {
  const isTarget = n % 2 === 0;
  const folder = isTarget ? "courses" : "photos";
  const snippet = { anchor: isTarget ? "syllabus" : "holiday", before: "", after: "", title: "" };
  const url = aUrl(`http://site${n % 4}.example/${folder}/${n}`);
  return aVisit("a", "", { url, host: hostOf(url), isTarget, utility: isTarget ? 1 : 0, snippet });
});

function scored(parts: Partial<LinkLearnerSettings>, evidence: readonly Visit[], need = aNeed()) {
  const strategy = aLearner(parts);
  const compiled = strategy.compile(
    strategy.train({ visits: evidence, misses: [] }, need, undefined),
  );
  return (urls: readonly string[], page: Partial<ReturnType<typeof aPage>> = {}) => {
    const view = aPage({ anchors: urls.map((url) => anAnchor(url)), ...page });
    return compiled.scoreLinks(view, compiled.assessPage(view, CONTEXT), CONTEXT);
  };
}

const COURSE = "http://new.example/courses/7";
const PHOTO = "http://new.example/photos/7";

describe("link-learner", () => {
  strategyContract(aLearner());
  strategyContract(
    aLearner({ features: "url+anchor+around", selection: "best", initial: "examples" }),
    () => true,
    { visits, misses: [] },
  );

  it("link-learner learns from followed links what the others lead to", () => {
    for (const selection of ["hosts", "best", "proportional"] as const) {
      const [course, photo] = scored({ selection }, visits)([COURSE, PHOTO]);
      assert.ok(course && photo && course.priority > photo.priority);
    }
  });

  it("link-learner first prefers links of targets, with a random tie-break", () => {
    const topic = aNeed({ topic: "bees" });
    const score = scored({ selection: "best" }, [], topic);
    const about = score([COURSE, PHOTO], { mainText: "bees bees bees" });
    const [other] = score([COURSE], { mainText: "cars and roads" });
    const [first, second] = about;
    assert.ok(first && second && other);
    assert.ok(Math.min(first.priority, second.priority) >= 0.5 && other.priority < 0.5);
    assert.notEqual(first.priority, second.priority);
  });

  it("link-learner can begin with the URLs of the examples", () => {
    const views = (folder: string) =>
      Array.from({ length: 10 }, (_, n) => aPage({ url: aUrl(`http://e.example/${folder}/${n}`) }));
    const need = aNeed({ topic: "bees", good: views("courses"), bad: views("photos") });
    const [course, photo] = scored(
      { initial: "examples", selection: "best" },
      [],
      need,
    )([COURSE, PHOTO]);
    assert.ok(course && photo && course.priority > photo.priority);
  });

  it("link-learner with three classes prefers links to targets, then links that come near one", () => {
    const near = Array.from({ length: 20 }, (_, n) => {
      const url = aUrl(`http://site.example/list/${n}`);
      const snippet = { anchor: "", before: "", after: "", title: "" };
      return { ...aVisit("b", "", { url, snippet }), outlinks: [visits[2 * n]?.url ?? url] };
    });
    const far = near.map(({ url, ...visit }, n) => {
      return { ...visit, url: aUrl(`http://site.example/faculty/${n}`), outlinks: [url] };
    });
    const score = scored({ classes: 3, selection: "best" }, [...visits, ...near, ...far]);
    const links = score(["courses", "list", "faculty"].map((at) => `http://n.example/${at}/1`));
    const [target = 0, one = 0, two = 0] = links.map(({ priority }) => priority);
    assert.ok(target > one && one > two, `${target} ${one} ${two}`);
  });

  it("link-learner draws one link of each host in turn", async () => {
    const hosts = ["a", "b", "c"].map((name) => `http://${name}.example`);
    const urls = hosts.flatMap((host) => [1, 2, 3].map((page) => `${host}/${page}`));
    const script = Object.fromEntries(urls.map((url) => [url, "<p>bees</p>"]));
    const home = "http://site.example/";
    const plan = aPlan({
      strategy: aLearner(),
      seeds: [aUrl(home)],
      scope: () => ({ refusedBy: undefined, quotas: [] }),
    });
    const ports = memoryPorts(scriptedWeb({ ...script, [home]: linking(...urls) }), plan);
    await runCrawl(ports, plan);
    const drawn = (await collect(ports.records.list())).slice(1).map(({ host }) => host);
    assert.equal(drawn.length, 9);
    for (const round of [0, 3, 6]) assert.equal(new Set(drawn.slice(round, round + 3)).size, 3);
  });

  it("link-learner keeps its model when the evidence gives no new information", () => {
    const strategy = aLearner();
    const before = strategy.train({ visits, misses: [] }, aNeed(), undefined);
    assert.deepEqual(strategy.train({ visits: [], misses: [] }, aNeed(), before), before);
  });

  it("link-learner trains again after each 500 pages", () => {
    const progress = {
      pagesAtTraining: 500,
      drawn: 999,
      layerDone: false,
      types: new Map<string, number>(),
    };
    const strategy = aLearner();
    const model = strategy.train({ visits: [], misses: [] }, aNeed(), undefined);
    assert.equal(strategy.isStale({ ...progress, pages: 999 }, model), false);
    assert.equal(strategy.isStale({ ...progress, pages: 1_000 }, model), true);
  });
});
