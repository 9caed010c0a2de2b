/**
 * `npm run check:packages`: all that `npm ci` installs is pinned by a hash, may be used by its licence, and is
 * listed in docs/licences.md. With `--write` it writes that list.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Licences that all packages may have. LGPL is for `sharp`'s libvips, which is linked at run time and may be left out. */
const FOR_ALL: ReadonlySet<string> = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0"],
  ...["ISC", "LGPL-3.0-or-later", "MIT", "Zlib"],
]);

/** Licences of tools that are not passed on with the program, besides those. */
const FOR_TOOLS: ReadonlySet<string> = new Set([
  ...["CC-BY-4.0", "MIT-0", "MPL-2.0", "Python-2.0"],
]);

/** Licences of packages that name none in their package.json, and where they do. */
const BY_HAND: Readonly<Record<string, string>> = {
  // In its file LICENCE.
  "map-stream": "MIT",
};

/** A package of a lock file, as far as it is judged. */
export interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  /** A list names licences of which one may be chosen. */
  readonly license?: string | readonly string[];
  readonly dev?: boolean;
  /** It comes in the archive of the package whose folder it is in. */
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly optional?: boolean;
  /** Versions of Node; some packages write a list of names. */
  readonly engines?: unknown;
}

/** The packages of a lock file, by their folder; the project itself has the empty name. */
export type Lock = Readonly<Record<string, Locked>>;

/** A package with its licence, and whether it comes along with the program. */
interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly isTool: boolean;
}

const FOLDER = "node_modules/";

if (import.meta.main) checkOrWrite(join(import.meta.dirname, "../.."));

function checkOrWrite(root: string): void {
  const lock = lockOf(root);
  const site = lockOf(join(root, "docs/site"));
  const { allowScripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const page = join(root, "docs/licences.md");
  const text = licencesPage(lock, site);
  if (process.argv.includes("--write")) writeFileSync(page, text);
  const faults = [
    ...[lock, site].flatMap((each) => [...pinFaults(each), ...licenceFaults(each)]),
    ...scriptFaults(lock, Object.keys(allowScripts)),
    ...engineFaults(lock),
    ...installFaults(lock, (path) => installedLicence(root, path)),
    ...(existsSync(page) && readFileSync(page, "utf8") === text
      ? []
      : ["docs/licences.md is not what package-lock.json says: npm run generate writes it"]),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

function lockOf(folder: string): Lock {
  return JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
}

/** What an installed package says of its licence; `undefined` for one that is not installed. */
function installedLicence(root: string, path: string): Installed | undefined {
  const file = join(root, path, "package.json");
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, "utf8"));
  return { licence: license ?? licenses };
}

/** What is installed in the folder of a package. */
interface Installed {
  readonly licence: unknown;
}

/** Names the packages whose archive no hash pins. */
export function pinFaults(lock: Lock): string[] {
  return packagesOf(lock).flatMap(([path, { inBundle, integrity }]) => {
    const archive = inBundle === true ? archiveOf(lock, path)?.integrity : integrity;
    return archive === undefined ? [`${path} has no integrity hash in the lock file`] : [];
  });
}

/** The package in whose archive one comes that is bundled. */
function archiveOf(lock: Lock, path: string): Locked | undefined {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf(`/${FOLDER}`)));
  const found = lock[parent];
  return found?.inBundle === true ? archiveOf(lock, parent) : found;
}

/** Names the packages whose licence is not allowed where they are used. */
export function licenceFaults(lock: Lock): string[] {
  return licensed(lock).flatMap(({ name, version, licence, isTool }) =>
    isAllowed(licence, isTool) ? [] : [`${name} ${version} has the licence ${licence}`],
  );
}

/** Names the packages that run a program when they are installed, about which package.json does not decide. */
export function scriptFaults(lock: Lock, decided: readonly string[]): string[] {
  return packagesOf(lock).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript === true && !decided.includes(nameOf(path))
      ? [`${path} has an install script that "allowScripts" of package.json does not name`]
      : [],
  );
}

