import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";

import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { Code } from "aws-cdk-lib/aws-lambda";
import type { FunctionName } from "../functions/wiring/environment.ts";
import type { BundledModule } from "../lib/project/bundle-module.ts";

const FUNCTIONS = path.join(import.meta.dirname, "../functions");

/** The bundles of the published package, packed; a checkout has none, and bundles its sources. */
const PACKED = path.join(FUNCTIONS, "bundles.br");

/** The part of `bundle-function.ts` that is used here: the package has neither it nor esbuild. */
interface Bundler {
  bundleFunction(name: FunctionName, folder: string): void;
}

/** The file of the project's strategy module, and the functions that compile its plan. */
const MODULE = "strategy-module.mjs";
const PLANNING: ReadonlySet<FunctionName> = new Set([
  "planner",
  "harvester",
  "trainer",
  "api-handler",
]);

/**
 * Returns the code of a function: that of the package, or bundled on this machine when the stack is synthesised. The project's
 * strategy module is a file beside it, where the function may load it.
 */
export function functionCode(name: FunctionName, projectModule: BundledModule | undefined): Code {
  const module = PLANNING.has(name) ? projectModule : undefined;
  if (existsSync(PACKED)) {
    const built = path.join(unpackedBundles(), name);
    return Code.fromAsset(module ? withModule(built, module) : built);
  }
  return Code.fromAsset(FUNCTIONS, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // CDK requires an image; it is never pulled, as the local bundling does all.
      image: DockerImage.fromRegistry("none"),
      // CDK bundles only once for assets with equal options: this makes them different.
      command: [name, ...(module ? [module.hash] : [])],
      local: {
        tryBundle(folder) {
          const load: (file: string) => Bundler = createRequire(import.meta.url);
          load("./bundle-function.ts").bundleFunction(name, folder);
          if (module) writeFileSync(path.join(folder, MODULE), module.text);
          return true;
        },
      },
    },
  });
}

let unpacked: string | undefined;

/** Unpacks the bundles into a folder, once in a process: CDK copies what it needs into its own. */
function unpackedBundles(): string {
  if (unpacked !== undefined) return unpacked;
  const folder = mkdtempSync(path.join(tmpdir(), "dowser-functions-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const files: Readonly<Record<string, string>> = JSON.parse(
    brotliDecompressSync(readFileSync(PACKED)).toString(),
  );
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  unpacked = folder;
  return folder;
}

/** Returns a copy of a bundle of the package with the module beside it. */
function withModule(built: string, { text }: BundledModule): string {
  const folder = mkdtempSync(path.join(tmpdir(), "dowser-function-"));
  cpSync(built, folder, { recursive: true });
  writeFileSync(path.join(folder, MODULE), text);
  return folder;
}
