import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import {
  ENVIRONMENTS,
  type FunctionName,
  hasSourceMaps,
} from "../../functions/wiring/environment.ts";
import { bundleFunction } from "../../infra/bundle-function.ts";

/**
 * Most bytes of a bundle: what a function loads it pays for at each cold start. Those that hold the
 * strategies have the lexicon of the lemmatiser with them, which is 1.7 MB alone. The trainer draws
 * reports, too: the library of plots is 1.4 MB.
 */
const BUDGETS: Readonly<Record<FunctionName, number>> = {
  planner: 5_000_000,
  harvester: 5_000_000,
  trainer: 6_000_000,
  "api-handler": 5_000_000,
  watchdog: 1_000_000,
  authorizer: 500_000,
};

/** The functions that compile the plan of a crawl. */
const PLANNING: ReadonlySet<string> = new Set(["planner", "harvester", "trainer", "api-handler"]);

const directory = mkdtempSync(path.join(tmpdir(), "dowser-bundles-"));
after(() => rmSync(directory, { recursive: true }));

for (const [name, budget] of Object.entries(BUDGETS) as [FunctionName, number][]) {
  describe(`the bundle of ${name}`, () => {
    const folder = path.join(directory, name);
    mkdirSync(folder);
    bundleFunction(name, folder);
    const bundle = path.join(folder, "index.mjs");

    it(`The bundle of ${name} is no larger than ${budget} bytes`, () => {
      assert.ok(statSync(bundle).size <= budget, String(statSync(bundle).size));
    });

    it(`The bundle of ${name} starts without a folder of modules and exports a handler of at most two parameters`, () => {
      const variables = Object.keys(ENVIRONMENTS[name].shape).map((variable) => [variable, "1"]);
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [
          "-e",
          'import("./index.mjs").then(({ handler }) => console.log(typeof handler, handler.length <= 2))',
        ],
        {
          cwd: folder,
          encoding: "utf8",
          env: { ...Object.fromEntries(variables), AWS_REGION: "us-east-1" },
        },
      );
      // Lambda's Node 24 takes a third parameter for a callback and refuses the function.
      assert.equal(stdout, "function true\n", stderr);
    });

    it(`The bundle of ${name} has a map of its lines, if its memory allows one`, () => {
      assert.equal(existsSync(`${bundle}.map`), hasSourceMaps(name));
    });

    it(`The bundle of ${name} has the detector of languages beside it, if its crawls may need it`, () => {
      const detector = path.join(folder, "language-detector.mjs");
      assert.equal(existsSync(detector), PLANNING.has(name));
      if (!PLANNING.has(name)) return;
      assert.ok(statSync(detector).size <= 1_000_000, String(statSync(detector).size));
      const code =
        'import("./language-detector.mjs").then(({ eld }) => console.log(eld.detect("Die Bienen fliegen von Blume zu Blume").language))';
      const { stdout, stderr } = spawnSync(process.execPath, ["-e", code], {
        cwd: folder,
        encoding: "utf8",
      });
      assert.equal(stdout, "de\n", stderr);
      assert.match(readFileSync(bundle, "utf8"), /import\("\.\/language-detector\.mjs"\)/);
    });

    it(`The bundle of ${name} does not start without its environment`, () => {
      const { status, stderr } = spawnSync(process.execPath, [bundle], {
        encoding: "utf8",
        env: {},
      });
      assert.equal(status, 1);
      assert.match(stderr, /environment-invalid/);
    });
  });
}
