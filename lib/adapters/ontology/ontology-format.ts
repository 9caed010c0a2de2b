import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DowserError } from "../../errors.ts";
import type { OntologySource } from "./ontology-source.ts";

/** Forms an ontology is read in; `umls-rrf` is a folder, the others are files. */
export const ONTOLOGY_FORMATS = [
  "mesh-xml",
  "mesh-ascii",
  "mesh-json",
  "obo",
  "skos-rdf",
  "skos-turtle",
  "concept-yaml",
  "concept-csv",
  "umls-rrf",
] as const;

/** One of {@link ONTOLOGY_FORMATS}. */
export type OntologyFormat = (typeof ONTOLOGY_FORMATS)[number];

/** Characters at the start of a file that its format is told by: comments of a page or two may stand first. */
const START_LENGTH = 8_192;

/** What only one format begins with; the root element of XML may stand behind a document type. */
const SIGNATURES: readonly (readonly [RegExp, OntologyFormat])[] = [
  [/<DescriptorRecordSet[\s>]/, "mesh-xml"],
  [/<(?:\w+:)?RDF[\s>]/, "skos-rdf"],
  [/^\s*\*NEWRECORD/, "mesh-ascii"],
  [/^format-version:/m, "obo"],
  [/^\s*\[Term\]/m, "obo"],
  [/^\s*(?:@prefix|@base|PREFIX|BASE)\s/im, "skos-turtle"],
];

/** Of UTF-8 and UTF-16, each byte read as a character. */
const BYTE_ORDER_MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;

/** What files of a format are called where their content does not tell; `.gz` behind it aside. */
const EXTENSIONS: Readonly<Record<string, OntologyFormat>> = {
  bin: "mesh-ascii",
  csv: "concept-csv",
  json: "mesh-json",
  n3: "skos-turtle",
  nt: "skos-turtle",
  obo: "obo",
  owl: "skos-rdf",
  rdf: "skos-rdf",
  tsv: "concept-csv",
  ttl: "skos-turtle",
  yaml: "concept-yaml",
  yml: "concept-yaml",
};

/**
 * The format of an ontology by its content, failing that by its name.
 * @throws DowserError `ontology-format-unknown`
 */
export async function formatOf(source: OntologySource): Promise<OntologyFormat> {
  if (statSync(source.path).isDirectory()) {
    const isUmls = ["MRCONSO.RRF", "MRCONSO.RRF.gz"].some((file) =>
      existsSync(join(source.path, file)),
    );
    if (isUmls) return "umls-rrf";
    throw unknownFormat(source.path, `the folder ${source.name} holds no MRCONSO.RRF of UMLS`);
  }
  const start = await startOf(source);
  const [, signed] = SIGNATURES.find(([signature]) => signature.test(start)) ?? [];
  const [, extension = ""] = /\.(\w+)(?:\.gz)?$/i.exec(source.name) ?? [];
  const format = signed ?? EXTENSIONS[extension.toLowerCase()];
  if (format === undefined)
    throw unknownFormat(source.path, `${source.name} is of no format known`);
  return format;
}

/**
 * A format by its name.
 * @throws DowserError `ontology-format-unknown`
 */
export function formatNamed(name: string): OntologyFormat {
  const format = ONTOLOGY_FORMATS.find((known) => known === name);
  if (format === undefined) throw unknownFormat(name, `${name} is no format of ontologies`);
  return format;
}

/** Every byte is a character here: the signatures are ASCII, and what follows them is not looked at. */
async function startOf(source: OntologySource): Promise<string> {
  let start = "";
  for await (const chunk of source.bytes()) {
    start += new TextDecoder("latin1").decode(chunk).replaceAll("\0", "");
    if (start.length >= START_LENGTH) break;
  }
  return start.slice(0, START_LENGTH).replace(BYTE_ORDER_MARK, "");
}

function unknownFormat(value: string, message: string): DowserError {
  return new DowserError(message, {
    code: "ontology-format-unknown",
    reaction: "fix-config",
    value,
    mend: `name one with --format: ${ONTOLOGY_FORMATS.join(", ")}`,
  });
}
