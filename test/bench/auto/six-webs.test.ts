import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SIX_WEBS } from "../../../bench/auto/generated/six-webs.ts";
import { groupOf } from "../../../bench/auto/groups.ts";
import { NO_NEED } from "../../../lib/domain/methods/label-need.ts";

const GROUP = groupOf("six-webs");

describe("six kinds of webs that are built as such sites are", () => {
  it("There are eight of each of six kinds, with four topics by turns", () => {
    const names = GROUP.tasks().map(({ name }) => name);
    assert.equal(names.length, 48);
    assert.deepEqual(names.slice(7, 9), ["French forum 8", "Japanese forum 1"]);
    const topics = [1, 2, 3, 4, 5].map((seed) => SIX_WEBS[`Swedish city ${seed}`]?.topic);
    assert.deepEqual(topics, ["bygglov", "avfall", "äldreomsorg", "förskola", "bygglov"]);
  });

  it("A seed makes the same web each time, and another seed another one", () => {
    const bodies = (name: string) => SIX_WEBS[name]?.pages().map(({ body }) => body) ?? [];
    assert.equal(bodies("portal of events 1").length, 1_054);
    assert.deepEqual(bodies("portal of events 1"), bodies("portal of events 1"));
    assert.notDeepEqual(bodies("portal of events 1"), bodies("portal of events 5"));
  });

  it("Two pages with one URL are one page of a web, of which a crawl gets a topic alone", async () => {
    const name = "university on many hosts 5";
    const task = await GROUP.tasks()
      .find((each) => each.name === name)
      ?.open(1);
    const made = SIX_WEBS[name]?.pages() ?? [];
    assert.equal(made.length, 1_395);
    assert.equal(task?.web.size, 1_394);
    assert.equal(task?.web.report.duplicates, 0);
    const need = await task.needFor({ name: "adaptive", options: {} });
    assert.deepEqual(need, { ...NO_NEED, topic: "machine learning" });
    assert.equal(task.budget, 300);
  });

  it("A type of pages is looked for by one of them, which the seed draws and no crawl fetches", async () => {
    const tasks = groupOf("six-webs-by-example").tasks();
    assert.equal(tasks.length, 24);
    const venues = tasks.find(({ name }) => name === "venues of portal of events 2");
    const examples = [1, 1, 2].map(async (seed) => {
      const task = await venues?.open(seed);
      const need = await task?.needFor({ name: "auto", options: {} });
      assert.equal(task?.targets.size, 39);
      const url = need?.examplePage?.url;
      assert.deepEqual([...task.excluded], [url]);
      return url;
    });
    const [first, again, other] = await Promise.all(examples);
    assert.match(first ?? "", /\/venue\/\d+$/);
    assert.equal(first, again);
    assert.notEqual(first, other);
  });
});
