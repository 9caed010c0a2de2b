import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { loadProject } from "../../lib/project/load-project.ts";
import { createStrategy } from "../../lib/project/strategy-choice.ts";
import { parseStrategyOption } from "../../peers/commands/parse-strategy-option.ts";
import { aFolder } from "../support/a-folder.ts";
import { aNeed } from "../support/a-need.ts";

const ZOD = import.meta.resolve("zod");
const CONTEXT = { seed: 1, pages: 10 };
const EMPTY_NEED = aNeed();

/** A module that counts its links down from an option. */
const moduleText = (parts = "") => `import { z } from ${JSON.stringify(ZOD)};
export default {
  name: "mine",
  description: "Mine.",
  options: z.strictObject({ from: z.int().min(1).default(3) }),
  create: ({ from }) => ({
    name: "mine",
    selection: { kind: "best" },
    merge: "greater",
    train: () => from,
    compile: () => ({}),
    isStale: () => false,
  }),
  ${parts}
};
`;

/** A project file beside a module with this text. */
function aProjectWith(test: TestContext, text: string, strategy: object, at = "mine.mjs") {
  const folder = aFolder(test);
  const file = join(folder, "project.json");
  const module = join(folder, at);
  mkdirSync(join(module, ".."), { recursive: true });
  writeFileSync(module, text);
  writeFileSync(file, JSON.stringify({ name: "a", strategy }, undefined, 2));
  return { file, module };
}

const hashed = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

describe("a strategy module in a project file", () => {
  it("A strategy module in a project file is found by a path relative to the file, and its options are checked by its own schema", async (test) => {
    const { file, module } = aProjectWith(test, moduleText(), { module: "./mine.mjs", from: 5 });
    const { strategy } = await loadProject(file);
    const hash = hashed(moduleText());
    assert.deepEqual(strategy, { name: "mine", module, hash, from: 5 });
    const made = await createStrategy(strategy, CONTEXT);
    assert.equal(made.train({ visits: [], misses: [] }, EMPTY_NEED, undefined), 5);
  });

  it("A strategy module in a project file is found as a package that is installed beside the file", async (test) => {
    const at = "node_modules/my-strategies/index.mjs";
    const { file, module } = aProjectWith(test, moduleText(), { module: "my-strategies" }, at);
    const manifest = { name: "my-strategies", version: "1.0.0", exports: "./index.mjs" };
    writeFileSync(join(module, "../package.json"), JSON.stringify(manifest));
    const { strategy } = await loadProject(file);
    assert.deepEqual(strategy, { name: "mine", module, hash: hashed(moduleText()), from: 3 });
  });

  for (const [what, options, message] of [
    ["an unknown option", { form: 5 }, /:5:5 strategy\.form: unknown key; did you mean `from`\?/],
    ["a bad value", { from: 0 }, /:5:13 strategy\.from: expected at least 1, found 0/],
    [
      "another name",
      { name: "yours" },
      /:5:13 strategy\.name: the module's strategy is called mine/,
    ],
    [
      "another hash",
      { hash: "sha256:0" },
      /:5:13 strategy\.hash: the module is another: expected sha256:[0-9a-f]{64}/,
    ],
  ] as const) {
    it(`A strategy module in a project file is refused with the place of ${what}`, async (test) => {
      const strategy = { module: "./mine.mjs", ...options };
      const { file } = aProjectWith(test, moduleText(), strategy);
      await assert.rejects(loadProject(file), { code: "bad-project", message });
    });
  }

  it("A strategy module in a project file is refused where its path is no text", async (test) => {
    const { file } = aProjectWith(test, moduleText(), { module: 3 });
    const message = /:4:15 strategy\.module: expected a path or the name of a package, found 3/;
    await assert.rejects(loadProject(file), { code: "bad-project", message });
  });

  for (const [what, text, module, message] of [
    ["a missing file", "", "./none.mjs", /none\.mjs cannot be read/],
    ["a missing package", "", "no-such-package", /is no package that is installed/],
    ["a file with an error", "export default (", "./mine.mjs", /mine\.mjs cannot be loaded/],
    [
      "a file without a default export",
      "export const a = 1;",
      "./mine.mjs",
      /exports no strategy module/,
    ],
    ["a name in capitals", moduleText('name: "Mine",'), "./mine.mjs", /needs a name in lower case/],
    ["options that are no schema", moduleText("options: {},"), "./mine.mjs", /a schema of zod 4/],
    ["no function to create it", moduleText("create: 3,"), "./mine.mjs", /a function create/],
  ] as const) {
    it(`A strategy module in a project file is refused by a code of its own for ${what}`, async (test) => {
      const { file } = aProjectWith(test, text, { module });
      await assert.rejects(loadProject(file), {
        code: "bad-strategy-module",
        reaction: "fix-config",
        hint: /docs\/strategies\.md/,
        message,
      });
    });
  }

  it("A strategy module in a project file is refused where it makes no strategy", async (test) => {
    const text = moduleText("create: () => ({ name: 'mine', train: () => null }),");
    const { file } = aProjectWith(test, text, { module: "./mine.mjs" });
    const { strategy } = await loadProject(file);
    await assert.rejects(createStrategy(strategy, CONTEXT), {
      code: "bad-strategy-module",
      message: /makes a strategy without selection, merge, compile, isStale$/,
    });
  });
});

describe("a strategy module on the command line", () => {
  it("A strategy module on the command line is a path with options behind a colon", async (test) => {
    const { module } = aProjectWith(test, moduleText(), {});
    const hash = hashed(moduleText());
    const choice = await parseStrategyOption(`${module}:from=7`);
    assert.deepEqual(choice, { name: "mine", module, hash, from: 7 });
  });

  it("A strategy module on the command line is refused with an option that it does not know", async (test) => {
    const { module } = aProjectWith(test, moduleText(), {});
    await assert.rejects(parseStrategyOption(`${module}:form=7`), {
      code: "bad-strategy-option",
      message: /form: unknown key; did you mean `from`\?/,
    });
  });
});
