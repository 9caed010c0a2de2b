import type { OntologyFact } from "../../../domain/methods/ontology/concept-set.ts";
import { NO_TERM, type SkippedPiece, termText } from "../ontology-reader.ts";
import type { RdfStatement, RdfTerm } from "./rdf-statements.ts";

/** Converts statements to facts. */
interface SkosFacts {
  add(statement: RdfStatement): void;
  /** Ends the input: no more statements follow. */
  finish(): void;
  /** Returns the facts that became certain since the last call. */
  take(): readonly (OntologyFact | SkippedPiece)[];
}

/**
 * Creates a reader of SKOS (https://www.w3.org/TR/skos-reference/) and of the labels of SKOS-XL.
 * The name of a concept is its preferred label in English; all others, of any language, are
 * synonyms. Nothing waits for the rest of a concept: labels have ranks, and an unusable concept is
 * reported by its id. Transitive links are left out: they would put all ancestors one step away.
 */
export function skosFacts(): SkosFacts {
  let certain: (OntologyFact | SkippedPiece)[] = [];
  const nodes = labelNodes((piece) => certain.push(piece));

  const addLabel = (label: JoinedLabel | undefined): void => {
    if (label === undefined) return;
    const { concept, term } = label;
    if (!label.isPreferred) certain.push({ kind: "synonym", concept, term });
    else certain.push({ kind: "name", concept, term, rank: nameRank(label.language) });
  };
  const addStatement = (role: SkosRole, { subject, object }: RdfStatement): void => {
    const concept = subject.value;
    switch (role) {
      case "name":
      case "synonym":
      case "label-form": {
        const form = labelForm(object);
        if (form === undefined) certain.push(NO_TERM);
        else if (role === "label-form") addLabel(nodes.addForm(subject, form));
        else addLabel({ ...form, concept, isPreferred: role === "name" });
        break;
      }
      case "name-node":
      case "synonym-node":
        addLabel(nodes.addLink(object, { concept, isPreferred: role === "name-node" }));
        break;
      case "broader":
      case "related":
        certain.push({ kind: role, concept, other: object.value });
        break;
      case "narrower":
        certain.push({ kind: "broader", concept: object.value, other: concept });
        break;
      case "deprecated":
      case "no-concept":
        certain.push({ ...LEFT_OUT[role], concept });
        break;
      case "transitive":
      case "nameless":
        certain.push(LEFT_OUT[role]);
    }
  };

  return {
    add(statement) {
      const role = skosRole(statement);
      if (role !== undefined) addStatement(role, statement);
    },
    finish: () => nodes.finish(),
    take() {
      const taken = certain;
      certain = [];
      return taken;
    },
  };
}

function labelForm({ value, language = "" }: RdfTerm): LabelForm | undefined {
  const term = termText(value);
  return term === undefined ? undefined : { term, language };
}

const LEFT_OUT: Readonly<
  Record<"deprecated" | "no-concept" | "transitive" | "nameless", SkippedPiece>
> = {
  deprecated: { kind: "skipped", reason: "deprecated concepts" },
  "no-concept": { kind: "skipped", reason: "schemes and collections" },
  transitive: { kind: "skipped", reason: "transitive links" },
  nameless: { kind: "skipped", reason: "labels and links of concepts without an IRI" },
};

/**
 * Returns the rank of a preferred label by its language tag (BCP 47): English, then none, then all
 * others.
 */
function nameRank(languageTag: string): number {
  const language = languageTag.toLowerCase();
  if (language === "en") return 0;
  if (language.startsWith("en-")) return 1;
  return language === "" ? 2 : 3;
}

/** The meaning of a SKOS statement. */
type SkosRole =
  /** The object is a label of the subject. */
  | "name"
  | "synonym"
  /** The object is a node (SKOS-XL) that represents a label of the subject. */
  | "name-node"
  | "synonym-node"
  /** The object is the text of the subject, which is such a node. */
  | "label-form"
  /**
   * The object is the concept that the subject is linked to, by one step or any number of steps.
   */
  | "broader"
  | "narrower"
  | "related"
  | "transitive"
  /** The subject is no longer used, or it is not a concept but a collection of concepts. */
  | "deprecated"
  | "no-concept"
  /** It concerns a concept without an IRI, to which nothing else could refer. */
  | "nameless";

const SKOS = "http://www.w3.org/2004/02/skos/core#";
const SKOS_XL = "http://www.w3.org/2008/05/skos-xl#";
const RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const DEPRECATED = "http://www.w3.org/2002/07/owl#deprecated";

