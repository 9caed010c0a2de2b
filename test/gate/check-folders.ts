/**
 * The folder rules as a gate: green on the project, red on the bad fixture, and not fooled by a
 * parser that sees no modules.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

interface Cruise {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly error: number;
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

function cruise(...folders: readonly string[]): Cruise {
  const run = spawnSync(
    process.execPath,
    [
      // Its short-lived objects are collected less often.
      "--max-semi-space-size=64",
      join(root, "node_modules/.bin/depcruise"),
      "--config",
      ".dependency-cruiser.js",
      "--output-type",
      "json",
      ...folders,
    ],
    { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  if (run.stdout === "") throw new Error(`dependency-cruiser said nothing: ${run.stderr}`);
  const cruised: Cruise = JSON.parse(run.stdout);
  return cruised;
}

function countSources(folder: string): number {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  ).length;
}

const CHECKED = ["lib", "peers", "functions", "infra", "demo"];
const BAD = "test/gate/bad-fixture/lib";
// Both in one run: to begin one takes a second.
const project = cruise(...CHECKED, "bench", BAD);
const isBad = ({ from }: { readonly from: string }) => from.startsWith(BAD);
const violations = project.summary.violations.filter((violation) => !isBad(violation));
const seen = project.modules.filter(({ source }) =>
  CHECKED.some((folder) => source.startsWith(`${folder}/`)),
).length;
const expected = CHECKED.reduce((sum, folder) => sum + countSources(folder), 0);
for (const { from, to, rule } of violations) {
  console.error(`${rule.name}: ${from} -> ${to}`);
}
const caught = new Set(project.summary.violations.filter(isBad).map(({ to }) => to));
const bites =
  [...caught].some((to) => to.includes("fs")) && [...caught].some((to) => to.endsWith("store.ts"));
if (seen < expected) console.error(`only ${seen} of ${expected} modules were seen`);
if (!bites) console.error("the bad fixture passed: the folder rules do not bite");
if (violations.length > 0 || seen < expected || !bites) process.exitCode = 1;
