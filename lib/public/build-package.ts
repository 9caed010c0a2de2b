/**
 * `npm run build [-- FOLDER]`: builds the package that is published, by default into `dist`. It has
 * JavaScript with types, and the files that the program reads.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import packageJson from "../../package.json" with { type: "json" };
import { bundleWeb } from "../../web/bundle.ts";

const ROOT = join(import.meta.dirname, "../..");
const DIST = resolve(process.argv[2] ?? join(ROOT, "dist"));

/** Files that go along as they are. */
const COPIED = [
  "README.md",
  "LICENSE",
  "docs/errors.md",
  "docs/openapi.json",
  "docs/project.schema.json",
  "docs/strategies.md",
  "examples/demo.yaml",
  "examples/forum.yaml",
  "examples/my-strategy.ts",
  "examples/my-strategy.test.ts",
  "examples/my-handler.ts",
  "examples/my-handler.test.ts",
];

/** The least Node that runs the package. */
const NODE = ">=24";

rmSync(DIST, { recursive: true, force: true });
const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
// The gate checks types: to write them takes half as long without.
const options = ["-p", join(ROOT, "tsconfig.build.json"), "--outDir", DIST, "--noCheck"];
execFileSync(process.execPath, [compiler, ...options], { stdio: "inherit" });
for (const file of globSync("**/*.d.ts", { cwd: DIST })) nameModules(join(DIST, file));
removeInnerTypes();
for (const file of COPIED) cpSync(join(ROOT, file), join(DIST, file));
packFunctions();
const { script, style } = await bundleWeb();
writeFileSync(join(DIST, "web/page.js"), script);
writeFileSync(join(DIST, "web/page.css"), style);
writeFileSync(join(DIST, "package.json"), `${JSON.stringify(published(), undefined, 2)}\n`);

/** Lets declarations import what is there: the compiler leaves the names of the sources in them. */
function nameModules(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(/(from |import\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'));
}

/** Removes the declarations that no exported one leads to: half of the files. */
function removeInnerTypes(): void {
  const exported = Object.values(packageJson.exports).map((file) =>
    declarationOf(join(DIST, file)),
  );
  const needed = new Set(exported);
  for (const file of needed)
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
      /(?:from |import\()"(\.[^"]*)"/g,
    ))
      needed.add(declarationOf(join(dirname(file), name)));
  for (const file of globSync("**/*.d.ts", { cwd: DIST }))
    if (!needed.has(join(DIST, file))) rmSync(join(DIST, file));
}

function declarationOf(module: string): string {
  return module.replace(/[.](?:ts|js)$/, ".d.ts");
}

/** The detector of languages, of whose package the program uses a tenth. */
const DETECTOR = {
  file: "language-detector.mjs",
  user: "lib/domain/page/language/page-language.js",
};

/**
 * Packs the bundles of the functions into one file: whoever puts a crawl into a CDK app of their own needs no bundler, and
 * all others a tenth of the bytes. The detector of languages, which is beside them, is the program's, too.
 */
function packFunctions(): void {
  const bundles = mkdtempSync(join(tmpdir(), "dowser-bundles-"));
  const bundler = join(ROOT, "infra/bundle-function.ts");
  execFileSync(process.execPath, [bundler, bundles], { stdio: "inherit" });
  // Like things beside each other: what repeats is packed once.
  const files = globSync("*/*", { cwd: bundles }).toSorted(
    (one, other) => basename(one).localeCompare(basename(other)) || one.localeCompare(other),
  );
  const texts = files.map((file) => [file, readFileSync(join(bundles, file), "utf8")] as const);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const packed = brotliCompressSync(JSON.stringify(Object.fromEntries(texts)), { params });
  writeFileSync(join(DIST, "functions/bundles.br"), packed);
  rmSync(bundles, { recursive: true });

  const [, detector = ""] = texts.find(([file]) => basename(file) === DETECTOR.file) ?? [];
  const user = join(DIST, DETECTOR.user);
  const notice = `/* eld ${packageJson.optionalDependencies.eld}, Apache-2.0: https://github.com/nitotm/efficient-language-detector-js */\n`;
  writeFileSync(join(dirname(user), DETECTOR.file), notice + detector);
  const text = readFileSync(user, "utf8");
  writeFileSync(user, text.replace('"eld/extrasmall"', `"./${DETECTOR.file}"`));
}

/** Returns the package.json of the published package. */
function published(): object {
  const { name, version, description, license, type, dependencies } = packageJson;
  // Who crawls and looks needs none of them. The source runs on the Node that it brings, a package on that of its user.
  const wanted = Object.entries(packageJson.optionalDependencies).filter(
    ([name]) => !name.startsWith("node-") && name !== "eld",
  );
  const peerDependencies = {
    ...Object.fromEntries(wanted.map(([name, version]) => [name, `^${version}`])),
    ...packageJson.peerDependencies,
  };
  const peerDependenciesMeta = Object.fromEntries(
    Object.keys(peerDependencies).map((name) => [name, { optional: true }]),
  );
  const exports = Object.fromEntries(
    Object.entries(packageJson.exports).map(([path, file]) => {
      const module = file.slice(0, -".ts".length);
      return [path, { types: `${module}.d.ts`, default: `${module}.js` }];
    }),
  );
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: NODE },
    bin: { dowser: "lib/cli/dowser.js" },
    exports: { ...exports, "./project.schema.json": "./docs/project.schema.json" },
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
  };
}
