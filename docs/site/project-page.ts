import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What is read of a JSON Schema. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const FILE = join(import.meta.dirname, "../project.schema.json");

/** Returns the page of all keys of a project file, from its schema. */
export function projectPage(): string {
  const schema: Schema = JSON.parse(readFileSync(FILE, "utf8"));
  const sections = Object.entries(schema.properties ?? {}).map(([key, value]) =>
    section(key, value),
  );
  return [
    "# Project file\n",
    "A project file is YAML or JSON. Editors complete its keys from [the schema](../project.schema.json). A key that is not",
    "listed here is refused, with the nearest one that is.\n",
    ...sections,
  ].join("\n");
}

/** Returns a key of the first level with all keys below it. */
function section(key: string, schema: Schema): string {
  const rows = rowsBelow(key, schema);
  const lines = [`## ${key}\n`, `${escaped(schema.description ?? "")}\n`];
  if (rows.length === 0) lines.push(`${valueOf(schema)}\n`);
  else lines.push("| key | value | default | meaning |", "|---|---|---|---|", ...rows, "");
  return lines.join("\n");
}

/** Returns a row of the table for each key below one; of alternatives each key once. */
function rowsBelow(path: string, schema: Schema): readonly string[] {
  const rows = new Map<string, string>();
  for (const shape of [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    for (const [name, value] of Object.entries(shape.properties ?? {})) {
      if (value.const !== undefined) continue;
      const key = `${path}.${name}`;
      if (!rows.has(key)) rows.set(key, rowOf(key, value));
      for (const row of rowsBelow(key, value)) rows.set(row, row);
    }
  }
  return [...rows.values()];
}

function rowOf(key: string, schema: Schema): string {
  const { default: preset } = schema;
  const shown = preset === undefined ? "" : code(JSON.stringify(preset));
  return `| ${code(key)} | ${valueOf(schema)} | ${shown} | ${escaped(schema.description ?? "")} |`;
}

/** Returns the values that a key takes, in words. */
function valueOf(schema: Schema): string {
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes !== undefined) return [...new Set(shapes.map(valueOf))].join(" or ");
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(", ");
  if (schema.type === "array") return `list of ${valueOf(schema.items ?? {})}`;
  return schema.type === undefined ? "any" : [schema.type].flat().join(" or ");
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}

/** Returns a description for a cell of a table of Markdown, in which nothing is taken for markup of HTML. */
function escaped(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
