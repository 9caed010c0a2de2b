import type { OntologyFact } from "../../../domain/ontology/concept.ts";
import type { SkippedPiece } from "../ontology-reader.ts";
import { NO_TERM, termText } from "../term-text.ts";
import type { RdfStatement, RdfTerm } from "./rdf-statement.ts";
import { type JoinedLabel, type LabelForm, labelNodes } from "./skos-label-nodes.ts";
import { nameRank } from "./skos-name-rank.ts";
import { type SkosRole, skosRole } from "./skos-role.ts";

/** Turns statements into facts. */
export interface SkosFacts {
  add(statement: RdfStatement): void;
  /** No more statements come. */
  finish(): void;
  /** What became certain since the last call. */
  take(): readonly (OntologyFact | SkippedPiece)[];
}

/**
 * Facts of SKOS (https://www.w3.org/TR/skos-reference/) and of the labels of SKOS-XL. The name of a
 * concept is its preferred label in English; all others, of any language, are synonyms. Nothing of a
 * concept is waited for: its labels are ranked, and one that is not to be used is told of by its id.
 * Transitive links are left out: they would put the whole line of ancestors one step away.
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