/**
 * Names optional packages whose `engines` ask for a newer Node than the oldest that `npm ci` may run on: npm leaves
 * them out there in silence, while of others it warns.
 */
export function engineFaults(lock: Lock): string[] {
  const oldest = oldestNode(lock[""]);
  return packagesOf(lock).flatMap(([path, locked]) =>
    locked.optional === true && oldestNode(locked) > oldest
      ? [`${path} is optional, and npm on Node ${oldest} leaves it out: make it a dependency`]
      : [],
  );
}

/** The oldest major version of Node that a package names; 0 where it names none. */
function oldestNode(locked: Locked | undefined): number {
  const { engines } = locked ?? {};
  if (engines === null || typeof engines !== "object" || !("node" in engines)) return 0;
  const majors = String(engines.node)
    .split("||")
    .map((range) => Number(/\d+/.exec(range)?.[0] ?? 0));
  return Math.min(...majors);
}

/**
 * Names optional packages that this machine should have and has not, and packages that say another licence than
 * the lock file.
 */
export function installFaults(
  lock: Lock,
  installed: (path: string) => Installed | undefined,
  { platform, arch }: Pick<NodeJS.Process, "platform" | "arch"> = process,
): string[] {
  const direct = Object.keys(lock[""]?.optionalDependencies ?? {}).map((name) => FOLDER + name);
  const missing = direct.filter((path) => {
    const { os, cpu } = lock[path] ?? {};
    return fits(os, platform) && fits(cpu, arch) && installed(path) === undefined;
  });
  const others = packagesOf(lock).filter(([path, { license }]) => {
    const found = installed(path);
    return found !== undefined && String(found.licence) !== String(license);
  });
  return [
    ...missing.map((path) => `${path} is not installed: npm ci installs it`),
    ...others.map(([path]) => `${path} has another licence than the lock file says`),
  ];
}

function fits(wanted: Locked["os"], here: string): boolean {
  return wanted === undefined || [wanted].flat().includes(here);
}

/** Whether a licence, as SPDX writes it, is one that may be used. */
function isAllowed(licence: string, isTool: boolean): boolean {
  const isKnown = (name: string) => FOR_ALL.has(name) || (isTool && FOR_TOOLS.has(name));
  const text = licence.replace(/^\(([^()]*)\)$/, "$1");
  return text.split(" OR ").some((all) => all.split(" AND ").every(isKnown));
}

function packagesOf(lock: Lock): (readonly [path: string, locked: Locked])[] {
  return Object.entries(lock).filter(([path]) => path !== "");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}

function licensed(lock: Lock): Licensed[] {
  return packagesOf(lock).map(([path, { license, version = "", dev = false }]) => {
    const name = nameOf(path);
    const licence = license === undefined ? BY_HAND[name] : [license].flat().join(" OR ");
    return { name, version, licence: licence ?? "none", isTool: dev };
  });
}

/** Returns the text of docs/licences.md. */
function licencesPage(lock: Lock, site: Lock): string {
  const all = licensed(lock);
  return [
    "# Licences of the packages",
    "`npm run generate` makes this list from the lock files. `npm run check:packages` fails on a licence that it does not allow.",
    "Dowser itself has the [MIT licence](https://opensource.org/license/mit).",
    ...section(
      "Used by the program",
      all.filter(({ isTool }) => !isTool),
    ),
    ...section(
      "Used to develop it",
      all.filter(({ isTool }) => isTool),
    ),
    ...section("Used to build the documentation site", licensed(site)),
    "",
  ].join("\n\n");
}

function section(title: string, packages: readonly Licensed[]): string[] {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence);
  const rows = [...byLicence].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(row);
  return [`## ${title}`, ["| licence | number | packages |", "|---|---|---|", ...rows].join("\n")];
}

function row([licence, packages]: readonly [string, readonly Licensed[]]): string {
  const names = new Set(packages.map(({ name, version }) => `${name} ${version}`));
  return `| ${licence} | ${names.size} | ${[...names].toSorted().join(", ")} |`;
}
