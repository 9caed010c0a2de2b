import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import { installPython } from "./support/install-python.ts";

/**
 * `npm run test:python [-- --required] [FILE…]`: runs the tests of this folder, or the named ones, with the package of
 * `python/` as a wheel in a virtual environment. When that cannot be made, it says so, and fails if `CI` is set or
 * `--required` is given.
 */
const ROOT = resolve(import.meta.dirname, "../..");

/** Loads the files of one process. */
const LOADER = join(ROOT, "test/support/load-files.ts");

const words = process.argv.slice(2);
const isRequired = Boolean(process.env["CI"]) || words.includes("--required");
const named = words.filter((word) => !word.startsWith("--"));
const files = named.length > 0 ? named : globSync("test/python/**/*.test.ts", { cwd: ROOT });

const installed = await installPython(
  join(ROOT, "node_modules/.cache/python"),
  join(ROOT, "python"),
);
if ("python" in installed) {
  const env = { ...process.env, TEST_FILES: JSON.stringify(files), TEST_PYTHON: installed.python };
  const child = spawn(process.execPath, [LOADER], { cwd: ROOT, env, stdio: "inherit" });
  await once(child, "exit");
  process.exitCode = child.exitCode ?? 1;
} else {
  process.stderr.write(`the tests in Python do not run: ${installed.missing}\n`);
  process.exitCode = isRequired ? 1 : 0;
}
