import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LambdaClient, UpdateFunctionCodeCommand } from "@aws-sdk/client-lambda";
import { build, type Plugin } from "esbuild";
import type { FunctionName } from "../../../functions/wiring/environment.ts";
import { type Deployment, idOf } from "./a-deployment.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SCHEMA = join(ROOT, "lib/adapters/sqlite/database-schema.ts");

const NO_STEPS_YET = "SCHEMA_STEPS: readonly string[] = [";
const STEP = '"ALTER TABLE record ADD COLUMN later TEXT;",';

/** A later version of the tables of a run: one step behind those of this version. */
const laterSchema: Plugin = {
  name: "later-schema",
  setup: ({ onLoad }) =>
    onLoad({ filter: /database-schema\.ts$/ }, () => {
      const [before, after] = readFileSync(SCHEMA, "utf8").split(NO_STEPS_YET);
      assert.ok(before !== undefined && after !== undefined);
      const list = after.slice(0, after.indexOf("]"));
      const steps = list.trim() === "" ? STEP : `${list.replace(/,?\s*$/, ",")}${STEP}`;
      const contents = `${before}${NO_STEPS_YET}${steps}${after.slice(after.indexOf("]"))}`;
      return { contents, loader: "ts" };
    }),
};

/**
 * Gives functions of a stack, by construct ids and names, the code of this version, or of a later
 * one whose database has another schema.
 */
export async function installFunctions(
  deployment: Deployment,
  functions: Readonly<Record<string, FunctionName>>,
  version: "this" | "later",
): Promise<void> {
  for (const [id, name] of Object.entries(functions)) {
    await new LambdaClient().send(
      new UpdateFunctionCodeCommand({
        FunctionName: idOf(deployment, id),
        ZipFile: await packedCode(name, version === "later" ? [laterSchema] : []),
      }),
    );
  }
}

async function packedCode(name: FunctionName, plugins: Plugin[]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "dowser-later-"));
  const outfile = join(folder, "index.mjs");
  await build({
    absWorkingDir: ROOT,
    entryPoints: [`functions/${name}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    mainFields: ["module", "main"],
    banner: {
      js: 'import{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);',
    },
    logLevel: "error",
    plugins,
  });
  const zip = join(folder, "code.zip");
  // MiniStack runs on Python, which packs it without another library.
  const { status, stderr } = spawnSync("python3", ["-m", "zipfile", "-c", zip, outfile], {
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return readFileSync(zip);
}
