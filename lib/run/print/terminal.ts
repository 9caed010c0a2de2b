import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";

/** A stream of output; one that is no terminal has neither of the two more. */
export type TextOutput = NodeJS.WritableStream & Partial<Pick<WriteStream, "isTTY" | "columns">>;

/** A stream of input; one that is no terminal has neither of the two more. */
export type TextInput = Readable & Partial<Pick<ReadStream, "isTTY" | "setRawMode">>;

/**
 * What a command reads from and writes to, besides files and networks. The process is one; a test
 * makes others, so that many commands run in one process, also side by side.
 */
export interface Terminal {
  readonly stdin: TextInput;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: NodeJS.ProcessEnv;
  on(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  off(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  /** Ends at once, without waiting for what is at work. */
  exit(code: number): never;
}

/**
 * A notice may come from deep inside of what commands share with the package and the workbench: the
 * terminal follows the calls, so that none of them has to hand it on.
 */
const current = new AsyncLocalStorage<Terminal>();

/** Does work whose output goes to a terminal. */
export function inTerminal<Result>(terminal: Terminal, work: () => Result): Result {
  return current.run(terminal, work);
}

/** Returns the terminal of the command that runs; the process where no command does. */
export function terminal(): Terminal {
  return current.getStore() ?? process;
}

/** Width used when a stream does not report its own: it is no terminal, or one of unknown size. */
const COLUMNS = 80;

/** Returns the width of a stream, in characters. */
export function columnsOf({ columns }: Pick<TextOutput, "columns">): number {
  return columns || COLUMNS;
}

/** Calls a listener at each Ctrl-C or SIGTERM, until the function returned is called. */
export function onInterrupt(listener: () => void): () => void {
  const program = terminal();
  program.on("SIGINT", listener);
  program.on("SIGTERM", listener);
  return () => {
    program.off("SIGINT", listener);
    program.off("SIGTERM", listener);
  };
}

/** Resolves at the first Ctrl-C or SIGTERM. */
export async function interrupted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ignore = onInterrupt(resolve);
  await promise.finally(ignore);
}
