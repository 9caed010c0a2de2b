import type { JsonSchema } from "./project-json-schema.ts";
import { nearest, pathText } from "./project-problem.ts";

type Path = readonly PropertyKey[];

/** Least letters of a key that belongs elsewhere: shorter ones, such as `url`, may be meant anywhere. */
const LEAST_LETTERS = 4;

/**
 * Returns a function that suggests a key for an unknown one of the mapping at `path`. It suggests
 * the most similar key known there. Failing that, it says where the same key belongs, or lists all
 * keys known there.
 */
export function suggestKey(path: Path, root: unknown, schema: JsonSchema): (key: string) => string {
  const known = knownKeys(schemaAt(schema, path, root), valueAt(root, path));
  return (key) => {
    const close = nearest(key, known) ?? elsewhere(key, schema);
    if (close !== undefined) return `did you mean \`${close}\`?`;
    return known.length === 0 ? "no key is allowed here" : `allowed keys: ${known.join(", ")}`;
  };
}

function elsewhere(key: string, schema: JsonSchema, path: Path = []): string | undefined {
  if (key.length < LEAST_LETTERS) return undefined;
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    if (name === key) return pathText([...path, name]);
    const found = elsewhere(key, child, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function schemaAt(schema: JsonSchema, path: Path, root: unknown): JsonSchema | undefined {
  let at: JsonSchema | undefined = schema;
  path.forEach((key, depth) => {
    if (at === undefined) return;
    const properties = branches(at, valueAt(root, path.slice(0, depth))).map((branch) =>
      typeof key === "string" && Object.hasOwn(branch.properties ?? {}, key)
        ? branch.properties?.[key]
        : undefined,
    );
    at = properties.find((property) => property !== undefined);
  });
  return at;
}

function knownKeys(schema: JsonSchema | undefined, value: unknown): string[] {
  if (schema === undefined) return [];
  return branches(schema, value).flatMap((branch) => Object.keys(branch.properties ?? {}));
}

/**
 * Returns the branches of a union that the value's constants (`name`, `provider`) select, or the
 * schema itself.
 */
function branches(schema: JsonSchema, value: unknown): readonly JsonSchema[] {
  const options = schema.anyOf ?? schema.oneOf;
  if (options === undefined) return [schema];
  return options
    .flatMap((option) => branches(option, value))
    .filter((option) =>
      Object.entries(option.properties ?? {}).every(
        ([key, property]) =>
          property.const === undefined || property.const === valueAt(value, [key]),
      ),
    );
}

/** Returns the value at a path of own keys; `undefined` when the path leaves the value. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
