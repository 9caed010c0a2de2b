import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { keyOf, type Result } from "./crawled.ts";

/** Reads the results of earlier runs, one JSON a line, by their plans; none from a new file. */
export function readResults(file: string): Map<string, Result> {
  if (!existsSync(file)) return new Map();
  // A run that was killed may have left half of its last line.
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  const results = lines.filter((line) => line !== "").map((line): Result => JSON.parse(line));
  return new Map(results.map((result) => [keyOf(result), result]));
}

/** Adds a result to the file. */
export function appendResult(file: string, result: Result): void {
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}
