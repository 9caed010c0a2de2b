#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** It lies with the code that it is made of: only who may change the one may change the other. */
const COMPILE_CACHE = join(import.meta.dirname, "../../node_modules/.cache/compile");

// This comes before all other imports, so that Node keeps the compiled modules for the next command.
// Node goes on without the cache where it cannot write the folder.
enableCompileCache(COMPILE_CACHE);
await import("./program.ts");
