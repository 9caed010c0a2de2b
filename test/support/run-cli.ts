import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { runProgram } from "../../lib/cli/program.ts";

const PROGRAM = join(import.meta.dirname, "../../lib/cli/dowser.ts");

/** What a command has printed, and its exit code: that of a process is `null` if a signal ended it. */
export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Text for standard input, which then ends; nothing can be read by default. */
  readonly input?: string;
  /** The folder in which it runs: while a command runs in this process, that of the whole process. */
  readonly cwd?: string;
}

/**
 * Starts `dowser` as a user would; `done` resolves when it has ended. It takes a second of processor
 * time to load, so only tests whose subject is the process need it: signals, kills, pipes, its
 * environment from the start, what it loads, and when its requests come.
 */
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
  const done = once(child, "close").then(
    (): CliRun & { readonly signal: NodeJS.Signals | null } => {
      return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
    },
  );
  return { child, done };
}

/**
 * Runs a command of `dowser` in this process, its output as in a pipe. Two at once need two runs: who
 * waits for the other's lock on a database holds up the thread that both run in.
 */
export async function runCli(
  args: readonly string[],
  { input = "", env = process.env, cwd = process.cwd() }: CliOptions = {},
): Promise<CliRun> {
  assert.equal(env["NODE_OPTIONS"], process.env["NODE_OPTIONS"], "options of Node need startCli");
  const [stdout, stderr] = [new Caught(), new Caught()];
  const signals = new EventEmitter();
  const before = process.cwd();
  process.chdir(cwd);
  const code = await runProgram(args, {
    stdin: Readable.from([Buffer.from(input)], { objectMode: false }),
    stdout,
    stderr,
    env,
    on: (signal, listener) => signals.on(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
    exit: (exitCode) => {
      throw new Error(`the command would end this process with exit code ${exitCode}`);
    },
  }).finally(() => process.chdir(before));
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Runs `dowser`, which must end with exit code 0, and returns what it printed on standard output. */
export async function succeed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

/** Output that is kept. */
class Caught extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
