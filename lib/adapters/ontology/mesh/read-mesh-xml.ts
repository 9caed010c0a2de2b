import type { OntologyReader } from "../ontology-reader.ts";
import { ontologyUnreadable, shortQuote } from "../ontology-unreadable.ts";
import { MeshTree } from "./mesh-tree.ts";
import { readXml } from "./read-xml.ts";

const ROOT = "DescriptorRecordSet";
const RECORD = `${ROOT}/DescriptorRecord`;

/**
 * Reads MeSH descriptors in NLM's XML format (`desc2026.xml`), whose document type puts a record's id
 * before all else. The concepts of a descriptor are one meaning here, as they are to who indexes by it.
 */
export const readMeshXml: OntologyReader = async function* (source) {
  const tree = new MeshTree(source.name);
  let concept: string | undefined;
  let root = "";
  for await (const { path, text } of readXml(source)) {
    if (path === `${RECORD}/DescriptorUI`) concept = text;
    if (path === RECORD) {
      if (concept === undefined) yield { kind: "skipped", reason: "descriptors without an id" };
      concept = undefined;
    }
    root = path;
    if (concept === undefined) continue;
    switch (path) {
      case `${RECORD}/DescriptorName/String`:
        yield { kind: "name", concept, term: text };
        break;
      case `${RECORD}/ConceptList/Concept/TermList/Term/String`:
        yield { kind: "synonym", concept, term: text };
        break;
      case `${RECORD}/SeeRelatedList/SeeRelatedDescriptor/DescriptorReferredTo/DescriptorUI`:
        yield { kind: "related", concept, other: text };
        break;
      case `${RECORD}/TreeNumberList/TreeNumber`:
        tree.add(text, concept);
        break;
      default:
    }
  }
  if (root !== ROOT) {
    throw ontologyUnreadable(source.name, undefined, {
      fault: `has the root element ${shortQuote(root)}, not ${ROOT}`,
      hint: "give NLM's desc20xx.xml; --format reads it as another format",
    });
  }
  yield* tree.links();
};
