import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";

const root = join(import.meta.dirname, "../..");

it("docs/errors.md lists every error code with its reaction in the code, and no other", () => {
  const thrown = new Map<string, string>();
  for (const file of globSync("{lib,functions,infra,demo}/**/*.ts", { cwd: root })) {
    const source = readFileSync(join(root, file), "utf8");
    const errors = source.matchAll(/code: "([a-z-]+)",\s+reaction: "([a-z-]+)"/g);
    for (const [, code = "", reaction = ""] of errors) thrown.set(code, reaction);
  }
  const page = readFileSync(join(root, "docs/errors.md"), "utf8");
  const documented = new Map(
    Array.from(
      page.matchAll(/^\| `([a-z-]+)` \| ([a-z-]+) \|/gm),
      ([, code = "", reaction = ""]) => [code, reaction],
    ),
  );
  const sorted = (codes: ReadonlyMap<string, string>) =>
    Array.from(codes, ([code, reaction]) => `${code} ${reaction}`).toSorted();
  assert.deepEqual(sorted(documented), sorted(thrown));
  assert.ok(thrown.size > 20);
});
