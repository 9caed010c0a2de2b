import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { heldBack, taughtNeed } from "../../lib/crawl/labels.ts";
import { loggedUpdates } from "../../lib/crawl/need-state.ts";
import { runCrawl } from "../../lib/crawl/run-crawl.ts";
import { learnedEstimation } from "../../lib/domain/methods/adaptive/page-estimator/learned-estimation.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { LabelEntry } from "../../lib/ports/label-store.ts";
import { pagesOnBees, pagesOnCars } from "../domain/methods/adaptive/page-estimator/some-pages.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { labelledStrategy } from "../support/labelled-strategy.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

const entries = (pages: readonly PageView[], label: number): LabelEntry[] =>
  pages.map(({ url }) => ({ at: 0, url, label }));

describe("labels that are held back", () => {
  const [wrong, ...bad] = pagesOnCars(21);
  assert.ok(wrong !== undefined);
  const right = pagesOnBees(5);
  const good = [wrong, ...right.slice(1)];
  const given = [...entries(good, 1), ...entries(bad, 0)];

  it("A good label that all others contradict is held back, and no label of those that agree", () => {
    assert.deepEqual(heldBack({ good, bad }, given), [wrong.url]);
    assert.deepEqual(
      heldBack({ good: right, bad }, [...entries(right, 1), ...entries(bad, 0)]),
      [],
    );
  });

  it("It counts when a person gives it once more, and is held again when it was taken back between", () => {
    const [again] = entries([wrong], 1);
    assert.ok(again !== undefined);
    assert.deepEqual(heldBack({ good, bad }, [...given, again]), []);
    const between: LabelEntry = { ...again, label: null };
    assert.deepEqual(heldBack({ good, bad }, [...given, between, again]), [wrong.url]);
  });

  it("Nobody is asked about an example of the project, nor about a label of a machine", () => {
    assert.deepEqual(heldBack({ good, bad }, []), []);
    const byMachine = given.map((entry) => ({ ...entry, source: "assessor" as const }));
    assert.deepEqual(heldBack({ good, bad }, byMachine), []);
  });

  it("None is held back where too few teach, or so many that one says little", () => {
    assert.deepEqual(heldBack({ good: good.slice(0, 3), bad }, given), []);
    assert.deepEqual(heldBack({ good, bad: bad.slice(0, 3) }, given), []);
    const many = [wrong, ...pagesOnBees(11)];
    assert.deepEqual(heldBack({ good: many, bad }, entries(many, 1)), []);
  });

  it("What is held back teaches nothing, and a label of an assessor or an agent counts half; in a run without the rule all teach", () => {
    const need = { ...NO_NEED, good, bad };
    const labels = new Map(
      [...entries(bad.slice(0, 2), 0)].map(({ url, at }, index) => [
        url,
        { url, at, label: 0, source: index === 0 ? ("assessor" as const) : ("agent" as const) },
      ]),
    );
    const taught = taughtNeed(need, labels, [wrong.url]);
    assert.deepEqual(taught.good, good.slice(1));
    assert.deepEqual([taught.bad, taught.half], [bad, bad.slice(0, 2).map(({ url }) => url)]);
    assert.equal(taughtNeed(need, labels, undefined), need);
  });

  it("A label of half weight moves predictions less than a whole one, and more than none", () => {
    const page = right[0];
    assert.ok(page !== undefined);
    const others = right.slice(1);
    const utility = (half: boolean, labelled: readonly PageView[]) => {
      const estimation = learnedEstimation({ seed: 1 });
      const need = { ...NO_NEED, good: [...others, ...labelled], bad };
      const model = estimation.train(half ? { ...need, half: [wrong.url] } : need, undefined);
      return estimation.compile(model)(wrong).utility;
    };
    const [none, half, whole] = [
      utility(false, []),
      utility(true, [wrong]),
      utility(false, [wrong]),
    ];
    assert.ok(none < half && half < whole, `${none} ${half} ${whole}`);
  });

  it("A crawl logs what it holds back, so that a resumed one knows it", async () => {
    const site = "http://site.example/";
    const plan = aPlan({ strategy: labelledStrategy });
    const ports = memoryPorts(scriptedWeb({ [site]: "<title>bees</title>" }), plan);
    await runCrawl(ports, plan);
    const [url] = (await ports.frontier.count()).states.fetched === 1 ? plan.seeds : [];
    assert.ok(url !== undefined);
    await ports.labels.append([{ at: 0, url, label: 1 }]);
    await runCrawl(ports, plan);
    const { state } = await loggedUpdates(ports);
    assert.deepEqual(state, { labels: 1, seen: 0, held: [] });
  });
});
