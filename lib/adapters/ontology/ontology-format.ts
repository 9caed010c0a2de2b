import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../errors.ts";
import type { OntologySource } from "./ontology-source.ts";

/** Supported formats of ontologies; `umls-rrf` is a folder, the others are files. */
export const ONTOLOGY_FORMATS = [
  "mesh-xml",
  "obo",
  "skos-rdf",
  "skos-turtle",
  "concept-yaml",
  "concept-csv",
  "umls-rrf",
] as const;

/** One of {@link ONTOLOGY_FORMATS}. */
export type OntologyFormat = (typeof ONTOLOGY_FORMATS)[number];

/**
 * Bytes at the start of a file that determine its format: a page or two of comments may come first.
 */
const START_BYTES = 16_384;

/** Lines or beginnings that only one format has; XML without the prolog. */
const SIGNATURES: readonly (readonly [RegExp, OntologyFormat])[] = [
  [/^\s*<DescriptorRecordSet[\s>]/, "mesh-xml"],
  [/^\s*<(?:\w+:)?RDF[\s>]/, "skos-rdf"],
  [/^format-version:/m, "obo"],
  [/^[ \t]*\[Term\][ \t]*(?:!.*)?\r?$/m, "obo"],
  [/^[ \t]*@?(?:prefix[ \t]+[^\s:]*:|base)\s*</im, "skos-turtle"],
];

/** With it each record of MeSH in ASCII begins, which is not read. */
const ASCII_RECORD = /^\s*\*NEWRECORD/;

/** Comments, declarations and the document type, which may precede the root element of XML. */
const XML_PROLOG = /<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>/g;

/** Byte order marks of UTF-8 and UTF-16, each byte read as a character. */
const BYTE_ORDER_MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;

/**
 * Extensions of handwritten files: any word may begin one of their lines, so the name is checked
 * first.
 */
const LIST_EXTENSIONS: Readonly<Record<string, OntologyFormat>> = {
  csv: "concept-csv",
  tsv: "concept-csv",
  yaml: "concept-yaml",
  yml: "concept-yaml",
};

/** Extensions that decide when the content does not; a final `.gz` is ignored. */
const EXTENSIONS: Readonly<Record<string, OntologyFormat>> = {
  n3: "skos-turtle",
  nt: "skos-turtle",
  obo: "obo",
  owl: "skos-rdf",
  rdf: "skos-rdf",
  ttl: "skos-turtle",
};

const NAME_FORMAT = `name one with --format: ${ONTOLOGY_FORMATS.join(", ")}`;

const AS_XML =
  "MeSH is read as XML: give the descriptors that NLM publishes beside it, as desc2026.xml";

/** Hints for names that show that a file is not an ontology. */
const OTHER_HINTS: Readonly<Record<string, string>> = {
  bin: AS_XML,
  json: AS_XML,
  sqlite: "it is an index already if Dowser made it: dowser ontology show FILE TOPIC",
  zip: "unzip it first, and name the file within",
};

/**
 * Detects the format of an ontology by its content, otherwise by its name.
 * @throws DowserError `ontology-format-unknown`
 */
export async function formatOf(source: OntologySource): Promise<OntologyFormat> {
  if (statSync(source.path).isDirectory()) {
    const isUmls = ["MRCONSO.RRF", "MRCONSO.RRF.gz"].some((file) =>
      existsSync(join(source.path, file)),
    );
    if (isUmls) return "umls-rrf";
    const { name, path: value } = source;
    throw fail("ontology-format-unknown/folder", { name, value });
  }
  const [, written = ""] = /\.(\w+)(?:\.gz)?$/i.exec(source.name) ?? [];
  const extension = written.toLowerCase();
  const listed = namedIn(LIST_EXTENSIONS, extension);
  if (listed !== undefined) return listed;
  const start = await startOf(source);
  const isAscii = ASCII_RECORD.test(start);
  const format = isAscii ? undefined : (signedFormat(start) ?? namedIn(EXTENSIONS, extension));
  if (format !== undefined) return format;
  const hint = isAscii ? AS_XML : (namedIn(OTHER_HINTS, extension) ?? NAME_FORMAT);
  const { name, path: value } = source;
  throw fail("ontology-format-unknown/file", { name, hint, value });
}

/** Returns what a table has under the name that a file gives; no name of a file is that of a method. */
function namedIn<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/**
 * Returns the format with a name.
 * @throws DowserError `ontology-format-unknown`
 */
export function formatNamed(name: string): OntologyFormat {
  const format = ONTOLOGY_FORMATS.find((known) => known === name);
  if (format !== undefined) return format;
  const hint = name.startsWith("mesh-") ? AS_XML : NAME_FORMAT;
  throw fail("ontology-format-unknown", { name, hint });
}

function signedFormat(start: string): OntologyFormat | undefined {
  const text = start.trimStart().startsWith("<") ? start.replace(XML_PROLOG, "") : start;
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1];
}

/**
 * Returns the start with each byte as a character: the signatures are ASCII, and the rest is not
 * examined.
 */
async function startOf(source: OntologySource): Promise<string> {
  let start = Buffer.alloc(0);
  for await (const chunk of source.bytes()) {
    start = Buffer.concat([start, chunk.subarray(0, START_BYTES)]);
    if (start.length >= START_BYTES) break;
  }
  return start.toString("latin1", 0, START_BYTES).replaceAll("\0", "").replace(BYTE_ORDER_MARK, "");
}
