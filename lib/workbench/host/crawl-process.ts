import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { EXIT } from "../../run/print/print-error.ts";

/** The program that the child process runs: this one, as source or built. */
export const PROGRAM = join(
  import.meta.dirname,
  import.meta.filename.endsWith(".ts") ? "../../cli/dowser.ts" : "../../cli/dowser.js",
);

/** What the crawl said goes here, below the run's directory. */
const OUTPUT_FILE = "ui-crawl.log";

/** Most of what it said that is shown, in UTF-16 units. */
const MAX_SHOWN = 2_000;

/** A crawl that was begun, as its last start left it. */
interface Started {
  readonly child: ChildProcess;
  readonly output: string;
  isPausing: boolean;
}

/** Why a crawl's process failed. */
export interface ProcessFault {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/**
 * Crawls in processes of their own: each is `dowser crawl` or `dowser recrawl`, as it would be typed, in its own process
 * group. So neither a closed browser nor the end of the server harms one.
 */
export class CrawlProcesses {
  readonly #started = new Map<string, Started>();
  /** Directories whose crawl is to start again when it has paused. */
  readonly #startingAgain = new Set<string>();

  /** Begins or continues the crawl in a directory by a command of this program. */
  start(directory: string, args: readonly string[], folder: string): void {
    mkdirSync(directory, { recursive: true });
    const output = join(directory, OUTPUT_FILE);
    using opened = new DisposableStack();
    const file = opened.adopt(openSync(output, "w"), closeSync);
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      detached: true,
      stdio: ["ignore", file, file],
    });
    // A process that could not be started has ended, too: its fault is told by the exit code.
    child.on("error", () => {});
    this.#started.set(directory, { child, output, isPausing: false });
  }

  /** Whether this process began the crawl in a directory, and it has not ended. */
  isRunning(directory: string): boolean {
    const started = this.#started.get(directory);
    return started !== undefined && isAlive(started.child);
  }

  isPausing(directory: string): boolean {
    return this.isRunning(directory) && this.#started.get(directory)?.isPausing === true;
  }

  /** Asks a crawl to complete the pages in flight and to end; nothing happens where none runs. */
  pause(directory: string): void {
    this.#startingAgain.delete(directory);
    const started = this.#started.get(directory);
    // A second signal would end it at once.
    if (started === undefined || started.isPausing || !isAlive(started.child)) return;
    started.isPausing = true;
    started.child.kill("SIGTERM");
  }

  /** Pauses a crawl and starts it again at its end, unless it is asked to pause in the meantime. */
  startAgain(directory: string, start: () => void): void {
    const started = this.#started.get(directory);
    if (started === undefined || !isAlive(started.child)) return start();
    if (started.isPausing) return;
    this.pause(directory);
    this.#startingAgain.add(directory);
    started.child.once("exit", () => {
      if (this.#startingAgain.delete(directory)) start();
    });
  }

  /** Returns why the last start failed; `undefined` when it did not. */
  fault(directory: string): ProcessFault | undefined {
    const started = this.#started.get(directory);
    if (started === undefined || isAlive(started.child)) return undefined;
    const { exitCode } = started.child;
    const isFault = exitCode === EXIT.failure || exitCode === EXIT.usage || exitCode === null;
    return isFault ? faultIn(readFileSync(started.output, "utf8")) : undefined;
  }

  /** Pauses all crawls and waits for their end. */
  async pauseAll(): Promise<number> {
    const running = [...this.#started].filter(([directory]) => this.isRunning(directory));
    await Promise.all(
      running.map(([directory, { child }]) => {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        this.pause(directory);
        return ended;
      }),
    );
    return running.length;
  }
}

function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/** Reads the error that a command printed: `error [code]: message`, then `hint: …`. */
export function faultIn(output: string): ProcessFault {
  const text = stripVTControlCharacters(output);
  const found =
    /error(?: \[(?<code>[a-z-]+)\])?: (?<message>[^]*?)(?:\nhint: (?<hint>.*))?\n*$/u.exec(text);
  const { code = "crawl-failed", message = text, hint } = found?.groups ?? {};
  return {
    code,
    message: message.trim().slice(-MAX_SHOWN),
    hint: hint ?? `read ${OUTPUT_FILE} in the run's directory, then resume the crawl`,
  };
}
