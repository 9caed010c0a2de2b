import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const ROOT = join(import.meta.dirname, "../..");

/** Words that the page had for what has one name now, and that name. */
const FORMER: readonly (readonly [former: RegExp, name: string])[] = [
  [/\btake away\b/i, "export"],
  [/\bcrawl on\b/i, "continue"],
  [/\bteach(?:es)? it most\b/i, "most informative"],
  [/\byou and it differ\b/i, "disagreements"],
  [/\bsecond reading\b/i, "second reviewer"],
  [/\b(?:no )?good (?:pages?|ones?)\b/i, "relevant"],
  [/\blikely good\b/i, "likely relevant"],
  [/\bas predicted\b/i, "predicted"],
  [/\baddresses without a page\b/i, "not fetched"],
  [/\bown opinion\b/i, "predicted"],
];

/** Returns the lines of a file that a reader of the page or of its documentation may see, with their numbers. */
function shownLines(file: string): (readonly [number, string])[] {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  return lines
    .map((line, at) => [at + 1, line] as const)
    .filter(([, line]) => !/^\s*(?:\/\/|\/?\*)/.test(line));
}

describe("the words of the workbench", () => {
  it("The page and its documentation have one name for a thing", () => {
    const files = [...globSync("web/*.tsx", { cwd: ROOT }), "docs/workbench.md"];
    const found = files.flatMap((file) =>
      shownLines(file).flatMap(([number, line]) =>
        FORMER.filter(([former]) => former.test(line)).map(
          ([, name]) => `${file}:${number}: say "${name}": ${line.trim()}`,
        ),
      ),
    );
    assert.deepEqual(found, []);
  });
});
