import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { fail } from "../errors.ts";
import { printResult } from "../run/print/print-line.ts";

/** What its test needs. */
const DOWSER = { dowser: `^${packageJson.version}` };
const NEEDS = {
  strategy: { ...DOWSER, "fast-check": packageJson.peerDependencies["fast-check"] },
  handler: DOWSER,
};

const EXAMPLES = join(import.meta.dirname, "../../examples");

/** Names of modules and, of a strategy, in project files. */
const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Runs `dowser new`: writes an example of its kind with its test into the working directory, under the name given.
 * @throws DowserError `bad-name`, `file-exists`
 */
export function newCommand(kind: keyof typeof NEEDS, name: string): void {
  if (!NAME.test(name)) throw fail("bad-name", { name: JSON.stringify(name), what: kind });
  const texts = new Map<string, string>();
  for (const ending of [".ts", ".test.ts"]) {
    const example = readFileSync(join(EXAMPLES, `my-${kind}${ending}`), "utf8");
    texts.set(name + ending, example.replaceAll(`my-${kind}`, name));
  }
  const taken = [...texts.keys()].find((file) => existsSync(file));
  if (taken !== undefined) throw fail("file-exists/new", { file: taken });
  const devDependencies = NEEDS[kind];
  let install = `npm install --save-dev ${Object.keys(devDependencies).join(" ")}`;
  if (!existsSync("package.json")) {
    const manifest = { private: true, type: "module", devDependencies };
    texts.set("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
    install = "npm install";
  }
  for (const [file, text] of texts) writeFileSync(file, text, { flag: "wx" });
  printResult(`written: ${[...texts.keys()].join(", ")}
crawl with it: dowser crawl PROJECT.yaml --${kind} ./${name}.ts
test it: ${install}, then node --test ${name}.test.ts`);
}
