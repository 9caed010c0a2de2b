import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./about.ts";

const FOLDER = join(import.meta.dirname, "..");

/** The entry itself, which is none. */
const ENTRY = "run";

/** Names of all benches: one file each. */
export function benchNames(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith(".ts"))
    .map(({ name }) => name.slice(0, -".ts".length))
    .filter((name) => name !== ENTRY)
    .toSorted();
}

/** Loads the bench of that name. */
export async function loadBench(name: string): Promise<Bench> {
  const bench: Bench = await import(join(FOLDER, `${name}.ts`));
  return bench;
}
