/** The one entry of all benches: `npm run bench -- NAME [ARGUMENTS]`. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

const names = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && entry.name !== "run.ts")
  .map((entry) => entry.name.slice(0, -".ts".length));
const [name = "", ...args] = process.argv.slice(2);

if (names.includes(name)) {
  const { default: bench }: { default: (args: string[]) => Promise<void> } = await import(
    join(import.meta.dirname, `${name}.ts`)
  );
  await bench(args);
} else {
  console.error(`no bench ${JSON.stringify(name)}; there are: ${names.join(", ")}`);
  process.exitCode = 2;
}
