import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { projectSchemaText } from "../../docs/write-json-schema.ts";
import { DEFAULTS } from "../../lib/config/defaults.ts";
import {
  type JsonSchema,
  PROJECT_SCHEMA_FILE,
  projectJsonSchema,
} from "../../lib/project/project-json-schema.ts";
import { projectSchema } from "../../lib/project/project-schema.ts";
import { loadAllStrategies } from "../../lib/project/registry.ts";

type Entry = readonly [path: string, value: unknown];

const isSection = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function leaves(section: Record<string, unknown>, path = ""): Entry[] {
  return Object.entries(section).flatMap(([key, value]): Entry[] =>
    isSection(value) ? leaves(value, `${path}${key}.`) : [[path + key, value]],
  );
}

function properties(schema: JsonSchema, path = ""): [path: string, schema: JsonSchema][] {
  const branches = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return branches.flatMap((branch, index) => [
    ...Object.entries(branch.properties ?? {}).flatMap(([key, child]): [string, JsonSchema][] => [
      [path + key, child],
      ...properties(child, `${path}${key}.`),
    ]),
    ...(index === 0 ? [] : properties({ oneOf: branch.oneOf ?? [] }, path)),
  ]);
}

const STRATEGIES = await loadAllStrategies();

describe("the JSON Schema of project files", () => {
  const described = new Map(properties(projectJsonSchema(STRATEGIES)));

  it("The OpenAPI description is committed as it is generated (npm run generate)", async () => {
    assert.equal(readFileSync(PROJECT_SCHEMA_FILE, "utf8"), await projectSchemaText());
  });

  it("The project file's JSON Schema describes every key", () => {
    const silent = [...described].filter(
      ([path, { description }]) => !description && !path.startsWith("strategy."),
    );
    assert.deepEqual(silent, []);
  });

  for (const [path, value] of leaves(DEFAULTS)) {
    it(`The project file's JSON Schema documents the default of ${path}`, () => {
      assert.deepEqual(described.get(path)?.default, value);
    });
  }

  for (const { name, description, options } of STRATEGIES) {
    it(`The JSON Schema of project files has ${name} with its description, its options and the defaults that they get`, () => {
      const strategy = projectJsonSchema(STRATEGIES).properties?.["strategy"]?.anyOf?.[1];
      const entry = strategy?.oneOf?.find(({ properties }) => properties?.["name"]?.const === name);
      assert.equal(entry?.description, description);
      for (const [option, { default: usual }] of Object.entries(entry.properties ?? {}))
        if (usual !== undefined)
          assert.deepEqual(options.parse({ [option]: usual }), options.parse({}), option);
    });
  }

  it("The JSON Schema of project files takes no default of a project from anywhere but DEFAULTS", () => {
    const known = new Map(leaves(DEFAULTS));
    const others = [...described]
      .filter(([path]) => !path.startsWith("strategy."))
      .filter(([path, schema]) => "default" in schema && !known.has(path))
      .filter(([, schema]) => JSON.stringify(schema.default) !== "{}");
    assert.deepEqual(others, []);
  });

  it("The project file's JSON Schema has the defaults that a minimal project gets", () => {
    const stop = { of: ["https://control.example/"] };
    const assessor = { url: "http://127.0.0.1:1/v1", model: "m" };
    const optional = { search: { provider: "local" }, stop, render: {}, assessor };
    const least = { name: "a", need: { topic: "t" }, ...optional };
    // Queries are composed from examples, and only where that is asked; files have options of their own.
    const composing = { name: "a", need: { good: ["good.html"], files: ["pdf"] } };
    const composed = projectSchema.parse({
      ...composing,
      search: { provider: "local", compose: {} },
    });
    const project = new Map([...leaves(composed), ...leaves(projectSchema.parse(least))]);
    for (const [path, value] of leaves(DEFAULTS)) {
      if (path !== "strategy") assert.deepEqual(project.get(path), value, path);
    }
  });

  it("The project file's JSON Schema allows no unknown key at any level", () => {
    const open = [...described].filter(
      ([path, { properties: known, additionalProperties }]) =>
        known !== undefined && additionalProperties !== false && path !== "extract",
    );
    assert.deepEqual(open, []);
  });
});
