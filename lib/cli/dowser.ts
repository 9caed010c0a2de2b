#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** In the same place as the code it is compiled from: the same users may change both. */
const COMPILE_CACHE = join(import.meta.dirname, "../../node_modules/.cache/compile");

// This comes before all other imports, so that Node keeps the compiled modules for the next
// command. Node goes on without the cache when it cannot write the folder.
enableCompileCache(COMPILE_CACHE);
await import("./program.ts");
