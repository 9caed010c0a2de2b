import assert from "node:assert/strict";
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { aFolder } from "../../support/a-folder.ts";
import { runCli } from "../../support/run-cli.ts";

/** Returns a directory on a read-only file system of this machine, if it has one. */
function readOnlyDirectory(): string | undefined {
  if (!existsSync("/proc/mounts")) return undefined;
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const paths = mounts.map((line) => line.split(" ")[1] ?? "");
  return paths.find((path) => path.startsWith("/") && isReadOnly(path));
}

function isReadOnly(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EROFS";
  }
}

describe("a run on a read-only file system", () => {
  const readOnly = readOnlyDirectory();
  const skip = readOnly === undefined ? "this machine has no read-only file system" : false;

  it("A crawl into a read-only file system says that it is read-only", { skip }, async (test) => {
    const file = join(aFolder(test), "project.json");
    const politeness = { contact: "a@b.example", allowLoopback: true };
    const seeds = { urls: ["http://127.0.0.1:9/"] };
    writeFileSync(file, JSON.stringify({ name: "a", need: { topic: "x" }, seeds, politeness }));
    const out = join(readOnly ?? "", "no/such/run");
    const { code, stderr } = await runCli(["crawl", file, "--out", out]);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /error \[file-trouble\]: .*: read-only file system\n/);
    assert.match(stderr, /hint: the disk is read-only/);
  });
});
