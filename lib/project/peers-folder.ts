/** The one way from the product to `peers`, which is found by its place and may not be there. */
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Beside `lib`, in a checkout and in the package; nothing that is bundled for a stack has it. */
const FOLDER = path.join(import.meta.dirname, "../../peers");

/** Returns the address of a module of `peers`, named without its extension; `undefined` without it. */
export function peersModule(name: string): string | undefined {
  const file = path.join(FOLDER, `${name}${path.extname(import.meta.filename)}`);
  return existsSync(file) ? pathToFileURL(file).href : undefined;
}
