import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** MiniStack, and the server under it: the one that it names by itself is too old for it. */
const REQUIREMENTS = ["ministack==1.5.33", "hypercorn==0.18.0"];

/** The result of an installation: the program, or the reason why it is missing. */
export type Installation = { readonly program: string } | { readonly missing: string };

/** Installs MiniStack into a virtual environment of Python; one that has these versions is used as it is. */
export function installMinistack(venv: string): Installation {
  const program = join(venv, "bin", "ministack");
  const mark = join(venv, "requirements.txt");
  const wanted = `${REQUIREMENTS.join("\n")}\n`;
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return { program };
  mkdirSync(dirname(venv), { recursive: true });
  rmSync(venv, { recursive: true, force: true });
  const missing = installedBySystem(venv) === undefined ? undefined : installedByOwnPip(venv);
  if (missing !== undefined) return { missing };
  // This comes last, so that an interrupted installation is made again.
  writeFileSync(mark, wanted);
  return { program };
}

/** Modules are compiled when they are loaded: most of them never are. */
const INSTALL = ["install", "--quiet", "--disable-pip-version-check", "--no-compile"];

/** Installs with the pip of the system: to give the environment one of its own takes six seconds of a processor. */
function installedBySystem(venv: string): string | undefined {
  const pip = ["-m", "pip", "--python", join(venv, "bin", "python")];
  return (
    failure("python3", ["-m", "venv", "--without-pip", venv]) ??
    failure("python3", [...pip, ...INSTALL, ...REQUIREMENTS])
  );
}

/** Installs where the system has no pip, or one that installs into no other environment. */
function installedByOwnPip(venv: string): string | undefined {
  return (
    failure("python3", ["-m", "venv", "--clear", venv]) ??
    failure(join(venv, "bin", "pip"), [...INSTALL, ...REQUIREMENTS])
  );
}

/** Returns why a program failed, in its own last words; `undefined` when it did not. */
function failure(program: string, args: readonly string[]): string | undefined {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (error !== undefined) return `${program} cannot be run: ${error.message}`;
  if (status === 0) return undefined;
  const [last = ""] = `${stdout}\n${stderr}`.trim().split("\n").slice(-1);
  return `${program} ${args[0]} ${args[1]} failed: ${last}`;
}
