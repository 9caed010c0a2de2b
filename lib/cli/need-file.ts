import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { damagedRun } from "../adapters/local/damaged-run.ts";
import type { Need } from "../domain/strategy/strategy.ts";

/** Stands for a map in JSON, which has none. */
const MAP_KEY = "$map";

/**
 * Writes the need, example pages and all, to a file that is not there yet. A run keeps what it read at its first start: pages change
 * or go, and a resumed crawl must not look for something else, nor ask their hosts again.
 */
export function keepNeed(file: string, need: Need): void {
  if (existsSync(file)) return;
  writeFileSync(`${file}.new`, toText(need), { flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * The need that a file holds, `undefined` where there is no file.
 * @throws DowserError `run-damaged`
 */
export function readNeedFile(file: string): Need | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const need: Need | null = JSON.parse(readFileSync(file, "utf8"), (_key, value: unknown) =>
      isMapEntry(value) ? new Map(value[MAP_KEY]) : value,
    );
    if (typeof need === "object" && need !== null && Array.isArray(need.good)) return need;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw damagedRun(file, "is no JSON", cause);
  }
  throw damagedRun(file, "holds no need");
}

function toText(need: Need): string {
  return JSON.stringify(need, (_key, value: unknown) =>
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
