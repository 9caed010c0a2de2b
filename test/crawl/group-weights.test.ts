import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CrawlPorts } from "../../lib/crawl/crawl-plan.ts";
import { GroupWeights, LinkTally } from "../../lib/crawl/link-tally.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { fitModel } from "../../lib/crawl/train-model.ts";
import type { GroupTally } from "../../lib/domain/methods/group-tally.ts";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import { aLink } from "../contract/frontier-links.ts";
import { strategyContract } from "../contract/strategy.ts";
import { aPlan, memoryPorts, recordsOf } from "../support/a-crawl.ts";
import { aLease } from "../support/a-lease.ts";
import { linking, scriptedWeb } from "../support/scripted-web.ts";
import { weighingStrategy } from "../support/weighing-strategy.ts";

const SITE = "http://site.example";

/** A hub with links to good pages and to bad ones, which differ in the first letter of their paths. */
const script = {
  [`${SITE}/`]: linking("/bad1", "/bad2", "/bad3", "/good1", "/good2", "/good3", "/missing"),
  ...Object.fromEntries(
    ["bad1", "bad2", "bad3", "good1", "good2", "good3"].map((path) => [`${SITE}/${path}`, ""]),
  ),
};

interface Weighing {
  readonly tally: GroupTally;
  readonly groups: readonly string[];
}

/** Weighs a group, the first letter of the path, by the mean utility of its pages; notes what it is asked. */
function byMean(asked: Weighing[] = []): Strategy<null> {
  return {
    name: "by-mean",
    selection: { kind: "best" },
    merge: "greater",
    compile: () => ({
      assessPage: ({ url }) => {
        const isTarget = url.includes("good");
        return { utility: isTarget ? 1 : 0, isTarget, type: url.at(-2), why: "path" };
      },
      scoreLinks: ({ anchors }) =>
        anchors.map(({ url }) => ({
          ...{ url, priority: 1, snippet: undefined, why: "path" },
          group: url.charAt(SITE.length + 1),
        })),
      groups: {
        weigh: (tally, groups) => {
          asked.push({ tally, groups: [...groups] });
          return new Map(
            Array.from(groups, (group) => {
              const { pages = 0, misses = 0, utility = 0 } = tally.groups.get(group) ?? {};
              return [group, (1 + utility) / (2 + pages + misses)] as const;
            }),
          );
        },
      },
    }),
    train: () => null,
    isStale: () => false,
  };
}

/** Ports whose frontier notes the weights that it is told. */
function noting(ports: CrawlPorts): { readonly ports: CrawlPorts; readonly told: string[][] } {
  const told: string[][] = [];
  const { frontier } = ports;
  const noted: CrawlPorts["frontier"] = {
    ...frontier,
    weighGroups: async (weights) => {
      told.push([...weights.keys()]);
      await frontier.weighGroups(weights);
    },
  };
  return { ports: { ...ports, frontier: noted }, told };
}

