import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

/** A program with its arguments, environment and folder. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Exit codes of a run that went well; only 0 by default. */
  readonly goodCodes?: readonly number[];
}

/** The cost of a run of a program with all its threads and the processes that it waited for. */
export interface RunCost {
  readonly wallSeconds: number;
  /** Processor time, user and system. */
  readonly cpuSeconds: number;
  /** Largest resident set, summed over its processes; 0 where there is no /proc to read it from. */
  readonly peakMegabytes: number;
}

/** Time between two looks at the memory, in ms. Linux keeps the peak of a process as long as it lives. */
const LOOK_EVERY_MS = 50;

/**
 * The shell runs the program as its child and then writes its own times and its children's (POSIX `times`):
 * the same measure for programs of every language.
 */
const TIMED = '"$@"; code=$?; times >&3; exit $code';

/**
 * Runs a program to its end and returns its cost.
 * @throws Error when the program fails, with the end of what it wrote.
 */
export async function measuredRun(command: Command): Promise<RunCost> {
  const { program, args, env, cwd, goodCodes = [0] } = command;
  const startedAt = performance.now();
  const shell = spawn("sh", ["-c", TIMED, "sh", program, ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    cwd,
  });
  const peaks = new Map<number, number>();
  const looking = setInterval(() => notePeaks(shell.pid, peaks), LOOK_EVERY_MS);
  const [, errors, times] = shell.stdio.slice(1);
  if (!isReadable(errors) || !isReadable(times)) throw new TypeError("no pipes");
  try {
    const [[code], said, clock] = await Promise.all([
      once(shell, "close"),
      text(errors),
      text(times),
    ]);
    if (!goodCodes.includes(code))
      throw new Error(`${program} ended with ${code}: ${said.slice(-2_000)}`);
    return {
      wallSeconds: (performance.now() - startedAt) / 1000,
      cpuSeconds: childSeconds(clock),
      peakMegabytes: peaks.values().reduce((sum, bytes) => sum + bytes, 0) / 1e6,
    };
  } finally {
    clearInterval(looking);
  }
}

function isReadable(stream: unknown): stream is NodeJS.ReadableStream {
  return typeof stream === "object" && stream !== null && "read" in stream;
}

/** Reads user and system time of the children from the output of `times`: its second line, as `0m1.25s`. */
export function childSeconds(times: string): number {
  const parts = (times.trim().split("\n")[1] ?? "").matchAll(
    /(?<minutes>\d+)m(?<seconds>[\d.]+)s/gu,
  );
  return Array.from(
    parts,
    ({ groups }) => 60 * Number(groups?.["minutes"]) + Number(groups?.["seconds"]),
  ).reduce((sum, seconds) => sum + seconds, 0);
}

/** Notes the peak resident set of each process below one, in bytes. */
function notePeaks(root: number | undefined, peaks: Map<number, number>): void {
  const pids = root === undefined ? [] : childrenOf(root);
  for (const pid of pids) {
    pids.push(...childrenOf(pid));
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/mu.exec(readIfThere(`/proc/${pid}/status`)) ?? [];
    if (kilobytes !== undefined) peaks.set(pid, 1024 * Number(kilobytes));
  }
}

function childrenOf(pid: number): number[] {
  return globSync(`/proc/${pid}/task/*/children`)
    .flatMap((file) => readIfThere(file).trim().split(" "))
    .filter((child) => child !== "")
    .map(Number);
}

/** Reads a file of a process, which may have ended; empty when it has. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
