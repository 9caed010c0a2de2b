import type { OntologyReader } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import { ontologyUnreadable } from "../ontology-unreadable.ts";
import { readLines } from "../read-lines.ts";
import { NO_TERM, termText } from "../term-text.ts";
import { checkHeld, MeshTree } from "./mesh-tree.ts";

/** The line that begins a record. */
const NEW_RECORD = "*NEWRECORD";
/**
 * Most lines of a record, which is held until its id comes last; the longest in MeSH has some
 * hundreds.
 */
const MAX_LINES = 100_000;

interface MeshRecord {
  lines: number;
  id: string | undefined;
  name: string | undefined;
  readonly synonyms: string[];
  readonly treeNumbers: string[];
  readonly seeAlso: string[];
  /** Values that are not terms, or too long to be terms. */
  unusable: number;
}

/**
 * Reads MeSH descriptors in NLM's ASCII format (`d2026.bin`): records of lines `KEY = value`. `FX`
 * refers by name, so the names of all headings are held.
 */
export const readMeshAscii: OntologyReader = async function* (source) {
  const tree = new MeshTree(source.name);
  const idOf = new Map<string, string>();
  const seeAlso: (readonly [string, string])[] = [];
  for await (const record of recordsOf(source)) {
    const { id: concept, name } = record;
    for (let skipped = record.unusable; skipped > 0; skipped--) yield NO_TERM;
    if (concept === undefined || name === undefined) {
      yield { kind: "skipped", reason: "records without an id or a name" };
      continue;
    }
    idOf.set(name, concept);
    yield { kind: "name", concept, term: name };
    for (const term of record.synonyms) yield { kind: "synonym", concept, term };
    for (const number of record.treeNumbers) tree.add(number, concept);
    for (const heading of record.seeAlso) seeAlso.push([concept, heading]);
    checkHeld(source.name, idOf.size + seeAlso.length - 1, "headings and references to them");
  }
  yield* tree.links();
  for (const [concept, heading] of seeAlso) {
    const other = idOf.get(heading);
    if (other === undefined)
      yield { kind: "skipped", reason: "see-also headings that the file lacks" };
    else yield { kind: "related", concept, other };
  }
};

async function* recordsOf(source: OntologySource): AsyncIterable<MeshRecord> {
  let record: MeshRecord | undefined;
  for await (const { first, lines } of readLines(source)) {
    for (const [index, line] of lines.entries()) {
      if (line === NEW_RECORD) {
        if (record !== undefined) yield record;
        record = newRecord();
      } else if (record !== undefined && record.lines < MAX_LINES) {
        readLine(line, record);
      } else if (record !== undefined || line.trim() !== "") {
        throw noRecordBegins(source, first + index);
      }
    }
  }
  if (record === undefined) return;
  // The id is the last line of a record.
  if (record.id === undefined) {
    throw ontologyUnreadable(source.name, undefined, {
      fault: "ends inside a record",
      hint: "fetch it again: the copy broke off",
    });
  }
  yield record;
}

function newRecord(): MeshRecord {
  const lists = { synonyms: [], treeNumbers: [], seeAlso: [] };
  return { lines: 0, id: undefined, name: undefined, ...lists, unusable: 0 };
}

function noRecordBegins(source: OntologySource, line: number) {
  return ontologyUnreadable(
    source.name,
    { line },
    {
      fault: `is not ${NEW_RECORD}, with which records of MeSH in ASCII begin`,
      hint: "give NLM's d20xx.bin; --format reads it as another format",
    },
  );
}

function readLine(line: string, record: MeshRecord): void {
  record.lines += 1;
  const cut = line.indexOf(" = ");
  if (cut < 0) return;
  const take = FIELDS.get(line.slice(0, cut));
  if (take === undefined) return;
  // An entry term is followed by its types and dates.
  const value = termText(line.slice(cut + 3).split("|", 1)[0] ?? "");
  if (value === undefined) record.unusable += 1;
  else take(record, value);
}

type TakeField = (record: MeshRecord, value: string) => void;

const takeSynonym: TakeField = ({ synonyms }, value) => {
  synonyms.push(value);
};

/** Readers of the lines that are used, by their key. */
const FIELDS: ReadonlyMap<string, TakeField> = new Map<string, TakeField>([
  ["ENTRY", takeSynonym],
  ["PRINT ENTRY", takeSynonym],
  ["UI", (record, value) => void (record.id = value)],
  ["MH", (record, value) => void (record.name = value)],
  ["MN", ({ treeNumbers }, value) => void treeNumbers.push(value)],
  ["FX", ({ seeAlso }, value) => void seeAlso.push(value)],
]);
