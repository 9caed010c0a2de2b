import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { FetchOutcome } from "../../../lib/domain/web/http/fetch-outcome.ts";
import { rulesOf } from "../../../lib/features/registry.ts";
import { open } from "../../../lib/features/sessions/rule.ts";
import { open as openWalls } from "../../../lib/features/walls/rule.ts";
import { aPlan } from "../../support/a-crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { assertSound } from "../../support/assert-sound.ts";
import { collect } from "../../support/collect.ts";
import { CALM } from "../../support/mortal-processes.ts";
import { aFetchedPage, linking, scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const SITE = "https://bees.example";
const URLS = Array.from({ length: 20 }, (_, n) => aUrl(`${SITE}/${n}`));
const LOGIN: FetchOutcome = {
  kind: "redirect",
  status: 302,
  headers: [],
  location: aUrl(`${SITE}/login?next=x`),
};

/** A stack with a session whose site answers with its login until it is renewed. */
function aStack() {
  let isIn = false;
  const answers = scriptedWeb({});
  const web = {
    ...answers,
    async fetch(url: (typeof URLS)[number]) {
      return isIn ? aFetchedPage(url, linking()) : LOGIN;
    },
  };
  const walls = openWalls({ scope: { walls: "leave-out" } }, { isLive: true });
  const facts = { isLive: true, sessions: new Set([SITE]) };
  const features = rulesOf(open({ politeness: { maxAttempts: 3 } }, facts), walls);
  const plan = aPlan({ seeds: URLS, ...features });
  const stack = new SimulatedStack(plan, web, 1, CALM, 1_000);
  return { stack, renew: () => (isIn = true) };
}

describe("a stack whose session has ended", () => {
  it("A crawl pauses itself and names the site, and resumes with every link", async () => {
    const { stack, renew } = aStack();
    await stack.crawl();
    const { status } = await stack.state();
    assert.deepEqual([status?.state, status?.end], ["paused", "logged-out"]);
    const said = stack.reported.find(({ code }) => code === "logged-out");
    assert.match(said?.message ?? "", /^https:\/\/bees\.example answers with its login/);
    renew();
    await stack.crawl();
    await assertSound(stack, "renewed");
    const { records, close } = await stack.stored();
    const kept = await collect(records.list());
    close();
    assert.deepEqual(
      kept.map(({ reason, url }) => `${reason} ${url}`).toSorted(),
      URLS.map((url) => `page ${url}`).toSorted(),
    );
  });

  it("A planner that is still warm when the session is renewed goes on, and pauses no second time", async () => {
    const { stack, renew } = aStack();
    stack.planners = "alone";
    const { write } = stack.keyValueStore;
    let orders = 0;
    mock.method(stack.keyValueStore, "write", async (...args: Parameters<typeof write>) => {
      const written = await write(...args);
      const [key, value] = args;
      if (key === "planner" && orders === 0 && JSON.stringify(value).includes('"logged-out"')) {
        orders += 1;
        renew();
        const order = await stack.keyValueStore.read("order");
        const again = { crawl: "c1", requested: "run", plan: "plans/1", at: 1 };
        await write("order", again, order?.version ?? 0);
      }
      return written;
    });
    await stack.crawl();
    await assertSound(stack, "warm");
    const { log, close } = await stack.stored();
    const ends = (await log.list()).flatMap(({ detail: { why } }) => why ?? []);
    close();
    assert.deepEqual([orders, ends], [1, ["logged-out", "frontier-empty"]]);
  });
});
