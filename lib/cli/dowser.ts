#!/usr/bin/env node
import module from "node:module";
import { join } from "node:path";

/** The least version of Node that has all that is used. */
const LEAST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < LEAST_NODE) {
  process.stderr.write(
    `dowser needs Node ${LEAST_NODE} or newer, and this is Node ${process.versions.node}: https://nodejs.org has the newest.\n`,
  );
  process.exit(2);
}

/** In the same place as the code it is compiled from: the same users may change both. */
const COMPILE_CACHE = join(import.meta.dirname, "../../node_modules/.cache/compile");

// This comes before all other imports, so that Node keeps the compiled modules for the next
// command. Node goes on without the cache when it cannot write the folder.
module.enableCompileCache(COMPILE_CACHE);
const { isBrokenPipe, printError } = await import("../run/print/print-error.ts");
const { runProgram } = await import("./program.ts");

// Without a listener, a write to a closed pipe would end the process before a command has cleaned
// up.
process.stdout.on("error", (error) => {
  if (isBrokenPipe(error)) return;
  const named = Object.assign(error, { path: "standard output" });
  process.exit(printError(named, process.stderr, process.argv.includes("--stack")));
});
process.exitCode = await runProgram(process.argv.slice(2), process);
