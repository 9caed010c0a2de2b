import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { changedInGit, staleFigures, withStaleLines } from "../../../bench/entry/stale-figures.ts";
import { aFolder } from "../../support/a-folder.ts";

const PAGE = [
  "# Scope",
  "",
  "`npm run bench -- scope`: AMD EPYC, 2 cores, Node 24.21.0, 22 November 2026.",
  "",
  "| a | table |",
].join("\n");

/** A repository with a bench whose text is each of these at noon of the day. */
function repository(test: TestContext, texts: Readonly<Record<string, string>>): string {
  const root = aFolder(test);
  const git = (day: string, ...args: readonly string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=A", "-c", "user.email=a@example.org", "-C", root, ...args],
      { stdio: "pipe", env: { ...process.env, GIT_COMMITTER_DATE: `${day}T12:00:00Z` } },
    );
  git("", "init", "--quiet");
  mkdirSync(join(root, "bench/scope"), { recursive: true });
  for (const [day, text] of Object.entries(texts)) {
    writeFileSync(join(root, "bench/scope/part.ts"), text);
    git(day, "add", "--all");
    git(day, "commit", "--quiet", "--message", "bench: change");
  }
  return root;
}

describe("figures that are older than their bench", () => {
  it("A dated line says so under it when the code of its bench changed after its day", () => {
    const page = withStaleLines(PAGE, () => "changed");
    assert.match(
      page,
      /22 November 2026\.\n\n\*The code of this bench changed after 22 November 2026: .*\*\n\n\| a/,
    );
    assert.equal(
      withStaleLines(PAGE, () => "same"),
      PAGE,
    );
    assert.equal(
      withStaleLines(PAGE, () => "unknown"),
      PAGE,
    );
  });

  it("A dated line is found with the bench and the day, whatever its arguments are", () => {
    const page = PAGE.replace("-- scope", "-- scope 40000");
    assert.deepEqual(
      staleFigures(page, () => "unknown"),
      [{ line: 2, name: "scope", day: "22 November 2026", since: "unknown" }],
    );
  });

  it("A bench changed when its code is another one than at the end of the day", (test) => {
    const root = repository(test, {
      "2026-11-21": "const a = 1;\n",
      "2026-11-22": "const a = 2;\n",
      "2026-11-24": "const a = 3;\n",
    });
    const changedSince = changedInGit(root);
    assert.equal(changedSince("scope", "22 November 2026"), "changed");
    assert.equal(changedSince("scope", "24 November 2026"), "same");
    assert.equal(changedSince("other", "22 November 2026"), "same");
  });

  it("Another import or comment is no change of a bench", (test) => {
    const root = repository(test, {
      "2026-11-21": 'import { a } from "./a.ts";\n\nconst b = a;\n',
      "2026-11-24": '/** Says b. */\nimport { a } from "./c/a.ts";\n\nconst b = a;\n',
    });
    assert.equal(changedInGit(root)("scope", "22 November 2026"), "same");
  });

  it("A history that begins after the day cannot tell, nor can a folder without one", (test) => {
    const root = repository(test, { "2026-11-24": "const a = 1;\n" });
    assert.equal(changedInGit(root)("scope", "22 November 2026"), "unknown");
    assert.equal(changedInGit(aFolder(test))("scope", "22 November 2026"), "unknown");
  });
});
