import * as z from "zod";
import { decodeText, utf8OrMarked } from "../decode-text.ts";
import type { OntologyReader } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import { ontologyUnreadable, shortQuote } from "../ontology-unreadable.ts";
import { MeshTree } from "./mesh-tree.ts";

/** Largest file read, in UTF-16 units: it is held as a whole, and MeSH of 2021 has 9.4 million. */
const MAX_LENGTH = 100_000_000;
/** Key of the heads of the tree: tree number → name. */
const TOP_LEVEL = "_top_level";

const DESCRIPTOR = z.object({
  name: z.string(),
  terms: z.array(z.string()),
  tree: z.array(z.string()),
});
const HEADS = z.record(z.string(), z.string());

/**
 * Reads MeSH as one JSON object: descriptor id → `{ name, terms, tree }`. `_top_level` maps the
 * tree numbers of the heads to names. The heads are concepts, with their tree numbers as ids.
 */
export const readMeshJson: OntologyReader = async function* (source) {
  const { [TOP_LEVEL]: heads = {}, ...descriptors } = parseObject(
    await readAll(source),
    source.name,
  );
  const tree = new MeshTree(source.name);
  const headNames = HEADS.safeParse(heads);
  if (!headNames.success) throw unexpected(source.name, TOP_LEVEL);
  for (const [number, name] of Object.entries(headNames.data)) {
    tree.add(number, number);
    yield { kind: "name", concept: number, term: name };
  }
  for (const [concept, value] of Object.entries(descriptors)) {
    const { data } = DESCRIPTOR.safeParse(value);
    if (data === undefined) throw unexpected(source.name, concept);
    yield { kind: "name", concept, term: data.name };
    for (const term of data.terms) yield { kind: "synonym", concept, term };
    for (const number of data.tree) tree.add(number, concept);
  }
  yield* tree.links();
};

async function readAll(source: OntologySource): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of decodeText(source, utf8OrMarked)) {
    parts.push(part);
    length += part.length;
    if (length > MAX_LENGTH) {
      throw ontologyUnreadable(source.name, undefined, {
        fault: `is larger than the ${MAX_LENGTH} characters that are read of a JSON file`,
        hint: "give the ontology as descriptor XML",
      });
    }
  }
  return parts.join("");
}

function parseObject(text: string, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw ontologyUnreadable(file, undefined, {
      fault: `is not JSON: ${shortQuote(cause instanceof Error ? cause.message : String(cause))}`,
      hint: "fetch it again if it is cut off; --format reads it as another format",
      cause,
    });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw unexpected(file, undefined);
  }
  return { ...value };
}

function unexpected(file: string, key: string | undefined) {
  return ontologyUnreadable(file, undefined, {
    fault:
      key === undefined
        ? "is not a JSON object"
        : `has an unexpected value under "${shortQuote(key)}"`,
    hint: `expected { id: { name, terms: [term], tree: [number] }, ${TOP_LEVEL}: { number: name } }`,
  });
}
