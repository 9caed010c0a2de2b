import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import { readLines } from "../decode-text.ts";
import type { SkippedPiece } from "../ontology-reader.ts";
import { type OntologySource, openOntologySource } from "../ontology-source.ts";
import { ontologyUnreadable } from "../ontology-unreadable.ts";
import { ATOM_COLUMNS, rrfConcepts } from "./rrf-concept.ts";
import { RELATION_COLUMNS, rrfRelationFact } from "./rrf-relation.ts";

/** The file of all terms; the file of all relations may be missing. */
const TERMS_FILE = "MRCONSO.RRF";
const RELATIONS_FILE = "MRREL.RRF";

/** Reads a folder of UMLS files in Rich Release Format, each plain or compressed with gzip. */
export async function* readRrf(source: OntologySource): AsyncIterable<OntologyFact | SkippedPiece> {
  const terms = await findFile(source, TERMS_FILE);
  if (terms === undefined) throw noTerms(source);
  const concepts = rrfConcepts();
  for await (const rows of rrfRows(terms, ATOM_COLUMNS)) {
    for (const row of rows) concepts.add(row);
    yield* concepts.take();
  }
  concepts.finish();
  yield* concepts.take();

  const relations = await findFile(source, RELATIONS_FILE);
  if (relations === undefined) return;
  for await (const rows of rrfRows(relations, RELATION_COLUMNS)) {
    for (const row of rows) {
      const fact = rrfRelationFact(row);
      if (fact !== undefined) yield fact;
    }
  }
}

async function findFile(folder: OntologySource, name: string): Promise<OntologySource | undefined> {
  const files = await filesIn(folder);
  const found = [name, `${name}.gz`].find((file) => files.includes(file));
  return found === undefined
    ? undefined
    : openOntologySource(join(folder.path, found), folder.onRead);
}

async function filesIn(folder: OntologySource): Promise<readonly string[]> {
  try {
    return await readdir(folder.path);
  } catch (cause) {
    throw noTerms(folder, cause);
  }
}

function noTerms(folder: OntologySource, cause?: unknown): Error {
  return ontologyUnreadable(folder.name, undefined, {
    fault: `is not a folder with ${TERMS_FILE}`,
    hint: "name the folder META that MetamorphoSys wrote",
    cause,
  });
}

/**
 * Yields the rows of an RRF file ("Rich Release Format", UMLS Reference Manual, chapter 3) in
 * blocks of some thousands. Each field ends with a bar, including the last; none is quoted. A row
 * with fewer fields than the manual's `columns` makes the file untrustworthy: no program writes
 * one.
 */
export async function* rrfRows(
  source: OntologySource,
  columns: number,
): AsyncIterable<readonly (readonly string[])[]> {
  for await (const { first, lines } of readLines(source)) {
    const rows: string[][] = [];
    for (const [index, line] of lines.entries()) {
      if (line === "") continue;
      const fields = line.split("|", columns + 1);
      if (fields.length < columns) throw shortRow(source, first + index, columns, fields.length);
      rows.push(fields);
    }
    yield rows;
  }
}

function shortRow(source: OntologySource, line: number, columns: number, found: number): Error {
  return ontologyUnreadable(
    source.name,
    { line },
    {
      fault: `has ${found} fields between bars, not ${columns}`,
      hint: "give the files as MetamorphoSys writes them; if they are, copy them again: one broke off",
    },
  );
}
