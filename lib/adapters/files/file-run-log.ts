import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { appendFile, readFile, truncate } from "node:fs/promises";
import { fail } from "../../errors.ts";
import type { RunEvent, RunLog } from "../../ports/run-log.ts";
import { ifThere, wholeLines } from "./whole-lines.ts";

/** Opens a run log as a file of JSON lines; drops a last line that a crash cut short. */
export async function openFileRunLog(file: string): Promise<RunLog> {
  const bytes = await readIfThere(file);
  const whole = wholeLines(bytes);
  if (whole.length < bytes.length) await truncate(file, whole.length);
  return {
    append: (event) => appendFile(file, `${JSON.stringify(event)}\n`),
    list: () => readFileRunLog(file),
  };
}

/**
 * Appends an event to the run log of a file at once, while no other process writes to it; drops a
 * last line that a crash cut short.
 */
export function appendToRunLog(file: string, event: RunEvent): void {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const whole = wholeLines(bytes);
  if (whole.length < bytes.length) truncateSync(file, whole.length);
  appendFileSync(file, `${JSON.stringify(event)}\n`);
}

/** Reads a run log without changing it; empty when there is no file. */
export async function readFileRunLog(file: string): Promise<readonly RunEvent[]> {
  const lines = wholeLines(await readIfThere(file))
    .toString("utf8")
    .split("\n");
  return lines.slice(0, -1).map((line, index) => parseEvent(line, file, index + 1));
}

function parseEvent(line: string, file: string, number: number): RunEvent {
  try {
    const event: RunEvent = JSON.parse(line);
    if (typeof event.at === "number" && typeof event.detail === "object") return event;
  } catch (cause) {
    throw notAnEvent(file, number, cause);
  }
  throw notAnEvent(file, number);
}

function notAnEvent(file: string, number: number, cause?: unknown) {
  return fail("run-damaged", { file, fault: `has no event in line ${number}` }, cause);
}

async function readIfThere(file: string): Promise<Buffer> {
  return (await ifThere(() => readFile(file))) ?? Buffer.alloc(0);
}
