import type { OntologyFact } from "../../domain/methods/ontology/concept.ts";
import type { OntologySource } from "./ontology-source.ts";

/** A piece of an ontology without usable data: skipped, and counted by its reason. */
export interface SkippedPiece {
  readonly kind: "skipped";
  /**
   * The concept that is skipped as a whole and counted once, whether its facts come before or
   * after.
   */
  readonly concept?: string;
  /** One of a few constant texts, in the plural, to follow a count: `terms without an id`. */
  readonly reason: string;
}

/**
 * Reads an ontology in one format. Facts and skipped pieces stream in the order of the file, so
 * that nothing need be held. Incomplete pieces are skipped.
 * @throws DowserError `ontology-unreadable` when the whole file cannot be trusted (not of this
 * format, cut off)
 */
export type OntologyReader = (source: OntologySource) => AsyncIterable<OntologyFact | SkippedPiece>;
