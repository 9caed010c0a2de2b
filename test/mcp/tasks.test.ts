import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { AgentTasks } from "../../lib/mcp/tasks.ts";
import { aCrawledSite, beesAndStones, recordPages } from "../support/a-crawled-site.ts";
import { aLongWay, anAgent } from "../support/an-agent.ts";
import { until } from "../support/until.ts";

const SITE = "http://site.example";
const REQUEST = { method: "tools/call", params: { task: {} } };

type Agent = Awaited<ReturnType<typeof anAgent>>;

describe("long work as tasks of the protocol", () => {
  let web = "";
  let recordings = "";
  before(async () => {
    recordings = mkdtempSync(join(tmpdir(), "dowser-mcp-web-"));
    web = join(recordings, "web.warc.gz");
    await recordPages(web, aLongWay(SITE, 300));
  });
  after(() => rmSync(recordings, { recursive: true }));

  /** Calls a tool as a task; returns what the client is told until its end. */
  async function asTask(agent: Agent, name: string, args: object) {
    const stream = agent.client.experimental.tasks.callToolStream(
      { name, arguments: { ...args } },
      CallToolResultSchema,
      { task: {} },
    );
    const told = { statuses: [] as string[], messages: [] as string[], ended: "" };
    for await (const each of stream) {
      if (each.type === "taskStatus" && each.task.statusMessage !== undefined)
        told.messages.push(each.task.statusMessage);
      if (each.type === "taskCreated" || each.type === "taskStatus")
        told.statuses.push(each.task.status);
      else told.ended = each.type === "result" ? JSON.stringify(each.result) : String(each.error);
    }
    return told;
  }

  const begin = { question: "bees and honey", seeds: [`${SITE}/page0`] };

  it("A crawl is watched to its end by one task, which says how far it is, beside other calls", async () => {
    const agent = await anAgent({ web: [web], maxPages: 300 });
    try {
      await agent.call("begin_crawl", { ...begin, pages: 300 });
      const watched = asTask(agent, "watch_crawl", { run: "bees-and-honey" });
      assert.equal((await agent.call("limits")).data.pages, 300);
      const { statuses, messages, ended } = await watched;
      assert.deepEqual([statuses[0], statuses.at(-1)], ["working", "completed"]);
      assert.match(messages.at(-1) ?? "", /: 300 pages$/);
      assert.equal(JSON.parse(ended).structuredContent.pagesFetched, 300);
      const { tools } = await agent.client.listTools();
      const long = tools.filter(({ execution }) => execution?.taskSupport === "optional");
      assert.deepEqual(
        long.map(({ name }) => name),
        ["watch_crawl", "search_corpus", "export_corpus"],
      );
    } finally {
      await agent.close();
    }
  });

  it("A task that is cancelled waits no longer, and its crawl goes on", async () => {
    const agent = await anAgent({ web: [web], maxPages: 300 });
    try {
      await agent.call("begin_crawl", { ...begin, pages: 300 });
      const { tasks } = agent.client.experimental;
      const stream = tasks.callToolStream(
        { name: "watch_crawl", arguments: { run: "bees-and-honey" } },
        CallToolResultSchema,
        { task: {} },
      );
      const first = (await stream.next()).value;
      assert.ok(first?.type === "taskCreated");
      assert.equal((await tasks.cancelTask(first.task.taskId)).status, "cancelled");
      assert.equal((await tasks.getTask(first.task.taskId)).status, "cancelled");
      assert.equal((await tasks.listTasks()).tasks.length, 1);
      await assert.rejects(tasks.getTask("another"));
      const { ended } = await asTask(agent, "watch_crawl", { run: "bees-and-honey" });
      assert.equal(JSON.parse(ended).structuredContent.state, "finished");
    } finally {
      await agent.close();
    }
  });

  async function withARun(says: "yes" | "no") {
    const folder = mkdtempSync(join(tmpdir(), "dowser-mcp-tasks-"));
    mkdirSync(join(folder, "runs"));
    await aCrawledSite(join(folder, "runs"), beesAndStones(SITE, 8), "bees");
    return anAgent({}, says, folder);
  }

  it("A task that writes asks before it begins: after a no it fails, and nothing is written", async () => {
    for (const says of ["yes", "no"] as const) {
      const agent = await withARun(says);
      const { statuses, ended } = await asTask(agent, "export_corpus", { run: "bees" });
      const isYes = says === "yes";
      assert.equal(agent.asked.length, 1);
      assert.equal(statuses.at(-1), isYes ? "completed" : "failed");
      assert.equal(existsSync(join(agent.folder, "exports", "bees.jsonl")), isYes);
      if (isYes) assert.match(ended, /exports\/bees\.jsonl/);
      await agent.close();
    }
  });

  it("What pages say is marked in the result of a task, too, and no path leads out", async () => {
    const agent = await withARun("yes");
    const { ended } = await asTask(agent, "search_corpus", { run: "bees", query: "honey" });
    const [ours, quoted] = JSON.parse(ended).content;
    assert.ok(!ours.text.includes(SITE));
    assert.match(quoted.text, /^Text from web pages[\s\S]*<<<[0-9a-f]{24}\n/);
    for (const run of ["../bees", "..", "/etc"]) {
      const refused = await asTask(agent, "search_corpus", { run, query: "honey" });
      assert.equal(refused.statuses.at(-1), "failed");
    }
    // A call that is no task leaves nothing behind.
    await agent.call("search_corpus", { run: "bees", query: "honey" });
    assert.equal((await agent.client.experimental.tasks.listTasks()).tasks.length, 4);
    await agent.close();
  });

  it("At most eight are at work, at most 32 are kept, none longer than an hour", async () => {
    let now = 0;
    const tasks = new AgentTasks(() => now);
    const made = () => tasks.createTask({}, 1, REQUEST);
    const first: string[] = [];
    for (let number = 0; number < 8; number += 1) first.push((await made()).taskId);
    await assert.rejects(made(), { code: "agent-limit" });
    for (const id of first) await tasks.storeTaskResult(id, "completed", { number: 1 });
    await assert.rejects(tasks.storeTaskResult(first[0] ?? "", "completed", {}));
    await assert.rejects(tasks.updateTaskStatus(first[0] ?? "", "cancelled"));
    for (let number = 0; number < 100; number += 1)
      await tasks.storeTaskResult((await made()).taskId, "completed", {});
    assert.equal((await tasks.listTasks()).tasks.length, 32);
    assert.equal(await tasks.getTask(first[0] ?? ""), null);
    now = 2 * 60 * 60_000;
    const last = await made();
    assert.deepEqual((await tasks.listTasks()).tasks, [last]);
    const cancelled = tasks.cancelOf(last.taskId);
    tasks.leave();
    await until("it is cancelled", () => cancelled.aborted);
  });
});
