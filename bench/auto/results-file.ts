import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { keyOf, type Result } from "./crawled.ts";

/** Reads the results of earlier runs, one JSON a line, by their plans; none from a new file. */
export function readResults(file: string): Map<string, Result> {
  const lines = existsSync(file) ? wholeLines(file).split("\n") : [];
  const results = lines.filter((line) => line !== "").map((line): Result => JSON.parse(line));
  return new Map(results.map((result) => [keyOf(result), result]));
}

/** Reads the results and cuts off the half line that a killed run left, so that more can be added. */
export function openResults(file: string): Map<string, Result> {
  if (existsSync(file)) truncateSync(file, Buffer.byteLength(wholeLines(file)));
  return readResults(file);
}

/** Adds a result to the file. */
export function appendResult(file: string, result: Result): void {
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}

function wholeLines(file: string): string {
  const text = readFileSync(file, "utf8");
  return text.slice(0, text.lastIndexOf("\n") + 1);
}
