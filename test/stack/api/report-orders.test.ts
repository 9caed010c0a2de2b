import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keepEnded } from "../../../lib/stack/earlier-crawls.ts";
import { readRegister, writeRegister } from "../../../lib/stack/stack-registers.ts";
import { NO_SNAPSHOTS } from "../../../lib/stack/stack-state.ts";
import { aServedStack, aStartedStack } from "../../support/a-served-stack.ts";

describe("POST /report, GET /report", () => {
  it("POST /report asks for a report and calls the function that makes it; GET /report tells when it is there", async (test) => {
    const { ask, ports, trainerCalls } = await aStartedStack(test);
    assert.deepEqual((await ask("GET", "/report")).body.code, "no-report");
    const asked = await ask("POST", "/report?format=json");
    assert.equal(asked.status, 202);
    const { crawl, at, ...others } = asked.body;
    assert.deepEqual([others, trainerCalls()], [{ format: "json", state: "asked", url: null }, 1]);
    assert.deepEqual((await ask("GET", "/report")).body, asked.body);
    const { value, version } = await readRegister(ports.keyValueStore, "report");
    assert.ok(value);
    const done = { ...value, key: "exports/c/1/report.json" };
    await writeRegister(ports.keyValueStore, "report", done, version);
    const { status, body } = await ask("GET", "/report");
    const url = "http://127.0.0.1/exports/c/1/report.json?signed";
    assert.deepEqual([status, body], [200, { crawl, at, format: "json", state: "done", url }]);
  });

  it("POST /report makes a page if no format is named, and knows no other format", async (test) => {
    const { ask } = await aStartedStack(test);
    assert.equal((await ask("POST", "/report")).body.format, "html");
    assert.equal((await ask("POST", "/report?format=pdf")).body.code, "bad-parameters");
  });

  it("POST /report calls the function again while the report is not made, and refuses another format for as long as that may take", async (test) => {
    const { ask, ports, trainerCalls } = await aStartedStack(test);
    const first = await ask("POST", "/report");
    assert.deepEqual((await ask("POST", "/report")).body, first.body);
    assert.equal(trainerCalls(), 2);
    const other = await ask("POST", "/report?format=text");
    assert.deepEqual([other.status, other.body.code], [409, "report-under-way"]);
    const { value, version } = await readRegister(ports.keyValueStore, "report");
    assert.ok(value);
    const longAgo = { ...value, at: ports.clock.now() - 900_000 };
    await writeRegister(ports.keyValueStore, "report", longAgo, version);
    assert.equal((await ask("POST", "/report?format=text")).body.format, "text");
    // An export is made beside it.
    assert.equal((await ask("POST", "/export")).status, 202);
  });

  it("POST /report refuses more than the function can read in its time, and says how to report on it", async (test) => {
    const { ask, ports, report, trainerCalls } = await aStartedStack(test);
    await report({ listedRecords: 1_000_001 });
    const { status, body } = await ask("POST", "/report");
    assert.deepEqual([status, body.code, trainerCalls()], [413, "report-too-large", 0]);
    assert.match(String(body.hint), /dowser pull --no-pages/);
    // Few records may have many links: their database has to be on the function's disk.
    await report({ listedRecords: 1_000 });
    const current = { at: [[1, 1]] as const, key: "k", bytes: 4_294_967_297, partBytes: 1 };
    const { value, version } = await readRegister(ports.keyValueStore, "planner");
    assert.ok(value);
    const large = { ...value, snapshots: { ...NO_SNAPSHOTS, current } };
    await writeRegister(ports.keyValueStore, "planner", large, version);
    const { body: refused } = await ask("POST", "/report");
    assert.equal(refused.code, "report-too-large");
    assert.match(String(refused.message), /bytes of pages and links/);
  });

  it("POST /report counts the records of the crawls that a recrawl comes back to", async (test) => {
    const { ask, ports, report, trainerCalls } = await aStartedStack(test);
    await report({ state: "finished" });
    ports.clock.now = () => Date.UTC(2026, 10, 23);
    assert.equal((await ask("POST", "/crawl/recrawl")).status, 201);
    const { value, version } = await readRegister(ports.keyValueStore, "planner");
    assert.ok(value?.status);
    const many = { ...value, status: { ...value.status, listedRecords: 999_999 } };
    const earlier = await keepEnded(ports.blobs, many);
    const { value: order } = await readRegister(ports.keyValueStore, "order");
    const status = { ...value.status, listedRecords: 1 };
    const recrawl = { ...value, crawl: order?.crawl ?? "", recrawl: { earlier }, status };
    await writeRegister(ports.keyValueStore, "planner", recrawl, version);
    assert.equal((await ask("POST", "/report")).status, 202);
    assert.equal(trainerCalls(), 1);
    const more = { ...recrawl, status: { ...status, listedRecords: 2 } };
    await writeRegister(ports.keyValueStore, "planner", more, version + 1);
    assert.equal((await ask("POST", "/report")).body.code, "report-too-large");
  });

  it("POST /report refuses a stack without a crawl", async (test) => {
    const { ask } = await aServedStack(test);
    for (const method of ["POST", "GET"]) {
      const { status, body } = await ask(method, "/report");
      assert.deepEqual([status, body.code], [404, "no-crawl"]);
    }
  });
});
