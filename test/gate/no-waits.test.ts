import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { describe, it } from "node:test";

const ROOT = resolve(import.meta.dirname, "../..");

/** Words of a test that may fail by chance or on a busy machine, and what to use. */
const HAZARDS: readonly (readonly [RegExp, string])[] = [
  [/\bset(?:Timeout|Interval)\(/, "wait for the event: test/support/until.ts"],
  [/\bwaitForTimeout\(/, "wait for what the page shows, or test/support/until.ts"],
  [/\bperformance\.now\(/, "compare processor time: test/support/processor-ms.ts"],
  [/\bassert\b[^;]*\bDate\.now\(/, "give the code a clock, or mock the date"],
  [/\bMath\.random\(|\brandomInt\(/, "draw by a seed"],
];

/** The files that may, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  "test/run.ts": "prints how long groups take",
  "test/gate.ts": "prints how long steps take",
  "test/cloud/run.ts": "prints how long all took",
  "test/slow.ts": "draws the seed that it prints",
  "test/support/until.ts": "is the one wait of all tests",
  "test/support/served-hosts.ts": "a server's clock, by which crawl delays have a lower bound",
  "test/cli/crawl/politeness.test.ts": "as above: the date that a server promises",
  "test/cli/crawl/shared-address.test.ts": "sets the clock of a program forth",
  "test/run/crawl/crawl.test.ts": "watches files more often than until does, for a short crawl",
  "test/run/crawl/support/hostile-hosts.ts": "a server that sends a byte now and then",
  "test/cli/forget/kill.test.ts": "kills at any moment: each one must do",
  "test/support/a-disturbed-crawl.ts": "kills at a moment drawn by a seed: each one must do",
  "test/adapters/sqlite/open-database.test.ts": "a program that stays until it is killed",
  "test/adapters/web/render/chromium-renderer.test.ts": "scripts of a hostile page",
  "test/adapters/assess/support/program.ts": "a program that stays until it is killed",
  "test/cloud/stack-faults.test.ts": "outages last; each step after them is waited for",
};

const SELF = "test/gate/no-waits.test.ts";

/** A seed among the settings of a property, or settings that have a name. */
const SEEDED = /\bseed\b|\bsettings\b|\b[A-Z]{4,}\b/;

function hazardsIn(text: string): string[] {
  const found = HAZARDS.filter(([pattern]) => pattern.test(text)).map(([, advice]) => advice);
  const isSeeded = callsOf("fc.assert(", text).every((call) => SEEDED.test(call));
  return isSeeded ? found : [...found, "give the property a seed"];
}

/** Returns the calls of a function, each up to the bracket that closes it. */
function callsOf(opening: string, text: string): string[] {
  return text.split(opening).flatMap((rest, index) => {
    if (index === 0) return [];
    let open = 1;
    const end = rest.split("").findIndex((letter) => {
      open += letter === "(" ? 1 : letter === ")" ? -1 : 0;
      return open === 0;
    });
    return [rest.slice(0, end)];
  });
}

describe("tests that wait for time or chance", () => {
  const files = globSync("test/**/*.ts", { cwd: ROOT })
    .map((file) => file.replaceAll(sep, "/"))
    .filter((file) => file !== SELF);
  const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

  it("No test waits for a time, asserts on a wall clock or draws without a seed", () => {
    const found = files
      .filter((file) => !(file in ALLOWED))
      .flatMap((file) => hazardsIn(textOf(file)).map((advice) => `${file}: ${advice}`));
    assert.deepEqual(found, []);
  });

  it("Each file that may wait still does", () => {
    const idle = Object.keys(ALLOWED).filter((file) => hazardsIn(textOf(file)).length === 0);
    assert.deepEqual(idle, []);
  });

  it("The words of a test that waits are found", () => {
    for (const text of [
      "await setTimeout(50);",
      "const timer = setInterval(look, 5);",
      "await page.waitForTimeout(25);",
      "assert.ok(performance.now() - begun < 5_000);",
      "assert.ok(\n  logged.at <= Date.now(),\n);",
      "const id = Math.random();",
      "fc.assert(fc.property(word, holds));",
    ])
      assert.equal(hazardsIn(text).length, 1, text);
    assert.deepEqual(hazardsIn("fc.assert(property, { seed: 1 }); const now = Date.now();"), []);
  });
});
