/** What `npm start` does: crawls the demo web in three orders, and opens the runs in the workbench where somebody is at the terminal. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join("demo", "start");
const PROGRAM = join(import.meta.dirname, "../lib/cli/dowser.ts");

/** Runs a command in this terminal, and returns its exit code. */
function dowser(...args: readonly string[]): number {
  return spawnSync(process.execPath, [PROGRAM, ...args], { stdio: "inherit" }).status ?? 1;
}

rmSync(FOLDER, { recursive: true, force: true });
process.exitCode = dowser("demo", "--out", join(FOLDER, "runs"));
if (process.exitCode === 0 && process.stdout.isTTY) process.exitCode = dowser("ui", FOLDER);
