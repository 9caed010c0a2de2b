import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns the bytes of all files of a folder and its folders. */
export function bytesUnder(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
