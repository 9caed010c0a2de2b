import type { OntologyReader } from "../../lib/adapters/ontology/ontology-reader.ts";
import type { OntologySource } from "../../lib/adapters/ontology/ontology-source.ts";
import { collect } from "./collect.ts";

/** A file that is only in the test; each piece of text is a chunk of bytes. */
export function aSource(...pieces: readonly (string | Uint8Array)[]): OntologySource {
  return {
    name: "bees.txt",
    path: "/nowhere/bees.txt",
    async *bytes() {
      for (const piece of pieces) yield typeof piece === "string" ? Buffer.from(piece) : piece;
    },
  };
}

/** Returns all facts that a reader makes of a file. */
export function readAll(reader: OntologyReader, source: OntologySource) {
  return collect(reader(source));
}
