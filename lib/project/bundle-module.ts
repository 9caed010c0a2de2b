/** A strategy module of the user with all that it imports, as one file that functions of a stack load. */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { fail } from "../errors.ts";

/** A module that was bundled. */
export interface BundledModule {
  readonly text: string;
  /** Hash of the text, in the form of a project file. */
  readonly hash: string;
}

/** The part of esbuild that is used here: who deploys no module needs no esbuild. */
interface Bundler {
  buildSync(options: object): { readonly outputFiles: readonly { readonly text: string }[] };
}

/** Largest bundle, in bytes of UTF-8: each of four functions has it, and loads it at each cold start. */
const MOST_BYTES = 5_000_000;

/** How esbuild makes one file that Node 24 loads, here and of the functions of a stack. */
export const ONE_FILE = {
  bundle: true,
  minify: true,
  platform: "node",
  target: "node24",
  format: "esm",
  mainFields: ["module", "main"],
  // ESM lacks `require`: libraries in CommonJS use it to load Node's modules.
  banner: {
    js: 'import{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);',
  },
  legalComments: "none",
} as const;

/**
 * Bundles a strategy module. Equal files give an equal bundle, wherever they are.
 * @throws DowserError `module-not-bundled`
 */
export function bundleModule(file: string): BundledModule {
  const text = bundled(file);
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES) throw notBundled(file, `it has ${bytes} bytes, of at most ${MOST_BYTES}`);
  return { text, hash: `sha256:${createHash("sha256").update(text).digest("hex")}` };
}

function bundled(file: string): string {
  const esbuild = bundler(file);
  try {
    const { outputFiles } = esbuild.buildSync({
      ...ONE_FILE,
      entryPoints: [file],
      write: false,
      alias: ownPackages(file),
      logLevel: "silent",
    });
    return outputFiles[0]?.text ?? "";
  } catch (cause) {
    throw notBundled(file, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** What a module may import without having it, as on one machine: what is installed beside it goes first. */
const GIVEN = ["dowser/strategy", "zod"];

/** Returns where what a module lacks is in this program, which may be installed elsewhere. */
function ownPackages(file: string): Readonly<Record<string, string>> {
  const { resolve } = createRequire(file);
  const isMissing = (name: string) => {
    try {
      resolve(name);
      return false;
    } catch {
      return true;
    }
  };
  const missing = GIVEN.filter(isMissing);
  return Object.fromEntries(
    missing.map((name) => [name, fileURLToPath(import.meta.resolve(name))]),
  );
}

function bundler(file: string): Bundler {
  const load: (name: string) => Bundler = createRequire(import.meta.url);
  try {
    return load("esbuild");
  } catch (cause) {
    throw notBundled(file, "esbuild is not installed: npm install esbuild", cause);
  }
}

function notBundled(file: string, why: string, cause?: unknown) {
  return fail("module-not-bundled", { file, why }, cause);
}
