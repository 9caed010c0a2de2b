import type { SkippedPiece } from "../ontology-reader.ts";
import type { RdfTerm } from "./rdf-statement.ts";

/** The text of a label. */
export interface LabelForm {
  readonly term: string;
  /** Its language tag (BCP 47), `""` without one. */
  readonly language: string;
}

/** Whose label it is. */
export interface LabelLink {
  readonly concept: string;
  readonly isPreferred: boolean;
}

/** A label that is whole. */
export type JoinedLabel = LabelForm & LabelLink;

/** Joins labels that SKOS-XL divides: concept → node, node → text, which may stand far from each other. */
export interface LabelNodes {
  addLink(node: RdfTerm, link: LabelLink): JoinedLabel | undefined;
  addForm(node: RdfTerm, form: LabelForm): JoinedLabel | undefined;
  /** Gives up all halves that found no other. */
  finish(): void;
}

/** Most halves kept until the other comes, some 300 bytes each: then the oldest is given up. */
export const MAX_HALVES = 200_000;

const HALF_LABEL: SkippedPiece = {
  kind: "skipped",
  reason: "SKOS-XL labels without a text or a concept, or with the two too far apart",
};

/** No nodes yet; each half that is given up is told. */
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
  /** The other half of a label, which is taken out; without one, this half is kept. */
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
