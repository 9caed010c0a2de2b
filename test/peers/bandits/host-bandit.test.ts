import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { GroupCount, GroupTally } from "../../../lib/domain/methods/group-tally.ts";
import type { Evidence, Visit } from "../../../lib/domain/methods/strategy.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { FIRST, weightOf } from "../../../peers/bandits/arms.ts";
import { hostStrategy } from "../../../peers/bandits/host-bandit.ts";
import { strategyContract } from "../../contract/strategy.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aNeed } from "../../support/a-need.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { linking, scriptedWeb } from "../../support/scripted-web.ts";
import { aVisit } from "../../support/some-evidence.ts";
import { judgedByUrl } from "./judged-by-url.ts";

type Settings = Parameters<typeof hostStrategy>[0];

const aBandit = (parts: Partial<Settings> = {}) =>
  hostStrategy(
    { value: "success-rate", lambda: 0, decay: 1_000, ...parts },
    { seed: 1, estimation: judgedByUrl },
  );

const pageOf = (host: string, n: number, isTarget: boolean): Visit => {
  const url = aUrl(`http://${host}.example/${isTarget ? "data" : "news"}/${n}`);
  return aVisit("a", "", { url, host: hostOf(url), isTarget });
};

/** Three targets and one other page on a host, one target and four others on another. */
const evidence: Evidence = {
  visits: [
    ...[0, 1, 2, 3].map((n) => pageOf("good", n, n > 0)),
    ...[0, 1, 2, 3, 4].map((n) => pageOf("bad", n, n === 0)),
  ],
  misses: [],
};

const CONTEXT = { depth: 1, priority: 1, group: "", parent: undefined, snippet: undefined };
const [GOOD, BAD, NEW] = ["good.example", "bad.example", "other 7"];

const waiting = (parts: Partial<GroupCount> = {}): GroupCount => {
  return { waiting: 1, misses: 0, pages: 0, targets: 0, utility: 0, types: new Map(), ...parts };
};

function weigh(settings: Partial<Settings>, pages = 0): (number | undefined)[] {
  const bandit = aBandit(settings);
  const groups = new Map([GOOD, BAD, NEW].map((group) => [group, waiting()]));
  // Pages of a host that has no more links.
  groups.set("drained.example", waiting({ waiting: 0, pages }));
  const tally: GroupTally = { pages: 0, remaining: 10, types: new Map(), groups };
  const compiled = bandit.compile(bandit.train(evidence, aNeed(), undefined));
  const weights = compiled.groups?.weigh(tally, [GOOD, BAD, NEW, ""]);
  return [GOOD, BAD, NEW, ""].map((group) => weights?.get(group));
}

describe("host-bandit", () => {
  strategyContract(aBandit(), () => true, evidence);
  strategyContract(aBandit({ value: "best-score", lambda: 1, decay: 1 }), () => true, evidence);

  it("A host is worth its targets to its other pages, each with one more", () => {
    const expected = [4 / 2, 2 / 5, 1 / 1].map(weightOf);
    assert.deepEqual(weigh({ value: "success-rate" }), [...expected, FIRST]);
  });

  it("A host is worth less the more other pages it had, or all hosts are worth the same", () => {
    const fewest = [1 / 2, 1 / 5, 1].map(weightOf);
    assert.deepEqual(weigh({ value: "negative-absolute-bad" }), [...fewest, FIRST]);
    assert.deepEqual(weigh({ value: "best-score" }), [...[1, 1, 1].map(weightOf), FIRST]);
  });

  it("The share of draws from a host by chance falls to a half, a third and so on", () => {
    const byChance = (from: number) =>
      Array.from({ length: 400 }, (_, n) => weigh({ lambda: 0.8, decay: 1_000 }, from + n)).filter(
        ([good, bad, other]) => [good, bad, other].includes(FIRST),
      ).length / 400;
    assert.ok(Math.abs(byChance(0) - 0.8) < 0.06, String(byChance(0)));
    assert.ok(Math.abs(byChance(1_000) - 0.4) < 0.06, String(byChance(1_000)));
    assert.ok(Math.abs(byChance(3_000) - 0.2) < 0.06, String(byChance(3_000)));
  });

  it("A draw by chance takes each host with queued links as often", () => {
    const firsts = Array.from({ length: 600 }, (_, n) => weigh({ lambda: 1 }, n).indexOf(FIRST));
    for (const host of [0, 1, 2]) {
      const share = firsts.filter((first) => first === host).length / 600;
      assert.ok(Math.abs(share - 1 / 3) < 0.06, `host ${host}: ${share}`);
    }
  });

  it("Within a host the link comes first that is most likely a target", () => {
    const bandit = aBandit();
    const { assessPage, scoreLinks } = bandit.compile(bandit.train(evidence, aNeed(), undefined));
    const anchors = ["news/9", "data/9"].map((path) => anAnchor(`http://good.example/${path}`));
    const page = aPage({ anchors });
    const [news, data] = scoreLinks(page, assessPage(page, CONTEXT), CONTEXT);
    assert.ok(news && data && data.priority > news.priority);
    assert.deepEqual([news.group, data.group], [GOOD, GOOD]);
  });

  it("Hosts without pages share a thousand arms", () => {
    const { assessPage, scoreLinks } = aBandit().compile(
      aBandit().train(evidence, aNeed(), undefined),
    );
    const anchors = Array.from({ length: 3_000 }, (_, n) => anAnchor(`http://h${n}.example/`));
    const page = aPage({ anchors });
    const links = scoreLinks(page, assessPage(page, CONTEXT), CONTEXT);
    const arms = new Set(links.map(({ group }) => group));
    assert.ok(arms.size > 900 && arms.size <= 1_000, String(arms.size));
  });

  it("The crawl learns which host has targets", async () => {
    const hosts = ["rich", "poor", "bare"].map((name) => `http://${name}.example`);
    const paths = Array.from({ length: 50 }, (_, n) => `${n}`);
    const urlsOf = (host: string) =>
      paths.map((path) => `${host}/${host.includes("rich") ? "data" : "news"}/${path}`);
    const urls = hosts.flatMap(urlsOf);
    const script = {
      "http://site.example/": linking(...urls),
      ...Object.fromEntries(urls.map((url) => [url, ""])),
    };
    const plan = aPlan({
      strategy: aBandit(),
      seeds: [aUrl("http://site.example/")],
      budget: { pages: 60, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
    });
    const ports = memoryPorts(scriptedWeb(script), plan);
    await runCrawl(ports, plan);
    const targets = (await recordsOf(ports)).filter(({ page }) => page?.isTarget === true);
    // By chance it would be twenty.
    assert.ok(targets.length >= 40, `${targets.length} of 60 pages are targets`);
  });
});
