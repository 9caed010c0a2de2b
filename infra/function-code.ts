import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { Code } from "aws-cdk-lib/aws-lambda";

import type { FunctionName } from "../functions/wiring/environment.ts";

const FUNCTIONS = path.join(import.meta.dirname, "../functions");

/** The bundles of the published package; a checkout has none, and bundles its sources. */
const BUILT = path.join(FUNCTIONS, "bundles");

/** The part of `bundle-function.ts` that is used here: the package has neither it nor esbuild. */
interface Bundler {
  bundleFunction(name: FunctionName, folder: string): void;
}

/** Returns the code of a function: that of the package, or bundled on this machine when the stack is synthesised. */
export function functionCode(name: FunctionName): Code {
  const built = path.join(BUILT, name);
  if (existsSync(built)) return Code.fromAsset(built);
  return Code.fromAsset(FUNCTIONS, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // CDK requires an image; it is never pulled, as the local bundling does all.
      image: DockerImage.fromRegistry("none"),
      // CDK bundles only once for assets with equal options: this makes them different.
      command: [name],
      local: {
        tryBundle(folder) {
          const load: (file: string) => Bundler = createRequire(import.meta.url);
          load("./bundle-function.ts").bundleFunction(name, folder);
          return true;
        },
      },
    },
  });
}
