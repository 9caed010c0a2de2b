import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { aFolder } from "../support/a-folder.ts";
import { faultOf, faultsIn } from "./check-subjects.ts";

/** A repository with a commit for each subject; the rule comes with the one that is `rule`. */
function repository(test: TestContext, ...subjects: readonly string[]) {
  const root = aFolder(test);
  const git = (...args: readonly string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=A", "-c", "user.email=a@example.org", "-C", root, ...args],
      { encoding: "utf8", stdio: "pipe" },
    );
  git("init", "--quiet", "--initial-branch=main");
  mkdirSync(join(root, "test/gate"), { recursive: true });
  const commit = (subject: string) => {
    if (subject === RULE) writeFileSync(join(root, "test/gate/check-subjects.ts"), "");
    writeFileSync(join(root, "file"), subject);
    git("add", "--all");
    git("commit", "--quiet", "--message", subject);
  };
  for (const subject of subjects) commit(subject);
  return { root, git, commit };
}

const RULE = "check: subjects";

describe("the subjects of commits", () => {
  it("A subject is an area in lower case, a colon and the change", () => {
    for (const good of ["bench: smoke runs", "stack api: 404 for runs", "docs/site: links"])
      assert.equal(faultOf(good), undefined);
    for (const bad of ["Format", "Results of auto: more", "bench:smoke", "a change", ": x"])
      assert.match(faultOf(bad) ?? "", /no `area: change`/);
  });

  it("A subject has 72 characters at most", () => {
    assert.equal(faultOf(`a: ${"x".repeat(69)}`), undefined);
    assert.equal(faultOf(`a: ${"x".repeat(70)}`), "73 characters, at most 72");
  });

  it("Commits after the rule are judged, those before it are not", (test) => {
    const { root } = repository(test, "Format", RULE, "crawl: less", "Format again");
    assert.deepEqual(
      faultsIn(root).map((fault) => fault.replace(/^\S+ /, "")),
      ['"Format again": no `area: change`, with the area in lower case'],
    );
  });

  it("Commits that the main branch has already are not judged with a change", (test) => {
    const { root, git, commit } = repository(test, RULE, "Landed");
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    assert.equal(faultsIn(root).length, 1, "the main branch itself is judged");
    commit("crawl: less");
    assert.deepEqual(faultsIn(root), []);
    commit("More");
    assert.equal(faultsIn(root).length, 1);
  });

  it("A shallow clone passes", (test) => {
    const { root } = repository(test, "Format", RULE, "Format again");
    const clone = join(aFolder(test), "clone");
    execFileSync("git", ["clone", "--quiet", "--depth=1", pathToFileURL(root).href, clone], {
      stdio: "pipe",
    });
    assert.deepEqual(faultsIn(clone), []);
  });

  it("A folder without a history passes", (test) => {
    assert.deepEqual(faultsIn(aFolder(test)), []);
  });
});
