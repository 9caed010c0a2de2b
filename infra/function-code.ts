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

/** Code of the user, as files that the functions which compile the plan have beside them. */
export interface OwnFiles {
  /** The strategy module of the project. */
  readonly module?: BundledModule | undefined;
  /** Acts on the pages of its crawls. */
  readonly handler?: BundledModule | undefined;
}

/** Their names, as `lib/stack/own-code.ts` looks for them. */
const NAMES = { module: "strategy-module.mjs", handler: "page-handler.mjs" } as const;

const PLANNING: ReadonlySet<FunctionName> = new Set([
  "planner",
  "harvester",
  "trainer",
  "api-handler",
]);

/**
 * Returns the code of a function: that of the package, or bundled on this machine when the stack is synthesised. The user's own
 * is in files beside it, where the function may load them.
 */
export function functionCode(name: FunctionName, own: OwnFiles): Code {
  const files = PLANNING.has(name) ? namedFiles(own) : [];
  if (existsSync(PACKED)) {
    const built = path.join(unpackedBundles(), name);
    return Code.fromAsset(files.length > 0 ? withFiles(built, files) : built);
  }
  return Code.fromAsset(FUNCTIONS, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // CDK requires an image; it is never pulled, as the local bundling does all.
      image: DockerImage.fromRegistry("none"),
      // CDK bundles only once for assets with equal options: this makes them different.
      command: [name, ...files.map(([, { hash }]) => hash)],
      local: {
        tryBundle(folder) {
          const load: (file: string) => Bundler = createRequire(import.meta.url);
          load("./bundle-function.ts").bundleFunction(name, folder);
          writeFiles(folder, files);
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

type NamedFiles = readonly (readonly [file: string, bundled: BundledModule])[];

function namedFiles({ module, handler }: OwnFiles): NamedFiles {
  return [
    ...(module ? [[NAMES.module, module] as const] : []),
    ...(handler ? [[NAMES.handler, handler] as const] : []),
  ];
}

/** Returns a copy of a bundle of the package with the user's files beside it. */
function withFiles(built: string, files: NamedFiles): string {
  const folder = mkdtempSync(path.join(tmpdir(), "dowser-function-"));
  cpSync(built, folder, { recursive: true });
  writeFiles(folder, files);
  return folder;
}

function writeFiles(folder: string, files: NamedFiles): void {
  for (const [file, { text }] of files) writeFileSync(path.join(folder, file), text);
}
