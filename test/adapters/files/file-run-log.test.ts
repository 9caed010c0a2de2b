import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import {
  appendToRunLog,
  openFileRunLog,
  readFileRunLog,
} from "../../../lib/adapters/files/file-run-log.ts";
import { anEvent, describeRunLog } from "../../contract/run-log.ts";

const directory = mkdtempSync(join(tmpdir(), "run-log-"));
after(() => rmSync(directory, { recursive: true }));

let files = 0;
const aFile = (text?: string): string => {
  files += 1;
  const file = join(directory, `${files}.jsonl`);
  if (text !== undefined) writeFileSync(file, text);
  return file;
};

const line = (at: number): string => `${JSON.stringify(anEvent(at, { detail: { why: "é" } }))}\n`;

describeRunLog("The log in a file", () => openFileRunLog(aFile()));

describe("openFileRunLog", () => {
  it("`openFileRunLog` continues the log of an earlier process", async () => {
    const file = aFile();
    await (await openFileRunLog(file)).append(anEvent(1));
    const log = await openFileRunLog(file);
    await log.append(anEvent(2));
    assert.deepEqual(await log.list(), [anEvent(1), anEvent(2)]);
  });

  it("`openFileRunLog` drops a last line that a crash cut short at any byte, and appends after the rest", async () => {
    const torn = Buffer.from(line(2));
    for (let bytes = 0; bytes < torn.length; bytes += 1) {
      const file = aFile();
      writeFileSync(file, Buffer.concat([Buffer.from(line(1)), torn.subarray(0, bytes)]));
      const log = await openFileRunLog(file);
      assert.equal(readFileSync(file, "utf8"), line(1), `cut at ${bytes}`);
      await log.append(anEvent(3));
      assert.deepEqual(
        (await log.list()).map(({ at }) => at),
        [1, 3],
      );
    }
  });

  for (const [what, bad] of [
    ["no JSON", "{"],
    ["no object", "null"],
    ["no event", '{"kind":"started"}'],
    ["nothing", ""],
  ] as const) {
    it(`The error of \`openFileRunLog\` names the line with ${what} in it`, async () => {
      const file = aFile(`${line(1)}${bad}\n${line(2)}`);
      const log = await openFileRunLog(file);
      await assert.rejects(log.list(), { code: "run-damaged", value: file, message: /line 2$/ });
    });
  }
});

describe("appendToRunLog", () => {
  it("`appendToRunLog` appends behind the last complete line, and creates a missing file", async () => {
    const file = aFile();
    appendToRunLog(file, anEvent(1));
    writeFileSync(file, `${readFileSync(file, "utf8")}{"at`);
    appendToRunLog(file, anEvent(2));
    assert.deepEqual(await readFileRunLog(file), [anEvent(1), anEvent(2)]);
  });
});

describe("readFileRunLog", () => {
  it("`readFileRunLog` reads complete lines of a log that another process writes, and does not change it", async () => {
    const file = aFile(`${line(1)}{"at`);
    assert.equal((await readFileRunLog(file)).length, 1);
    assert.equal(readFileSync(file, "utf8"), `${line(1)}{"at`);
  });

  it("`readFileRunLog` gives no events when there is no file, and creates none", async () => {
    const file = aFile();
    assert.deepEqual(await readFileRunLog(file), []);
    assert.ok(!existsSync(file));
  });
});
