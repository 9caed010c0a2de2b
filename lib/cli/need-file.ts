import { existsSync } from "node:fs";
import { damagedRun } from "../adapters/local/damaged-run.ts";
import type { Need } from "../domain/strategy/strategy.ts";
import { readRunFile, writeRunFile } from "./run-file.ts";

/** Stands for a map in JSON, which has none. */
const MAP_KEY = "$map";

/**
 * Writes the need, example pages and all, to a file that is not there yet. A run keeps what it read
 * at its first start: pages change or go, and a resumed crawl must not look for something else, nor
 * ask their hosts again. Of click paths it keeps the URLs: their training crawl has the pages, thousands
 * perhaps, whose views would be many times as long.
 */
export function keepNeed(file: string, need: Need): void {
  if (!existsSync(file)) writeRunFile(file, toText(need));
}

/**
 * The need that a file holds, click paths without their pages; `undefined` where there is no file.
 * @throws DowserError `run-damaged`
 */
export function readNeedFile(file: string): Need | undefined {
  const kept = readRunFile(file, (_key, value) =>
    isMapEntry(value) ? new Map(value[MAP_KEY]) : value,
  );
  if (kept === undefined || isNeed(kept)) return kept;
  throw damagedRun(file, "holds no need");
}

function isNeed(kept: object): kept is Need {
  return "good" in kept && Array.isArray(kept.good);
}

function toText({ paths, ...need }: Need): string {
  const kept: Need = { ...need, paths: paths && { paths: paths.paths, pages: [] } };
  return JSON.stringify(kept, (_key, value: unknown) =>
    value instanceof Map ? { [MAP_KEY]: [...value] } : value,
  );
}

function isMapEntry(
  value: unknown,
): value is { readonly [MAP_KEY]: readonly [unknown, unknown][] } {
  return (
    typeof value === "object" && value !== null && MAP_KEY in value && Array.isArray(value[MAP_KEY])
  );
}
