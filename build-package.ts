/**
 * `npm run build [-- FOLDER]`: builds the package that is published, by default into `dist`. It has
 * JavaScript with types, and the files that the program reads.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import packageJson from "./package.json" with { type: "json" };
import { bundleWeb } from "./web/bundle.ts";

const ROOT = import.meta.dirname;
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

/** The detector of languages, of whose package the program uses a tenth. */
const DETECTOR = "language-detector.mjs";
const ITS_USER = "lib/domain/page/language/page-language.js";

rmSync(DIST, { recursive: true, force: true });
const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
// The gate checks types: to write them takes half as long without, and half of that where no thread infers them again.
const options = [
  "-p",
  join(ROOT, "tsconfig.build.json"),
  "--outDir",
  DIST,
  "--noCheck",
  "--singleThreaded",
];
execFileSync(process.execPath, [compiler, ...options], { stdio: "inherit" });
for (const file of globSync("**/*.d.ts", { cwd: DIST })) nameModules(join(DIST, file));
removeInnerTypes();
for (const file of COPIED) cpSync(join(ROOT, file), join(DIST, file));
addFunctions();
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

/** Adds the functions of a stack, packed, and the detector of languages that they have beside them. */
function addFunctions(): void {
  execFileSync(process.execPath, [join(ROOT, "infra/bundle-function.ts"), join(DIST, "functions")]);
  const user = join(DIST, ITS_USER);
  renameSync(join(DIST, "functions", DETECTOR), join(user, "..", DETECTOR));
  const text = readFileSync(user, "utf8").replace('"eld/extrasmall"', `"./${DETECTOR}"`);
  writeFileSync(user, text);
}

/** Returns the package.json of the published package. */
function published(): object {
  const { name, version, description, license, type, dependencies } = packageJson;
  const told = { name, version, description, license, type };
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
    ...told,
    // The least that runs it.
    engines: { node: ">=24" },
    bin: { dowser: "lib/cli/dowser.js" },
    files: globSync("*", { cwd: DIST }),
    exports: { ...exports, "./project.schema.json": "./docs/project.schema.json" },
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
  };
}
