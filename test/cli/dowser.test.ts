import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import packageJson from "../../package.json" with { type: "json" };

const PROGRAM = join(import.meta.dirname, "../../lib/cli/dowser.ts");

/** Prints where Node keeps compiled modules, when the process ends. */
const TELL_CACHE = `data:text/javascript,${encodeURIComponent(
  'import { getCompileCacheDir } from "node:module"; process.on("exit", () => console.log(`cache: ${getCompileCacheDir()}`));',
)}`;

/** Prints how many modules were loaded, and of which packages, when the process ends. */
const TELL_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const urls = new Set();
  registerHooks({ load: (url, context, next) => { urls.add(url); return next(url, context); } });
  process.on("exit", () => {
    const names = [...urls].map((url) => url.match(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/)?.[1]);
    const packages = [...new Set(names)].filter((name) => name !== undefined);
    console.log("loaded: " + JSON.stringify({ modules: urls.size, packages }));
  });
`)}`;

/** Packages that read the command line. */
const COMMAND_LINE = ["@commander-js/extra-typings", "commander"];

/** What a command loads. */
function loadedBy(...args: readonly string[]): { readonly modules: number; packages: string[] } {
  const { stdout } = run(["--import", TELL_MODULES], ...args);
  return JSON.parse(/^loaded: (.*)$/mu.exec(stdout)?.[1] ?? "");
}

function run(nodeOptions: readonly string[], ...args: readonly string[]) {
  const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...env } = process.env;
  return spawnSync(process.execPath, [...nodeOptions, PROGRAM, ...args], { env, encoding: "utf8" });
}

describe("the entry of the program", () => {
  it("The program keeps compiled modules inside the installed package for the next command", () => {
    const { stdout, status } = run(["--import", TELL_CACHE], "--version");
    assert.equal(status, 0);
    assert.match(stdout, /^cache: .*node_modules[\\/]\.cache[\\/]compile/mu);
  });

  it("The program works where the process may not write the cache", () => {
    const readOnly = ["--permission", "--allow-fs-read=*", "--no-warnings"];
    const { stdout, stderr, status } = run(readOnly, "--version");
    assert.deepEqual(
      { stdout, stderr, status },
      { stdout: `${packageJson.version}\n`, stderr: "", status: 0 },
    );
  });

  it("The program loads no command to print the help of the program", () => {
    for (const args of [["--help"], ["label"], ["label", "list", "--help"]]) {
      const { modules, packages } = loadedBy(...args);
      assert.ok(modules > 0 && modules < 50, `${modules} modules`);
      assert.deepEqual(packages, COMMAND_LINE);
    }
  });

  it("`label list` loads no package beyond the command line's: it begins in a fraction of a second", () => {
    const { modules, packages } = loadedBy("label", "list", "no-run");
    assert.deepEqual(packages, COMMAND_LINE);
    assert.ok(modules < 60, `${modules} modules`);
  });

  it("`status` loads no package of AWS before the project file is read", () => {
    const { packages } = loadedBy("status", "no-project.yaml");
    assert.deepEqual(
      packages.filter((name) => name.startsWith("@aws-sdk/")),
      [],
    );
  });
});
