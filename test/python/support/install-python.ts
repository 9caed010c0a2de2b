import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** What the package reads tables into. */
const FRAMES = ["pandas", "pyarrow"];

/** What runs queries on files of records. */
const QUERIES = "duckdb";

/** The result of an installation: a Python that has the package, or the reason why there is none. */
export type PythonInstallation = { readonly python: string } | { readonly missing: string };

/**
 * Builds the package as a wheel and installs it into a fresh virtual environment, which sees the machine's own
 * libraries; those of data frames come from PyPI where the machine has none.
 */
export async function installPython(folder: string, source: string): Promise<PythonInstallation> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const venv = join(folder, "venv");
  const python = join(venv, "bin/python");
  // The machine's pip installs into it: one of its own takes three seconds of processor time.
  const made = await failure("python3", [
    "-m",
    "venv",
    "--without-pip",
    "--system-site-packages",
    venv,
  ]);
  if (made !== undefined) return { missing: made };
  const quiet = ["--quiet", "--disable-pip-version-check"];
  const wheel = ["wheel", ...quiet, "--no-deps", "--wheel-dir", folder, source];
  const built = await failure("python3", ["-m", "pip", ...wheel]);
  if (built !== undefined) return { missing: built };
  const install = (...names: readonly string[]) =>
    // Of what is installed most modules are never loaded, so none is compiled before it is.
    failure("python3", [
      ...["-m", "pip", "--python", python, "install", ...quiet, "--no-compile"],
      ...names,
    ]);
  const missing = await install(...globSync(join(folder, "*.whl")));
  if (missing !== undefined) return { missing };
  for (const names of [FRAMES, [QUERIES]]) {
    if ((await failure(python, ["-c", `import ${names.join(", ")}`])) === undefined) continue;
    // Without them the tests that need them are skipped, and say so.
    const absent = await install(...names);
    if (absent !== undefined) console.error(`no ${names.join(", ")}: ${absent}`);
  }
  return { python };
}

/** Returns why a program failed, in its own last words; `undefined` when it did not. */
async function failure(program: string, args: readonly string[]): Promise<string | undefined> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    await once(child, "close");
  } catch (error) {
    return `${program} cannot be run: ${String(error)}`;
  }
  if (child.exitCode === 0) return undefined;
  const [last = ""] = (await said).join("\n").trim().split("\n").slice(-1);
  return `${program} ${args.slice(0, 3).join(" ")} failed: ${last}`;
}
