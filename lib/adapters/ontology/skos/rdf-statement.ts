/** What is used of an RDF/JS term. */
export interface RdfTerm {
  /** `NamedNode`, `BlankNode`, `Literal`, … */
  readonly termType: string;
  /** The IRI, the label or the text. */
  readonly value: string;
  /** Of a literal: its language tag, `""` without one. */
  readonly language?: string;
}

/** What is used of an RDF/JS quad. */
export interface RdfStatement {
  readonly subject: RdfTerm;
  readonly predicate: RdfTerm;
  readonly object: RdfTerm;
}
