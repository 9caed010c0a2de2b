import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { ERRORS_PAGE, errorsPageText } from "../../docs/write-errors-page.ts";
import type { ErrorRow } from "../../lib/errors/error-row.ts";
import { codeOf, ERRORS } from "../../lib/errors.ts";

const root = join(import.meta.dirname, "../..");

const ROWS = Object.entries<ErrorRow>(ERRORS);

/** The code that raises errors, without their tables. */
const SOURCES = globSync("{lib,peers,functions,infra,demo}/**/*.ts", { cwd: root })
  .filter((file) => !file.startsWith(join("lib", "errors")))
  .map((file) => readFileSync(join(root, file), "utf8"));

function sortedSet(words: Iterable<string>): readonly string[] {
  return [...new Set(words)].toSorted();
}

describe("the table of errors", () => {
  it("docs/errors.md is committed as it is generated (npm run generate)", () => {
    const page = readFileSync(ERRORS_PAGE, "utf8");
    assert.equal(page, errorsPageText(page));
  });

  it("docs/errors.md lists every error code with its reaction, and no other", () => {
    const page = readFileSync(ERRORS_PAGE, "utf8");
    const documented = page.matchAll(/^\| `([a-z-]+)` \| ([a-z-]+) \| (?=[^|])/gm);
    assert.deepEqual(
      sortedSet(Array.from(documented, ([, code, reaction]) => `${code} ${reaction}`)),
      sortedSet(ROWS.map(([key, { reaction }]) => `${codeOf(key)} ${reaction}`)),
    );
    assert.ok(ROWS.length > 20);
  });

  it("Every code that is made without the table is in it, with the same reaction", () => {
    const made = SOURCES.flatMap((source) =>
      Array.from(
        source.matchAll(/code: "([a-z-]+)",\s+reaction: "([a-z-]+)"/g),
        ([, code, reaction]) => `${code} ${reaction}`,
      ),
    );
    const known = new Set(ROWS.map(([key, { reaction }]) => `${codeOf(key)} ${reaction}`));
    assert.deepEqual(
      made.filter((each) => !known.has(each)),
      [],
    );
  });

  it("Every error of the table is raised somewhere", () => {
    const named = new Set(
      SOURCES.flatMap((source) => source.match(/(?<=")[a-z-]+(?:\/[a-z]+)?(?=")/g) ?? []),
    );
    assert.deepEqual(
      ROWS.map(([key]) => key).filter((key) => !named.has(key)),
      [],
    );
  });

  it("Every error has a code in kebab case, one reaction in all its cases, a sentence and a hint", () => {
    const reactions = new Map<string, string>();
    for (const [key, { reaction, sentence, hint }] of ROWS) {
      assert.match(key, /^[a-z]+(?:-[a-z]+)*(?:\/[a-z]+)?$/);
      assert.equal(reactions.get(codeOf(key)) ?? reaction, reaction, key);
      reactions.set(codeOf(key), reaction);
      assert.notEqual(sentence, "", key);
      assert.notEqual(hint, "", key);
    }
  });

  it("An error whose sentence is filled in by its place says in the documentation what it is about", () => {
    const isFilled = (text: string) => text.replaceAll(/\{\w+\}/g, "").trim().length < 3;
    assert.deepEqual(
      ROWS.filter(([, { sentence, about }]) => isFilled(sentence) && about === undefined),
      [],
    );
  });
});
