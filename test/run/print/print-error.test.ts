import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Writable } from "node:stream";
import { describe, it } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { DowserError } from "../../../lib/errors.ts";
import { EXIT, printError } from "../../../lib/run/print/print-error.ts";
import { aFolder } from "../../support/a-folder.ts";

function printed(error: unknown, withStack = false): { code: number; text: string } {
  let text = "";
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const code = printError(error, stderr, withStack);
  return { code, text: stripVTControlCharacters(text) };
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new assert.AssertionError({ message: "nothing was thrown" });
}

describe("printError", () => {
  it("`printError` prints code, message and hint, and distinguishes usage errors from failures", () => {
    const details = { code: "no-run", hint: "name another" } as const;
    const usage = new DowserError("none here", { ...details, reaction: "fix-config" });
    assert.deepEqual(printed(usage), {
      code: EXIT.usage,
      text: "error [no-run]: none here\nhint: name another\n",
    });
    const failure = new DowserError("none here", { ...details, reaction: "stop-crawl" });
    assert.equal(printed(failure).code, EXIT.failure);
  });

  it("`printError` treats any other error as a bug, and explains how to see its stack trace", () => {
    const { code, text } = printed(new TypeError("x is undefined"));
    assert.equal(code, EXIT.failure);
    assert.equal(text, "error: x is undefined\nrun again with --stack to print the stack trace\n");
    assert.match(printed(new TypeError("x"), true).text, /\n\s+at /);
  });

  it("`printError` prints nothing when the reader of the output has left", () => {
    const error = Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" });
    assert.deepEqual(printed(error), { code: EXIT.ok, text: "" });
  });

  it("`printError` explains errors of the file system", (test) => {
    const folder = aFolder(test);
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const [work, what, hint] of [
      [() => readFileSync(join(folder, "none")), `${folder}/none: no such file`, "make the dir"],
      [() => mkdirSync(join(file, "x")), `${file}/x: not a directory`, "name another path"],
      [() => mkdirSync(file), `${file}: file already exists`, "name another path"],
      [() => readFileSync(folder), "illegal operation on a directory", "name a file"],
    ] as const) {
      const { code, text } = printed(thrownBy(work));
      assert.equal(code, EXIT.failure);
      assert.ok(text.startsWith(`error [file-trouble]: ${what}`), text);
      assert.ok(text.includes(`\nhint: ${hint}`), text);
    }
    const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", errno: -28 });
    assert.match(printed(full).text, /no space left.*\nhint: make room/);
  });

  it("`printError` explains errors of a database that is damaged, full or read-only", (test) => {
    const folder = aFolder(test);
    const text = join(folder, "text.sqlite");
    writeFileSync(text, "x".repeat(8_192));
    const other = new DatabaseSync(text);
    const read = thrownBy(() => other.exec("SELECT * FROM sqlite_schema"));
    assert.match(printed(read).text, /^error \[run-damaged\]: .*not a database\nhint: /);
    other.close();

    const full = new DatabaseSync(join(folder, "full.sqlite"));
    full.exec("PRAGMA max_page_count = 2; CREATE TABLE t (x)");
    const insert = () => full.exec("INSERT INTO t VALUES (randomblob(10000))");
    assert.match(printed(thrownBy(insert)).text, /^error \[file-trouble\]: .*\nhint: make room/);
    full.close();

    const reader = new DatabaseSync(join(folder, "full.sqlite"), { readOnly: true });
    const write = thrownBy(() => reader.exec("INSERT INTO t VALUES (1)"));
    assert.match(printed(write).text, /^error \[file-trouble\]: .*\nhint: get the right/);
    const wrong = thrownBy(() => reader.exec("SELECT nonsense"));
    assert.match(printed(wrong).text, /^error: no such column/);
    reader.close();
  });
});
