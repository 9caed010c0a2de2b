import type { RdfStatement } from "./rdf-statement.ts";

/** What a statement of SKOS tells. */
export type SkosRole =
  /** The object is a label of the subject. */
  | "name"
  | "synonym"
  /** The object is a node (SKOS-XL) that stands for a label of the subject. */
  | "name-node"
  | "synonym-node"
  /** The object is the text that the subject, such a node, stands for. */
  | "label-form"
  /** The object is the concept that the subject is tied to, by one step or by any number of them. */
  | "broader"
  | "narrower"
  | "related"
  | "transitive"
  /** The subject is no longer used; or it is no concept, but a list of them. */
  | "deprecated"
  | "no-concept"
  /** It tells of a concept without an IRI, which nothing else could refer to. */
  | "nameless";

const SKOS = "http://www.w3.org/2004/02/skos/core#";
const SKOS_XL = "http://www.w3.org/2008/05/skos-xl#";
const RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const DEPRECATED = "http://www.w3.org/2002/07/owl#deprecated";

const LABEL_ROLES: ReadonlyMap<string, SkosRole> = new Map([
  [`${SKOS}prefLabel`, "name"],
  [`${SKOS}altLabel`, "synonym"],
  // Misspellings, most often: pages have them, too.
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

/** Types of what is labelled like a concept and is none. */
const NO_CONCEPTS: ReadonlySet<string> = new Set([
  `${SKOS}ConceptScheme`,
  `${SKOS}Collection`,
  `${SKOS}OrderedCollection`,
]);

/** What a statement tells; undefined for one that tells nothing of terms and links. */
export function skosRole(statement: RdfStatement): SkosRole | undefined {
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
