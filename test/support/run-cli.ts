import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const PROGRAM = join(import.meta.dirname, "../../lib/cli/dowser.ts");

export interface CliRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Text for standard input, which then ends; nothing can be read by default. */
  readonly input?: string;
}

/** Starts `dowser` as a user would; `done` resolves when it has ended. */
export function startCli(args: readonly string[], { input, ...options }: CliOptions = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { ...options, stdio: "pipe" });
  // The program may end before it has read all.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const done = once(child, "close").then((): CliRun => {
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
  });
  return { child, done };
}

/** Runs `dowser` to its end. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  return startCli(args, options).done;
}

/** Runs `dowser`, which must end with exit code 0, and returns what it printed on standard output. */
export async function succeed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(args);
  assert.equal(code, 0, stderr);
  return stdout;
}
