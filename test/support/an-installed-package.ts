/** The package as its user has it: built, packed, and installed by one command of npx into an empty folder. */
import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { serveRegistry } from "./loopback-registry.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Runs a program to its end, and returns what it prints. */
export function run(program: string, args: readonly string[], cwd: string = ROOT): string {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Compiles a project of the package's user, in one thread: each further one infers the types of libraries again. */
export function compile(config: string): string {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  return run(process.execPath, [compiler, "-p", config, "--singleThreaded"]);
}

/** The installed package. */
export interface InstalledPackage {
  /** An empty folder but for `node_modules`: the project of its user. */
  readonly project: string;
  readonly installed: string;
  readonly tarball: string;
  /** What the command printed that installed it. */
  readonly printed: string;
  /** Bytes on the disk of the package and all that came with it. */
  readonly bytes: number;
  readonly dowser: (
    args: readonly string[],
    preload?: readonly string[],
  ) => SpawnSyncReturns<string>;
  readonly remove: () => void;
}

/** Builds, packs and installs the package. */
export async function installPackage(): Promise<InstalledPackage> {
  const at = mkdtempSync(join(tmpdir(), "dowser-package-"));
  const built = join(at, "built");
  run(process.execPath, [join(ROOT, "build-package.ts"), built]);
  const [{ filename }] = JSON.parse(
    run("npm", ["pack", "--json", "--pack-destination", at], built),
  );
  const tarball = join(at, filename);
  const project = join(at, "project");
  mkdirSync(project);
  const printed = await byNpx(tarball, project, join(at, "cache"));
  const [modules = ""] = globSync(join(at, "cache/_npx/*/node_modules"));
  renameSync(modules, join(project, "node_modules"));
  const installed = join(project, "node_modules/dowser");
  return {
    ...{ project, installed, tarball, printed },
    bytes: bytesOnDisk(join(project, "node_modules")),
    dowser: (args, preload = []) =>
      spawnSync(process.execPath, [...preload, join(installed, "lib/cli/dowser.js"), ...args], {
        cwd: project,
        encoding: "utf8",
      }),
    remove: () => rmSync(at, { recursive: true, force: true }),
  };
}

/** Runs `npx dowser --version` of the tarball in the folder, with nothing but the registry of this checkout. */
async function byNpx(tarball: string, cwd: string, cache: string) {
  const registry = await serveRegistry();
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
    npm_config_registry: registry.origin,
    npm_config_cache: cache,
    npm_config_userconfig: join(cache, "none"),
    npm_config_update_notifier: "false",
  };
  const words = ["--yes", "--package", tarball, "dowser", "--version"];
  const npx = spawn("npx", words, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  npx.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await once(npx, "close");
  registry.close();
  return printed;
}

/** Adds packages of this checkout to a project, by links. */
export function addPackages(project: string, names: readonly string[]): void {
  for (const name of names) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { recursive: true, force: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
}

/** Returns the bytes that a folder takes on the disk, as `du` has them. */
function bytesOnDisk(folder: string): number {
  const { blocks } = lstatSync(folder);
  const inside = lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  return inside.reduce((sum, name) => sum + bytesOnDisk(join(folder, name)), blocks * 512);
}
