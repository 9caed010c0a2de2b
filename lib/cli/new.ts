import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { fail } from "../errors.ts";
import { printResult } from "../run/print/print-line.ts";

/** What is written, with the packages that its test needs. */
const KINDS = {
  strategy: { option: "--strategy", needs: ["dowser", "fast-check"] },
  handler: { option: "--handler", needs: ["dowser"] },
} as const;

const EXAMPLES = join(import.meta.dirname, "../../examples");

/** Names of modules and, of a strategy, in project files. */
const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Runs `dowser new`: writes an example of its kind with its test into the working directory, under the name given.
 * @throws DowserError `bad-name`, `file-exists`
 */
export function newCommand(kind: keyof typeof KINDS, name: string): void {
  if (!NAME.test(name)) throw fail("bad-name", { name: JSON.stringify(name), what: kind });
  const texts = new Map<string, string>();
  for (const ending of [".ts", ".test.ts"]) {
    const example = readFileSync(join(EXAMPLES, `my-${kind}${ending}`), "utf8");
    texts.set(name + ending, example.replaceAll(`my-${kind}`, name));
  }
  const { option, needs } = KINDS[kind];
  const hasManifest = existsSync(resolve("package.json"));
  if (!hasManifest) texts.set("package.json", manifest(needs));
  const taken = [...texts.keys()].find((file) => existsSync(resolve(file)));
  if (taken !== undefined) throw fail("file-exists/new", { file: taken });
  for (const [file, text] of texts) writeFileSync(resolve(file), text, { flag: "wx" });
  const install = hasManifest ? `npm install --save-dev ${needs.join(" ")}` : "npm install";
  printResult(
    [
      `written: ${[...texts.keys()].join(", ")}`,
      `crawl with it: dowser crawl PROJECT.yaml ${option} ./${name}.ts`,
      `test it: ${install}, then node --test ${name}.test.ts`,
    ].join("\n"),
  );
}

function manifest(needs: readonly string[]): string {
  const versions: Readonly<Record<string, string>> = {
    dowser: `^${packageJson.version}`,
    "fast-check": packageJson.peerDependencies["fast-check"],
  };
  const devDependencies = Object.fromEntries(needs.map((name) => [name, versions[name]]));
  return `${JSON.stringify({ private: true, type: "module", devDependencies }, undefined, 2)}\n`;
}
