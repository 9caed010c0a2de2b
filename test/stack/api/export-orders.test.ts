import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readRegister, writeRegister } from "../../../lib/stack/stack-registers.ts";
import { aServedStack, aStartedStack } from "../../support/a-served-stack.ts";
import { A_REPORT } from "../../support/a-stack.ts";

describe("POST /export, GET /export", () => {
  it("POST /export asks for an export and calls the function that makes it; GET /export tells when it is there", async (test) => {
    const { ask, ports, trainerCalls } = await aStartedStack(test);
    assert.deepEqual((await ask("GET", "/export")).body.code, "no-export");
    const asked = await ask("POST", "/export");
    assert.equal(asked.status, 202);
    assert.deepEqual([asked.body.state, asked.body.parts, trainerCalls()], ["asked", [], 1]);
    assert.deepEqual((await ask("GET", "/export")).body, asked.body);
    const held = await ports.keyValueStore.read("export");
    const done = { crawl: asked.body.crawl, at: asked.body.at, parts: ["exports/a"], records: 3 };
    await ports.keyValueStore.write("export", done as never, held?.version ?? 0);
    const { status, body } = await ask("GET", "/export");
    assert.equal(status, 200);
    assert.deepEqual(
      [body.state, body.records, body.parts],
      ["done", 3, ["http://127.0.0.1/exports/a?signed"]],
    );
  });

  it("POST /export calls the function again while the export is not made, and asks for a new one afterwards", async (test) => {
    const { ask, ports, trainerCalls } = await aStartedStack(test);
    const first = await ask("POST", "/export");
    assert.deepEqual((await ask("POST", "/export")).body, first.body);
    assert.equal(trainerCalls(), 2);
    const held = await ports.keyValueStore.read("export");
    const done = { crawl: first.body.crawl, at: 1, parts: [], records: 0 };
    await ports.keyValueStore.write("export", done as never, held?.version ?? 0);
    assert.equal((await ask("POST", "/export")).body.state, "asked");
  });

  it("POST /export asks for a form: a row a page, or target pages only; all records as they are, if it says none", async (test) => {
    const { ask, ports } = await aStartedStack(test);
    const form = "format=csv&targets=true&text=markdown&allColumns=true";
    const { body } = await ask("POST", `/export?${form}`);
    assert.deepEqual([body.format, body.targets, body.state], ["csv", true, "asked"]);
    assert.deepEqual([body["text"], body["allColumns"]], ["markdown", true]);
    const held = await ports.keyValueStore.read("export");
    // As an older version wrote it.
    const older = { crawl: body.crawl, at: 1, parts: [], records: 0 };
    await ports.keyValueStore.write("export", older as never, held?.version ?? 0);
    const { body: known } = await ask("GET", "/export");
    assert.deepEqual([known.format, known.targets], ["records", false]);
    assert.deepEqual([known["text"], known["allColumns"]], ["plain", false]);
    assert.equal((await ask("POST", "/export?format=xlsx")).body.code, "bad-parameters");
  });

  it("POST /export refuses another form while one is being made, for as long as that may take", async (test) => {
    const { ask, ports } = await aStartedStack(test);
    await ask("POST", "/export?format=csv");
    for (const form of ["format=jsonl", "format=csv&text=markdown", "format=csv&allColumns=true"]) {
      const other = await ask("POST", `/export?${form}`);
      assert.deepEqual([other.status, other.body.code], [409, "export-under-way"]);
    }
    const { value: asked, version } = await readRegister(ports.keyValueStore, "export");
    assert.ok(asked);
    const longAgo = { ...asked, at: ports.clock.now() - 900_000 };
    await writeRegister(ports.keyValueStore, "export", longAgo, version);
    assert.equal((await ask("POST", "/export?format=jsonl")).body.format, "jsonl");
  });

  it("POST /export refuses more than the function can make in its time, and says how to take it away", async (test) => {
    const { ask, report, trainerCalls } = await aStartedStack(test);
    const targets = 10_001;
    await report({ report: { ...A_REPORT, targets } as never, listedRecords: 1_000_000 });
    const { status, body } = await ask("POST", "/export?format=parquet&targets=true");
    assert.deepEqual([status, body.code, trainerCalls()], [413, "export-too-large", 0]);
    assert.match(String(body.hint), /dowser pull/);
    await report({ report: { ...A_REPORT, targets: 1, fetched: 100_001 } as never });
    const answers = await ask("POST", "/export?format=wacz");
    assert.deepEqual([answers.body.code, trainerCalls()], ["export-too-large", 0]);
    // Rows without texts are many more.
    assert.equal((await ask("POST", "/export?format=csv")).status, 202);
    await report({ report: { ...A_REPORT, fetched: 1_000_001 } as never });
    assert.equal((await ask("POST", "/export?format=parquet")).body.code, "export-too-large");
  });

  it("POST /export takes any number of lines, texts and answers, which several runs make: GET /export tells how many there are, and calls the next run", async (test) => {
    const { ask, report, ports, trainerCalls } = await aStartedStack(test);
    const fetched = 2_000_000;
    await report({ report: { ...A_REPORT, fetched } as never, listedRecords: fetched });
    for (const format of ["csv", "jsonl", "jsonl&targets=true", "warc", "records"]) {
      const { value, version } = await readRegister(ports.keyValueStore, "export");
      if (value) await writeRegister(ports.keyValueStore, "export", { ...value, at: 0 }, version);
      assert.equal((await ask("POST", `/export?format=${format}`)).status, 202);
    }
    const now = ports.clock.now();
    /** Writes how far the export is; returns the records that are told, and whether a run was called. */
    const polled = async (more: { readonly at: number; readonly until?: number }) => {
      const { value: asked, version } = await readRegister(ports.keyValueStore, "export");
      assert.ok(asked);
      const sofar = { parts: ["exports/a"], records: 7, reserved: 1, after: 9 };
      await writeRegister(ports.keyValueStore, "export", { ...asked, sofar, ...more }, version);
      const before = trainerCalls();
      const { body } = await ask("GET", "/export");
      return [body.state, body.records, body.parts, trainerCalls() - before];
    };
    assert.deepEqual(await polled({ at: now }), ["asked", 7, [], 0], "its first run is called");
    assert.deepEqual(await polled({ at: 0, until: now + 1 }), ["asked", 7, [], 0], "under way");
    assert.deepEqual(await polled({ at: 0, until: 0 }), ["asked", 7, [], 1], "left by its run");
  });

  it("POST /export refuses a stack without a crawl", async (test) => {
    const { ask } = await aServedStack(test);
    for (const method of ["POST", "GET"]) {
      const { status, body } = await ask(method, "/export");
      assert.deepEqual([status, body.code], [404, "no-crawl"]);
    }
  });
});
