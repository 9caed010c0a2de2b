/** `node infra/bundle-function.ts FOLDER` bundles all functions and packs them into `bundles.br` there, as the package has them. */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

import { buildSync } from "esbuild";

import { ENVIRONMENTS, type FunctionName, hasSourceMaps } from "../functions/wiring/environment.ts";
import { ONE_FILE } from "../lib/project/bundle-module.ts";

const ROOT = path.join(import.meta.dirname, "..");

const DETECTOR = { module: "eld/extrasmall", file: "./language-detector.mjs" };

/** Libraries that a crawl loads only where it asks for them: each is a file beside the others. */
const BESIDE = [DETECTOR, { module: "feedsmith", file: "./feed-parser.mjs" }];

/** Programs in processes and threads of their own, beside the functions that read pages. */
const PROGRAMS = ["features/pdf/watch-pdf-reading", "features/pdf/read-pdf-in-thread"];
const READERS: ReadonlySet<FunctionName> = new Set(["harvester", "planner", "trainer"]);

/** Whose work the detector is, and by which licence it comes along. */
const NOTICE = "/* eld, Apache-2.0: https://github.com/nitotm/efficient-language-detector-js */\n";

/** Bundles of the sources as they are now: a stack that is deployed again bundles nothing. */
const CACHE = path.join(ROOT, "node_modules/.cache/bundles");

/** All that goes into a bundle; the lock file stands for the libraries. */
const SOURCES = ["{functions,lib}/**/*.*", "infra/bundle-function.ts", "package-lock.json"];

/** Rules of features that a stack refuses, by the `notForStack` of their manifests: no function loads them. */
const NOT_FOR_STACKS = globSync("lib/features/*/manifest.ts", { cwd: ROOT })
  .filter((file) => readFileSync(path.join(ROOT, file), "utf8").includes("notForStack:"))
  .map((file) => `./${path.basename(path.dirname(file))}/rule.ts`);

/**
 * Bundles a function and all its imports into one file, `index.mjs` in `folder`; beside it are the
 * libraries that it may load later. Equal sources are bundled once.
 */
export function bundleFunction(name: FunctionName, folder: string): void {
  const kept = path.join(CACHE, `${name}-${hashOfSources()}`);
  if (!existsSync(kept)) keepBundle(name, kept);
  cpSync(kept, folder, { recursive: true });
}

let hash: string | undefined;

function hashOfSources(): string {
  if (hash !== undefined) return hash;
  const sum = createHash("sha256");
  for (const file of globSync(SOURCES, { cwd: ROOT }).toSorted())
    sum.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  hash = sum.digest("hex").slice(0, 32);
  return hash;
}

/** Stores a bundle when it is whole, and removes those of earlier sources. */
function keepBundle(name: FunctionName, kept: string): void {
  mkdirSync(CACHE, { recursive: true });
  const earlier = readdirSync(CACHE).filter((entry) => entry.startsWith(`${name}-`));
  const folder = mkdtempSync(path.join(CACHE, "unfinished-"));
  try {
    bundleInto(name, folder);
    renameSync(folder, kept);
  } catch (error) {
    // Another process may have stored the same bundle meanwhile.
    if (!existsSync(kept)) throw error;
  } finally {
    for (const old of [folder, ...earlier.map((entry) => path.join(CACHE, entry))])
      if (old !== kept) rmSync(old, { recursive: true, force: true });
  }
}

function bundleInto(name: FunctionName, folder: string): void {
  const { metafile } = bundle(
    `functions/${name}.ts`,
    path.join(folder, "index.mjs"),
    hasSourceMaps(name),
  );
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  for (const { module, file } of BESIDE)
    if (imports.some((imported) => imported.path === file))
      bundle(module, path.join(folder, file), false, []);
  for (const program of READERS.has(name) ? PROGRAMS : [])
    bundle(`lib/${program}.ts`, path.join(folder, `${path.basename(program)}.mjs`), false, []);
}

function bundle(entry: string, outfile: string, sourcemap: boolean, beside = BESIDE) {
  return buildSync({
    ...ONE_FILE,
    mainFields: [...ONE_FILE.mainFields],
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    metafile: true,
    sourcemap,
    // The lines are enough: with the sources maps are three times as long.
    sourcesContent: false,
    logLevel: "error",
    alias: Object.fromEntries(beside.map(({ module, file }) => [module, file])),
    external: [...beside.map(({ file }) => file), ...NOT_FOR_STACKS],
  });
}

if (import.meta.main) packFunctions(process.argv[2] ?? ".");

/**
 * Packs the bundles of all functions into one file, as they have much in common: a tenth of the bytes. Beside it is the detector
 * of languages as it is.
 */
function packFunctions(folder: string): void {
  const bundles = mkdtempSync(path.join(tmpdir(), "dowser-bundles-"));
  for (const name of Object.keys(ENVIRONMENTS).filter(isFunction))
    bundleFunction(name, path.join(bundles, name));
  // Like things beside each other: what repeats within 16 MB is packed once.
  const backwards = (file: string) => path.join(path.basename(file), path.dirname(file));
  const files = globSync("*/*", { cwd: bundles }).map(backwards).toSorted().map(backwards);
  const texts = files.map(
    (file) => [file, readFileSync(path.join(bundles, file), "utf8")] as const,
  );
  const [, detector = ""] =
    texts.find(([file]) => path.basename(file) === path.basename(DETECTOR.file)) ?? [];
  rmSync(bundles, { recursive: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const packed = brotliCompressSync(JSON.stringify(Object.fromEntries(texts)), { params });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "bundles.br"), packed);
  writeFileSync(path.join(folder, DETECTOR.file), NOTICE + detector);
}

function isFunction(name: string): name is FunctionName {
  return name in ENVIRONMENTS;
}
