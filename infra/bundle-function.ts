import path from "node:path";

import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { Code } from "aws-cdk-lib/aws-lambda";
import { buildSync } from "esbuild";

import type { FunctionName } from "../functions/wiring/environment.ts";

const ROOT = path.join(import.meta.dirname, "..");

/** Libraries in CommonJS ask for Node's modules by `require`, which a module in ESM has not. */
const REQUIRE =
  'import{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);';

/** Bundles a function and all it imports into one file, `index.mjs` in `folder`. */
export function bundleFunction(name: FunctionName, folder: string): void {
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [`functions/${name}.ts`],
    outfile: path.join(folder, "index.mjs"),
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "esm",
    mainFields: ["module", "main"],
    banner: { js: REQUIRE },
    legalComments: "none",
    logLevel: "error",
  });
}

/** The code of a function, bundled on this machine when the stack is synthesised. */
export function functionCode(name: FunctionName): Code {
  return Code.fromAsset(path.join(ROOT, "functions"), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // CDK wants an image; it is never pulled, as the local bundling does all.
      image: DockerImage.fromRegistry("none"),
      // It bundles once for all assets that look the same to it: this tells them apart.
      command: [name],
      local: {
        tryBundle(folder) {
          bundleFunction(name, folder);
          return true;
        },
      },
    },
  });
}
