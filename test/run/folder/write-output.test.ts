import assert from "node:assert/strict";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { refuseRunFile } from "../../../lib/run/folder/run-database.ts";
import { writeOutput } from "../../../lib/run/folder/write-output.ts";
import { aFolder } from "../../support/a-folder.ts";

async function* failing(): AsyncIterable<string> {
  yield "half";
  throw new Error("the run cannot be read");
}

describe("writeOutput", () => {
  it("A file that is made whole takes the place of the older one, with its rights, and nothing is left beside it", async (test) => {
    const folder = aFolder(test);
    const file = join(folder, "bees.jsonl");
    writeFileSync(file, "older");
    chmodSync(file, 0o600);
    await writeOutput(file, ["new ", Buffer.from("text")]);
    assert.equal(readFileSync(file, "utf8"), "new text");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ["bees.jsonl"]);
  });

  it("Files of others beside it stay, and a link to no file yet leads to the new one", async (test) => {
    const folder = aFolder(test);
    const [file, own, link] = ["bees.csv", "bees.csv.new", "link"].map((name) =>
      join(folder, name),
    );
    writeFileSync(String(own), "own");
    symlinkSync("target", String(link));
    await Promise.all([writeOutput(String(file), ["one"]), writeOutput(String(file), ["two"])]);
    await writeOutput(String(link), ["linked"]);
    assert.match(readFileSync(String(file), "utf8"), /^(?:one|two)$/);
    assert.deepEqual(readdirSync(folder), ["bees.csv", "bees.csv.new", "link", "target"]);
    assert.equal(readFileSync(join(folder, "target"), "utf8"), "linked");
  });

  it("A file that cannot be made whole leaves the older one as it was, or none", async (test) => {
    const folder = aFolder(test);
    const [older, none] = [join(folder, "older"), join(folder, "none")];
    writeFileSync(older, "older");
    for (const file of [older, none])
      await assert.rejects(writeOutput(file, failing()), /the run cannot be read/);
    assert.equal(readFileSync(older, "utf8"), "older");
    assert.deepEqual(readdirSync(folder), ["older"]);
  });

  it("A link to a file stays, and its file has the new content", async (test) => {
    const folder = aFolder(test);
    writeFileSync(join(folder, "file"), "older");
    symlinkSync("file", join(folder, "link"));
    await writeOutput(join(folder, "link"), ["new"]);
    assert.equal(readFileSync(join(folder, "file"), "utf8"), "new");
  });

  it("A stream of the process that leads to a file keeps what is there", {
    skip: !existsSync("/proc/self/fd"),
  }, async (test) => {
    const file = join(aFolder(test), "log.jsonl");
    const descriptor = openSync(file, "w");
    test.after(() => closeSync(descriptor));
    writeSync(descriptor, "head ");
    await writeOutput(`/proc/self/fd/${descriptor}`, ["tail"]);
    assert.equal(readFileSync(file, "utf8"), "head tail");
  });

  it("An error names the file as the user named it", async (test) => {
    const missing = join(aFolder(test), "nowhere/bees.jsonl");
    await assert.rejects(writeOutput(missing, ["new"]), { code: "ENOENT", path: missing });
  });

  it("What is no regular file is written to as it is", {
    skip: !existsSync("/dev/full"),
  }, async () => {
    await writeOutput("/dev/null", ["gone"]);
    const full = { code: "ENOSPC", path: "/dev/full" };
    await assert.rejects(writeOutput("/dev/full", ["no room"]), full);
    assert.ok(!readdirSync("/dev").some((name) => name.endsWith(".new")));
  });
});

describe("refuseRunFile", () => {
  it("A name of a run's own file is refused in a run, also before the run has the file", (test) => {
    const run = aFolder(test);
    mkdirSync(join(run, "pages"));
    writeFileSync(join(run, "crawl.sqlite"), "");
    symlinkSync(run, `${run}/pages/again`);
    for (const name of [
      ..."log.jsonl crawl.sqlite crawl.sqlite-wal project.json seed-list.csv pages pages/1.warc.gz".split(
        " ",
      ),
      ..."sample.jsonl exported.jsonl exported.verdicts.jsonl queued.jsonl pages/again/log.jsonl".split(
        " ",
      ),
    ])
      assert.throws(() => refuseRunFile(join(run, name)), { code: "file-exists" }, name);
    for (const name of ["pages.jsonl", "exported.csv", "report.html", "nowhere/log.jsonl"])
      refuseRunFile(join(run, name));
  });

  it("A link from outside that leads to a file of a run is refused", (test) => {
    const folder = aFolder(test);
    mkdirSync(join(folder, "run"));
    writeFileSync(join(folder, "run/crawl.sqlite"), "");
    writeFileSync(join(folder, "run/log.jsonl"), "");
    symlinkSync("run/log.jsonl", join(folder, "bees.jsonl"));
    assert.throws(() => refuseRunFile(join(folder, "bees.jsonl")), { code: "file-exists" });
    symlinkSync("run/exported.jsonl", join(folder, "not-there-yet.jsonl"));
    assert.throws(() => refuseRunFile(join(folder, "not-there-yet.jsonl")), {
      code: "file-exists",
    });
  });

  it("The same names are free in a folder that holds no run", (test) => {
    refuseRunFile(join(aFolder(test), "sample.jsonl"));
  });
});
