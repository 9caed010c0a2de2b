import type { OntologyFact } from "../../../domain/methods/ontology/concept.ts";
import { utf8OrMarked } from "../decode-text.ts";
import type { OntologyReader } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import { ontologyUnreadable } from "../ontology-unreadable.ts";
import { conceptListFacts } from "./concept-directory.ts";
import type { ListedConcept, ReportFault } from "./listed-concept.ts";
import { parseConceptCsv } from "./parse-concept-csv.ts";
import { parseConceptYaml } from "./parse-concept-yaml.ts";

/** Reads a table of concepts in CSV, written by hand or by Excel: see docs/concept-lists.md. */
export const readConceptCsv: OntologyReader = (source) => readList(source, parseConceptCsv);

/** Reads a list of concepts in YAML: see docs/concept-lists.md. */
export const readConceptYaml: OntologyReader = (source) => readList(source, parseConceptYaml);

type ParseList = (text: string, report: ReportFault) => readonly ListedConcept[];

interface Fault {
  readonly line: number;
  readonly fault: string;
}

/**
 * Longest list, in bytes: it is held as a whole, as rows refer to later ones. A person writes a
 * thousandth of it.
 */
const MAX_BYTES = 1 << 23;

/** Errors after which a list is given up: a file with more was never meant as a list. */
const MAX_FAULTS = 20;

async function* readList(source: OntologySource, parse: ParseList): AsyncIterable<OntologyFact> {
  const faults: Fault[] = [];
  const report: ReportFault = (line, fault) => {
    faults.push({ line, fault });
    if (faults.length === MAX_FAULTS) throw badList(source, faults);
  };
  const facts = conceptListFacts(parse(await readText(source), report), report);
  if (faults.length > 0) throw badList(source, faults);
  yield* facts;
}

async function readText(source: OntologySource): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.bytes()) {
    length += chunk.length;
    if (length > MAX_BYTES) throw tooLong(source);
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks));
}

/**
 * Decodes a list. Bytes that are neither UTF-8 nor marked as UTF-16 come from an old Excel, in
 * windows-1252.
 */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder(utf8OrMarked(bytes), { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function badList(source: OntologySource, faults: readonly Fault[]): Error {
  const [first, ...others] = faults.toSorted((a, b) => a.line - b.line);
  const told = others.map(({ line, fault }) => `\n${source.name}:${line} ${fault}`).join("");
  return ontologyUnreadable(
    source.name,
    { line: first?.line ?? 1 },
    {
      fault: `${first?.fault ?? ""}${told}`,
      hint: "correct the lines named; docs/concept-lists.md describes the form",
    },
  );
}

function tooLong(source: OntologySource): Error {
  return ontologyUnreadable(source.name, undefined, {
    fault: `has more than ${MAX_BYTES} bytes`,
    hint: "write a list that long as SKOS or OBO, which are read in pieces",
  });
}
