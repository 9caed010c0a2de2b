import type { OntologySource } from "../ontology-source.ts";
import { ontologyUnreadable } from "../ontology-unreadable.ts";
import { readLines } from "../read-lines.ts";

/**
 * The rows of an RRF file ("Rich Release Format", UMLS Reference Manual, chapter 3), some thousands at a
 * time. Each field ends with a bar, the last one, too; none is quoted. A row with fewer fields than the
 * manual's `columns` makes the file untrustworthy: no program writes one.
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
