import { formatOf, type OntologyFormat } from "./ontology-format.ts";
import type { OntologyReader } from "./ontology-reader.ts";
import { type OntologySource, openOntologySource } from "./ontology-source.ts";
import { withCleanIds } from "./with-clean-ids.ts";

/** The readers, each loaded when a file asks for it: a library for RDF is no use to a list of words. */
const READERS: Readonly<Record<OntologyFormat, () => Promise<OntologyReader>>> = {
  "mesh-xml": async () => (await import("./mesh/read-mesh-xml.ts")).readMeshXml,
  "mesh-ascii": async () => (await import("./mesh/read-mesh-ascii.ts")).readMeshAscii,
  "mesh-json": async () => (await import("./mesh/read-mesh-json.ts")).readMeshJson,
  obo: async () => (await import("./obo/read-obo.ts")).readObo,
  "skos-rdf": async () => (await import("./skos/read-skos.ts")).readSkosRdf,
  "skos-turtle": async () => (await import("./skos/read-skos.ts")).readSkosTurtle,
  "concept-yaml": async () => (await import("./list/read-concept-list.ts")).readConceptYaml,
  "concept-csv": async () => (await import("./list/read-concept-list.ts")).readConceptCsv,
  "umls-rrf": async () => (await import("./umls/read-rrf.ts")).readRrf,
};

/**
 * The facts of an ontology, read in the format given, or in the one that its content or name tells.
 * Their ids may be shown as they are.
 * @throws DowserError `ontology-format-unknown`, `ontology-unreadable`
 */
export async function* readOntology(
  path: string,
  format: OntologyFormat | undefined,
  onRead?: OntologySource["onRead"],
): ReturnType<OntologyReader> {
  const source = openOntologySource(path, onRead);
  const read = await READERS[format ?? (await formatOf(source))]();
  yield* withCleanIds(read(source));
}