describe("weighing groups", () => {
  it("Group weights turn a crawl to the groups whose links did well", async () => {
    const web = scriptedWeb(script);
    const plan = aPlan({ strategy: byMean() });
    await runCrawl(memoryPorts(web, plan), plan);
    // All groups are worth the same, then the first page of the first group was bad.
    const order = web.asked.map((url) => url.slice(SITE.length + 1));
    assert.deepEqual(order.slice(0, 5), ["", "bad1", "good1", "good2", "good3"]);
  });

  it("Group weights are requested for links before their offer, then for all queued groups before each draw", async () => {
    const asked: Weighing[] = [];
    const plan = aPlan({ strategy: byMean(asked) });
    await runCrawl(memoryPorts(scriptedWeb(script), plan), plan);
    assert.deepEqual(
      asked.slice(0, 4).map(({ groups }) => groups),
      // The seed; its links; before the draw; with the only link of its group on the way.
      [[""], ["b", "g", "m"], ["b", "g", "m"], ["b", "g", "m"]],
    );
  });

  it("Group weights use the links' results, the queued links, and the remaining budget", async () => {
    const asked: Weighing[] = [];
    const plan = aPlan({ strategy: byMean(asked) });
    const budget = { ...plan.budget, pages: 6 };
    await runCrawl(memoryPorts(scriptedWeb(script), plan), { ...plan, budget });
    const last = asked.at(-2)?.tally;
    // Its own links only: the seed was scored by no model.
    assert.deepEqual([last?.pages, last?.remaining], [4, 1]);
    assert.deepEqual(last?.groups.get("b"), {
      ...{ waiting: 2, misses: 0, pages: 1, targets: 0, utility: 0 },
      types: new Map([["d", 1]]),
    });
  });

  it("Group weights count links without a page as misses", async () => {
    const asked: Weighing[] = [];
    const plan = aPlan({ strategy: byMean(asked) });
    const ports = memoryPorts(scriptedWeb(script), plan);
    await runCrawl(ports, plan);
    assert.equal((await recordsOf(ports)).length, 8);
    assert.equal(asked.at(-1)?.tally.groups.get("m")?.misses, 1);
  });

  it("Group weights are sent to the frontier only when they change", async () => {
    const plan = aPlan({ strategy: byMean() });
    const { ports, told } = noting(memoryPorts(scriptedWeb(script), plan));
    await runCrawl(ports, plan);
    assert.deepEqual(told.slice(0, 4), [[""], ["b", "g", "m"], ["b"], ["g"]]);
  });

  it("Group weights have no effect for strategies without them", async () => {
    const plan = aPlan();
    const { ports, told } = noting(memoryPorts(scriptedWeb(script), plan));
    await runCrawl(ports, plan);
    assert.deepEqual(told, []);
  });

  it("Group weights continue after a pause as without one", async () => {
    const plan = aPlan({ strategy: byMean() });
    const web = scriptedWeb(script);
    const ports = memoryPorts(web, plan);
    for (const pages of [1, 2, 4, 9]) {
      await runCrawl(ports, { ...plan, budget: { ...plan.budget, pages } });
    }
    const whole = scriptedWeb(script);
    await runCrawl(memoryPorts(whole, plan), plan);
    assert.deepEqual(web.asked, whole.asked);
  });
});

describe("the groups that are weighed", () => {
  /** Weights over a frontier with these waiting links; all groups weigh the same. */
  async function weighing(waitingByGroup: ReadonlyMap<string, number>) {
    const asked: Weighing[] = [];
    const plan = aPlan({ strategy: byMean(asked) });
    const noted = noting(memoryPorts(scriptedWeb({}), plan));
    const { frontier } = noted.ports;
    const count = async () => ({ ...(await frontier.count()), waitingByGroup });
    const ports = { ...noted.ports, frontier: { ...frontier, count } };
    const model = await fitModel(ports, plan, undefined);
    const offer = (group: string, refusedBy?: string) =>
      aLink(`site.example/${group}`, { group, refusedBy });
    return { weights: new GroupWeights(ports, plan, new LinkTally()), asked, model, offer };
  }

  it("Groups are weighed before an offer once each, unless links of them are queued or all were refused", async () => {
    const { weights, asked, model, offer } = await weighing(new Map([["queued", 2]]));
    await weights.weighWaiting(model);
    asked.length = 0;
    await weights.weighOffered(model, [offer("queued"), offer("refused", "depth")]);
    assert.deepEqual(asked, []);
    await weights.weighOffered(model, [offer("new"), offer("queued"), offer("new")]);
    assert.deepEqual(
      asked.map(({ groups }) => groups),
      [["new"]],
    );
  });

  it("Groups of links that a crash left open count as queued with the others of their group", async () => {
    const { weights, asked, model, offer } = await weighing(new Map([["queued", 2]]));
    const leases = ["queued", "open", "open"].map((group, n) => {
      const lease = aLease(`site.example/${n}`);
      return { ...lease, link: { ...lease.link, group } };
    });
    await weights.restore(leases);
    await weights.weighOffered(model, [offer("queued"), offer("open"), offer("new")]);
    assert.deepEqual(
      asked.map(({ groups }) => groups),
      [["new"]],
    );
    const waiting = asked[0]?.tally.groups;
    assert.deepEqual([waiting?.get("queued")?.waiting, waiting?.get("open")?.waiting], [3, 2]);
  });
});

strategyContract(weighingStrategy());
