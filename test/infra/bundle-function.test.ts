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

/** The functions that read pages, also stored ones. */
const READERS: ReadonlySet<string> = new Set(["planner", "harvester", "trainer"]);

/** Libraries that only some crawls load. */
const BESIDE = {
  "detector of languages": {
    file: "language-detector.mjs",
    most: 1_000_000,
    use: 'library.eld.detect("Die Bienen fliegen von Blume zu Blume").language',
    says: "de",
  },
  "parser of feeds": {
    file: "feed-parser.mjs",
    most: 300_000,
    use: 'library.parseFeed("<rss version=\\"2.0\\"><channel><title>Bees</title></channel></rss>").feed.title',
    says: "Bees",
  },
};

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

    for (const [what, { file, most, use, says }] of Object.entries(BESIDE)) {
      it(`The bundle of ${name} has the ${what} beside it, if its crawls may need it`, () => {
        const library = path.join(folder, file);
        assert.equal(existsSync(library), PLANNING.has(name));
        if (!PLANNING.has(name)) return;
        assert.ok(statSync(library).size <= most, String(statSync(library).size));
        const code = `import("./${file}").then((library) => console.log(${use}))`;
        const { stdout, stderr } = spawnSync(process.execPath, ["-e", code], {
          cwd: folder,
          encoding: "utf8",
        });
        assert.equal(stdout, `${says}\n`, stderr);
        assert.ok(readFileSync(bundle, "utf8").includes(`import("./${file}")`));
      });
    }

    it(`The bundle of ${name} has the programs that read PDFs beside it, if it reads pages`, () => {
      for (const program of ["watch-pdf-reading.mjs", "read-pdf-in-thread.mjs"])
        assert.equal(existsSync(path.join(folder, program)), READERS.has(name));
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
