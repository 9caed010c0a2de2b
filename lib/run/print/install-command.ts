/** How packages are installed that only some commands need. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../../..");

/** Packages of which one is of no use without the other; those of one scope are, too. */
const TOGETHER: Readonly<Record<string, string>> = {
  n3: "ontologies",
  "rdfxml-streaming-parser": "ontologies",
  "ml-matrix": "link-distance",
  "wink-lemmatizer": "link-distance",
};

/** Returns the command that installs a package, with those that go with it, for the program that stands in `root`. */
export function installCommand(
  name: string,
  root: string = ROOT,
  ranges: Readonly<Record<string, string>> = packageJson.peerDependencies,
): string {
  const [before, ...inside] = root.split(/[\\/]node_modules[\\/]/);
  if (inside.length === 0) return "npm ci --omit=dev in the folder of Dowser";
  const others = Object.keys(ranges).filter((other) => kindOf(other) === kindOf(name));
  const names = others.length > 0 ? others : [name];
  const words = names.map((each) => each + versionOf(ranges[each])).join(" ");
  // What npx runs is in a folder of its own, which the next version does not share.
  if (/[\\/]_npx[\\/]/.test(root)) return `npm install --global dowser ${words}`;
  const isProject = existsSync(join(before ?? "", "package.json"));
  return `npm install ${isProject ? "" : "--global "}${words}`;
}

function kindOf(name: string): string {
  return name.startsWith("@") ? (name.split("/")[0] ?? name) : (TOGETHER[name] ?? name);
}

/** Returns the major version of a range such as `^3.1.0`, as npm is told it. */
function versionOf(range = ""): string {
  const [, version] = /^\^(0[.]\d+|\d+)/.exec(range) ?? [];
  return version === undefined ? "" : `@${version}`;
}
