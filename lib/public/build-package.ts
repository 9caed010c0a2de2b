/**
 * `npm run build [-- FOLDER]`: builds the package that is published, by default into `dist`. It has
 * JavaScript with types, and the files that the program reads.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
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
for (const file of COPIED) cpSync(join(ROOT, file), join(DIST, file));
// Whoever puts a crawl into a CDK app of their own needs no bundler.
const bundler = join(ROOT, "infra/bundle-function.ts");
execFileSync(process.execPath, [bundler, join(DIST, "functions/bundles")], { stdio: "inherit" });
const { script, style } = await bundleWeb();
writeFileSync(join(DIST, "web/page.js"), script);
writeFileSync(join(DIST, "web/page.css"), style);
writeFileSync(join(DIST, "package.json"), `${JSON.stringify(published(), undefined, 2)}\n`);

/** Lets declarations import what is there: the compiler leaves the names of the sources in them. */
function nameModules(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(/(from |import\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'));
}

/** Returns the package.json of the published package. */
function published(): object {
  const { name, version, description, license, type, dependencies } = packageJson;
  const { peerDependencies, peerDependenciesMeta } = packageJson;
  // The source runs on the Node that it brings; a package runs on that of its user.
  const optionalDependencies = Object.fromEntries(
    Object.entries(packageJson.optionalDependencies).filter(([name]) => !name.startsWith("node-")),
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
    optionalDependencies,
    peerDependencies,
    peerDependenciesMeta,
  };
}
