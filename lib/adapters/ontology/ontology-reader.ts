import type { OntologyFact } from "../../domain/ontology/concept.ts";
import type { OntologySource } from "./ontology-source.ts";

/** A piece of an ontology that tells nothing usable: left out, and counted by its reason. */
export interface SkippedPiece {
  readonly kind: "skipped";
  /** The concept that is left out as a whole, and counted once, whatever facts of it come before or behind. */
  readonly concept?: string;
  /** Few and constant, in the plural, for a count in front: `terms without an id`. */
  readonly reason: string;
}

/**
 * Reads an ontology in one format. Facts and skipped pieces stream in the order of the file, so that
 * nothing need be held. What is merely incomplete is skipped; of a file that cannot be trusted as a
 * whole (not of this format, cut off) it throws DowserError `ontology-unreadable`.
 */
export type OntologyReader = (source: OntologySource) => AsyncIterable<OntologyFact | SkippedPiece>;
