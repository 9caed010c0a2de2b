import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { bundleModule } from "../../lib/project/bundle-module.ts";
import { hashOf } from "../../lib/project/load-strategy-module.ts";
import { aFolder } from "../support/a-folder.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/my-strategy.ts");

/** Writes a module into a folder of its own, with a library that it may import. */
function aModule(test: TestContext, text: string, library: string): string {
  const folder = aFolder(test);
  mkdirSync(join(folder, "node_modules/bees"), { recursive: true });
  writeFileSync(join(folder, "node_modules/bees/index.js"), library);
  writeFileSync(join(folder, "node_modules/bees/bees.node"), "");
  const file = join(folder, "mine.ts");
  writeFileSync(file, text);
  return file;
}

describe("the bundle of a strategy module", () => {
  it("The bundle of a module has all that it imports, and the hash that a project file may pin", async (test) => {
    const { text, hash } = bundleModule(EXAMPLE);
    const alone = join(aFolder(test), "strategy-module.mjs");
    writeFileSync(alone, text);
    assert.equal(hashOf(alone), hash);
    const exports: { default: { name: string } } = await import(pathToFileURL(alone).href);
    assert.equal(exports.default.name, "my-strategy");
  });

  it("A module that has neither this program nor zod beside it gets those of the program", (test) => {
    const text =
      'import { z } from "dowser/strategy"; import { int } from "zod"; export default z.tuple([int()]);';
    assert.match(bundleModule(aModule(test, text, "")).text, /invalid_type/);
  });

  it("A module gives the same bundle wherever it lies, and another one when an import of it changes", (test) => {
    const text = 'import { hum } from "bees"; export default { hum };';
    const at = (library: string) => bundleModule(aModule(test, text, library)).hash;
    assert.equal(at("exports.hum = 1"), at("exports.hum = 1"));
    assert.notEqual(at("exports.hum = 1"), at("exports.hum = 2"));
  });

  it("A module that cannot be one file is refused, with its file and what is in the way", (test) => {
    const refused = (text: string, library: string, message: RegExp) =>
      assert.throws(() => bundleModule(aModule(test, text, library)), {
        code: "module-not-bundled",
        reaction: "fix-config",
        message,
      });
    refused(
      'import "no-such-bees"; export default 1',
      "",
      /mine\.ts.*Could not resolve "no-such-bees"/s,
    );
    refused(
      'import "bees"',
      'require("./bees.node")',
      /No loader is configured for "\.node" files/,
    );
    refused('export default "', "", /Unterminated string/);
    const long = `export const hum = ${JSON.stringify("b".repeat(5_000_000))}`;
    refused('export * from "bees"', long, /of at most 5000000/);
  });
});
