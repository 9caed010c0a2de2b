/** Writes the files that a command is asked for. */
import { randomUUID } from "node:crypto";
import { closeSync, createWriteStream, openSync, renameSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { placeOf, refuseRunFile } from "./run-database.ts";

/** Streams of the process by their names, also where they lead to a file: what is written there before stays. */
const STREAM = /^\/(?:dev\/(?:std|fd\/)|proc\/)/;

/**
 * Writes a file, piece by piece. An error or a kill leaves the older file of that name; what is no regular file, such as a
 * pipe, is written to as it is. A file of a run is refused.
 * @throws DowserError `file-exists`
 */
export async function writeOutput(
  file: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  if (STREAM.test(resolve(file))) return write(file, content, { flags: "a" });
  refuseRunFile(file);
  const place = placeOf(file);
  const older = statSync(place, { throwIfNoEntry: false });
  if (older?.isFile() === false) return write(file, content);
  const half = `${place}.${randomUUID()}.new`;
  try {
    closeSync(openSync(half, "wx", older?.mode));
  } catch (error) {
    // In a folder that takes no new file an older one may be written all the same.
    if (older !== undefined) return write(file, content);
    if (error instanceof Error) Object.assign(error, { path: file });
    throw error;
  }
  try {
    await write(half, content, { named: file, flush: true });
    renameSync(half, place);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
}

async function write(
  file: string,
  content: Parameters<typeof writeOutput>[1],
  { named = file, ...options }: { named?: string; flags?: "a"; flush?: true } = {},
): Promise<void> {
  try {
    await pipeline(Readable.from(content), createWriteStream(file, options));
  } catch (error) {
    // Node names no file where a write fails, and the user knows no other name than this.
    if (!(error instanceof Error)) throw error;
    const { path, syscall }: NodeJS.ErrnoException = error;
    if (path === file || syscall === "write") Object.assign(error, { path: named });
    throw error;
  }
}