const LABEL_ROLES: ReadonlyMap<string, SkosRole> = new Map([
  [`${SKOS}prefLabel`, "name"],
  [`${SKOS}altLabel`, "synonym"],
  // Mostly misspellings, which pages have, too.
  [`${SKOS}hiddenLabel`, "synonym"],
  [`${SKOS_XL}literalForm`, "label-form"],
]);

const LINK_ROLES: ReadonlyMap<string, SkosRole> = new Map([
  [`${SKOS}broader`, "broader"],
  [`${SKOS}narrower`, "narrower"],
  [`${SKOS}related`, "related"],
  [`${SKOS}broaderTransitive`, "transitive"],
  [`${SKOS}narrowerTransitive`, "transitive"],
  [`${SKOS_XL}prefLabel`, "name-node"],
  [`${SKOS_XL}altLabel`, "synonym-node"],
  [`${SKOS_XL}hiddenLabel`, "synonym-node"],
]);

/** Types of resources that are labelled like concepts but are not concepts. */
const NO_CONCEPTS: ReadonlySet<string> = new Set([
  `${SKOS}ConceptScheme`,
  `${SKOS}Collection`,
  `${SKOS}OrderedCollection`,
]);

/** Returns a statement's meaning; undefined when it concerns neither terms nor links. */
function skosRole(statement: RdfStatement): SkosRole | undefined {
  const role = roleOfPredicate(statement);
  if (role === undefined || role === "label-form") return role;
  if (statement.subject.termType !== "NamedNode") return "nameless";
  const isLink = role === "broader" || role === "narrower" || role === "related";
  return isLink && statement.object.termType !== "NamedNode" ? "nameless" : role;
}

function roleOfPredicate({ predicate, object }: RdfStatement): SkosRole | undefined {
  if (object.termType === "Literal") {
    const isTrue = object.value === "true" || object.value === "1";
    if (predicate.value === DEPRECATED && isTrue) return "deprecated";
    return LABEL_ROLES.get(predicate.value);
  }
  if (predicate.value === RDF_TYPE && NO_CONCEPTS.has(object.value)) return "no-concept";
  return LINK_ROLES.get(predicate.value);
}

/** The text of a label. */
interface LabelForm {
  readonly term: string;
  /** Its language tag (BCP 47), `""` without one. */
  readonly language: string;
}

/** Whose label it is. */
interface LabelLink {
  readonly concept: string;
  readonly isPreferred: boolean;
}

/** A label that is whole. */
type JoinedLabel = LabelForm & LabelLink;

/** Joins labels that SKOS-XL splits into concept → node and node → text, which may be far apart. */
interface LabelNodes {
  addLink(node: RdfTerm, link: LabelLink): JoinedLabel | undefined;
  addForm(node: RdfTerm, form: LabelForm): JoinedLabel | undefined;
  /** Gives up all halves that found no match. */
  finish(): void;
}

/**
 * Most halves kept until their match comes, some 300 bytes each; beyond it the oldest is given up.
 */
export const MAX_HALVES = 200_000;

const HALF_LABEL: SkippedPiece = {
  kind: "skipped",
  reason: "SKOS-XL labels without a text or a concept, or with the two too far apart",
};

/** Creates an empty collection; each half that is given up is reported to `tell`. */
export function labelNodes(tell: (piece: SkippedPiece) => void): LabelNodes {
  const links = new Map<string, LabelLink>();
  const forms = new Map<string, LabelForm>();

  const keep = <Half>(halves: Map<string, Half>, key: string, half: Half): void => {
    if (halves.has(key)) tell(HALF_LABEL);
    halves.set(key, half);
    if (halves.size <= MAX_HALVES) return;
    const [oldest] = halves.keys();
    if (oldest !== undefined) halves.delete(oldest);
    tell(HALF_LABEL);
  };
  /** Removes and returns the other half of a label; if it is missing, keeps this half. */
  const meet = <Half, Other>(
    node: RdfTerm,
    half: Half,
    halves: Map<string, Half>,
    others: Map<string, Other>,
  ): Other | undefined => {
    const key = keyOf(node);
    const other = others.get(key);
    if (other === undefined) keep(halves, key, half);
    else others.delete(key);
    return other;
  };
  return {
    addLink(node, link) {
      const form = meet(node, link, links, forms);
      return form && { ...link, ...form };
    },
    addForm(node, form) {
      const link = meet(node, form, forms, links);
      return link && { ...link, ...form };
    },
    finish() {
      for (let half = links.size + forms.size; half > 0; half--) tell(HALF_LABEL);
      links.clear();
      forms.clear();
    },
  };
}

function keyOf({ termType, value }: RdfTerm): string {
  return termType === "BlankNode" ? `_:${value}` : value;
}
