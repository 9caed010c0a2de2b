import sax from "sax";
import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import { decodeText, xmlEncoding } from "../decode-text.ts";
import type { OntologyReader, SkippedPiece } from "../ontology-reader.ts";
import type { OntologySource } from "../ontology-source.ts";
import { ontologyUnreadable, shortQuote } from "../ontology-unreadable.ts";

const ROOT = "DescriptorRecordSet";
const RECORD = `${ROOT}/DescriptorRecord`;

/**
 * Reads MeSH descriptors in NLM's XML format (`desc2026.xml`), whose document type puts a record's
 * id first. The concepts of a descriptor are treated as one meaning, as indexers treat them.
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

/** An element that ended. */
export interface XmlElement {
  /** Names of the enclosing elements and its own, separated by `/`. */
  readonly path: string;
  /** Its own text without that of inner elements, trimmed; only the beginning of a long text. */
  readonly text: string;
}

/** `strictEntities` is missing in the types of the library. */
const OPTIONS: sax.SAXOptions & { readonly strictEntities: boolean } = { strictEntities: true };
/** Most levels of nested elements; ontologies have a dozen. */
const MAX_DEPTH = 100;
/** Most attributes of an element. */
const MAX_ATTRIBUTES = 1_000;
/** Text kept of an element, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 10_000;

/**
 * Yields the elements of an XML file in the order of their ends, read in pieces. Whatever is not
 * well-formed is an error, and so is any entity but XML's own five. A document type is neither read
 * nor fetched.
 */
export async function* readXml(source: OntologySource): AsyncIterable<XmlElement> {
  const parser = sax.parser(true, OPTIONS);
  const fail: Fail = (fault, cause) => {
    throw ontologyUnreadable(
      source.name,
      { line: parser.line + 1 },
      {
        fault: `is not well-formed XML: ${shortQuote(fault)}`,
        hint: "fetch it again if it is cut off; --format reads it as another format",
        cause,
      },
    );
  };
  const { handlers, take } = collectElements(fail);
  Object.assign(parser, handlers);
  for await (const text of decodeText(source, xmlEncoding)) {
    parser.write(text);
    yield* take();
  }
  parser.close();
  yield* take();
}

type Fail = (fault: string, cause?: unknown) => never;

type Handlers = Pick<
  sax.SAXParser,
  "onerror" | "onattribute" | "onopentag" | "ontext" | "oncdata" | "onclosetag"
>;

/** Creates handlers that collect elements; `take` returns those that have ended. */
function collectElements(fail: Fail): { handlers: Handlers; take: () => XmlElement[] } {
  const open: { readonly path: string; text: string }[] = [];
  const ended: XmlElement[] = [];
  let attributes = 0;
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element === undefined || element.text.length >= MAX_TEXT_LENGTH) return;
    element.text += text.slice(0, MAX_TEXT_LENGTH - element.text.length);
  };
  const handlers: Handlers = {
    onerror: (error) => fail(error.message.split("\n", 1)[0] ?? "", error),
    onattribute() {
      attributes += 1;
      if (attributes > MAX_ATTRIBUTES) fail(`more than ${MAX_ATTRIBUTES} attributes of an element`);
    },
    onopentag({ name }) {
      attributes = 0;
      if (open.length === MAX_DEPTH) fail(`more than ${MAX_DEPTH} elements in each other`);
      const around = open.at(-1)?.path;
      open.push({ path: around === undefined ? name : `${around}/${name}`, text: "" });
    },
    ontext: addText,
    oncdata: addText,
    onclosetag() {
      const element = open.pop();
      if (element !== undefined) ended.push({ path: element.path, text: element.text.trim() });
    },
  };
  return { handlers, take: () => ended.splice(0) };
}

/** Most tree numbers held until the end of a file; MeSH of 2021 has 60,662. */
export const MAX_HELD = 1_000_000;

/** Longest tree number, in UTF-16 units; that of a heading 15 levels below the head has 59. */
const MAX_NUMBER_LENGTH = 100;

/**
 * The tree numbers of MeSH, which imply links to broader headings: the parent of `C12.777.934` is
 * `C12.777`. All are held (60,000 in 2021), since a parent may follow its children.
 */
export class MeshTree {
  readonly #file: string;
  readonly #concepts = new Map<string, string>();
  #tooLong = 0;

  /** `file` is named in messages. */
  constructor(file: string) {
    this.#file = file;
  }

  /** @throws DowserError `ontology-unreadable` when the file has too many */
  add(treeNumber: string, concept: string): void {
    if (this.#concepts.size >= MAX_HELD) throw tooMany(this.#file);
    if (treeNumber.length > MAX_NUMBER_LENGTH) this.#tooLong += 1;
    else this.#concepts.set(treeNumber, concept);
  }

  /**
   * Yields a link for each number that has a parent. Heads of the tree have no parent, and the
   * files of NLM omit some of the heads.
   */
  *links(): Iterable<OntologyFact | SkippedPiece> {
    for (let skipped = this.#tooLong; skipped > 0; skipped--) yield TOO_LONG;
    for (const [treeNumber, concept] of this.#concepts) {
      const cut = treeNumber.lastIndexOf(".");
      if (cut < 0) continue;
      const parent = treeNumber.slice(0, cut);
      const other = this.#concepts.get(parent);
      if (other !== undefined) yield { kind: "broader", concept, other };
      else if (parent.includes("."))
        yield { kind: "skipped", reason: "tree numbers whose parent the file lacks" };
    }
  }
}

function tooMany(file: string) {
  return ontologyUnreadable(file, undefined, {
    fault: `has more than ${MAX_HELD} tree numbers`,
    hint: "give a file of MeSH as NLM publishes it",
  });
}

const TOO_LONG: SkippedPiece = {
  kind: "skipped",
  reason: `tree numbers longer than ${MAX_NUMBER_LENGTH} characters`,
};
