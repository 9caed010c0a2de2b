import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { GroupTally } from "../../../lib/domain/methods/group-tally.ts";
import type { Evidence } from "../../../lib/domain/methods/strategy.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { FIRST, weightOf } from "../../../peers/bandits/arms.ts";
import { urlStrategy } from "../../../peers/bandits/url-bandit.ts";
import { strategyContract } from "../../contract/strategy.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aNeed } from "../../support/a-need.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { linking, scriptedWeb } from "../../support/scripted-web.ts";
import { aMiss, aVisit } from "../../support/some-evidence.ts";
import { judgedByUrl } from "./judged-by-url.ts";

const EXPLORATION = Math.SQRT2;

const aBandit = () =>
  urlStrategy({ exploration: EXPLORATION }, { seed: 1, estimation: judgedByUrl });

const SITE = "http://site.example";
const numbered = (folder: string, count: number): Url[] =>
  Array.from({ length: count }, (_, n) => aUrl(`${SITE}/${folder}/${n}`));

const [data, news] = [numbered("data", 20), numbered("news", 20)];

/** A hub with links to forty pages; two of one kind were drawn, both targets, and two of the other. */
const evidence: Evidence = {
  visits: [
    { ...aVisit("a", "", { url: aUrl(`${SITE}/`) }), outlinks: [...data, ...news] },
    ...data.slice(0, 2).map((url) => aVisit("b", "", { url, isTarget: true })),
    ...news.slice(0, 1).map((url) => aVisit("c", "", { url })),
  ],
  misses: news.slice(1, 2).map((url) => ({ ...aMiss("d", 0), url })),
};

const CONTEXT = { depth: 1, priority: 1, group: "", parent: undefined, snippet: undefined };
const TALLY: GroupTally = { pages: 0, remaining: 10, types: new Map(), groups: new Map() };

const compiled = () => aBandit().compile(aBandit().train(evidence, aNeed(), undefined));

describe("url-bandit", () => {
  strategyContract(aBandit(), () => true, evidence);

  it("Links whose URLs have one pattern are one arm, and patterns not seen before another", () => {
    const { assessPage, scoreLinks } = compiled();
    const page = aPage({
      anchors: ["data/77", "news/77", "photos/7/large"].map((path) => anAnchor(`${SITE}/${path}`)),
    });
    const links = scoreLinks(page, assessPage(page, CONTEXT), CONTEXT);
    assert.deepEqual(
      links.map(({ group }) => group),
      ["/data/0", "/news/0", "others"],
    );
  });

  it("An arm is worth its share of targets and the bound of its draws, also those in vain", () => {
    const groups = ["/data/0", "/news/0", "others", ""];
    const weights = compiled().groups?.weigh(TALLY, groups);
    // Five links were drawn.
    const bound = EXPLORATION * Math.sqrt(Math.log(5) / 2);
    assert.deepEqual(
      groups.map((group) => weights?.get(group)),
      [weightOf(1 + bound), weightOf(bound), 0.5, FIRST],
    );
  });

  it("The crawl learns which URLs are those of targets", async () => {
    const script = {
      [`${SITE}/`]: linking(...[...numbered("data", 60), ...numbered("news", 200)]),
      ...Object.fromEntries(
        [...numbered("data", 60), ...numbered("news", 200)].map((url) => [url, "x"]),
      ),
    };
    const plan = aPlan({
      strategy: aBandit(),
      seeds: [aUrl(`${SITE}/`)],
      budget: { pages: 70, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
    });
    const ports = memoryPorts(scriptedWeb(script), plan);
    await runCrawl(ports, plan);
    const targets = (await recordsOf(ports)).filter(({ page }) => page?.isTarget === true);
    // By chance it would be sixteen.
    assert.ok(targets.length >= 40, `${targets.length} of 70 pages are targets`);
  });
});
