import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Everything that a run has kept, segments unpacked. */
export function keptIn(out: string): string {
  return globSync(join(out, "**/*"))
    .filter((file) => statSync(file).isFile())
    .map((file) => {
      const bytes = readFileSync(file);
      return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
    })
    .join("\n");
}
