import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { createFileLabelStore } from "../../../lib/adapters/files/file-label-store.ts";
import { aLabel, describeLabelStore } from "../../contract/label-store.ts";

const directory = mkdtempSync(join(tmpdir(), "labels-"));
after(() => rmSync(directory, { recursive: true }));

let files = 0;
const aFile = (text?: string): string => {
  files += 1;
  const file = join(directory, `${files}.jsonl`);
  if (text !== undefined) writeFileSync(file, text);
  return file;
};

const line = (path: string): string => `${JSON.stringify(aLabel(path))}\n`;

describeLabelStore("The file", () => createFileLabelStore(aFile()));

describe("a file of labels", () => {
  it("A label file is not created by a reader", async () => {
    const file = aFile();
    const store = createFileLabelStore(file);
    assert.deepEqual([await store.list(), await store.size()], [[], 0]);
    assert.ok(!existsSync(file));
  });

  it("A label file shows what another process added, and no line before it is complete", async () => {
    const file = aFile();
    const reader = createFileLabelStore(file);
    await createFileLabelStore(file).append([aLabel("a")]);
    assert.deepEqual(await reader.list(), [aLabel("a")]);
    appendFileSync(file, line("b").slice(0, -1));
    assert.deepEqual(await reader.list(), [aLabel("a")]);
    appendFileSync(file, "\n");
    assert.deepEqual(await reader.list(), [aLabel("a"), aLabel("b")]);
  });

  it("A label file takes many labels of several people at once, and mixes no lines", async () => {
    const file = aFile();
    const labels = Array.from({ length: 8_000 }, (_, at) => aLabel(`${"long/".repeat(30)}${at}`));
    const people = Array.from({ length: 4 }, () => createFileLabelStore(file));
    await Promise.all(people.map((store) => store.append(labels)));
    const listed = await createFileLabelStore(file).list();
    assert.equal(listed.length, people.length * labels.length);
    assert.ok(listed.every(({ url }, at) => url === labels[at % labels.length]?.url));
  });

  it("A label file skips a line that a crash cut short at any byte, and continues after it", async () => {
    const torn = Buffer.from(line("torn?q=}"));
    for (let bytes = 0; bytes < torn.length - 1; bytes += 1) {
      const file = aFile(line("a"));
      appendFileSync(file, torn.subarray(0, bytes));
      const store = createFileLabelStore(file);
      assert.deepEqual(await store.list(), [aLabel("a")], `cut at ${bytes}`);
      await store.append([aLabel("b"), aLabel("c")]);
      assert.deepEqual(await store.list(), [aLabel("a"), aLabel("b"), aLabel("c")]);
    }
  });

  it("A label file takes labels of many processes at the same time, each complete", async () => {
    const file = aFile();
    const paths = Array.from({ length: 40 }, (_, index) => `page-${index}`);
    await Promise.all(paths.map((path) => createFileLabelStore(file).append([aLabel(path)])));
    const labels = await createFileLabelStore(file).list();
    assert.deepEqual(
      labels.map(({ url }) => url).toSorted(),
      paths.map((path) => aLabel(path).url).toSorted(),
    );
  });

  for (const [what, bad] of [
    ["no object", "null"],
    ["no label", '{"at":1,"url":"http://a.example/"}'],
    ["a label above 1", '{"at":1,"url":"http://a.example/","label":1.5}'],
    ["a label below 0", '{"at":1,"url":"http://a.example/","label":-1}'],
    ["no URL", '{"at":1,"url":"a.example","label":1}'],
    ["no time", '{"at":"now","url":"http://a.example/","label":1}'],
  ] as const) {
    it(`The label file's error names the line with ${what} in it`, async () => {
      const file = aFile(`${line("a")}${bad}\n${line("b")}`);
      const fault = { code: "run-damaged", value: file, message: /line 2$/ };
      await assert.rejects(createFileLabelStore(file).list(), fault);
    });
  }
});
