import type { Project } from "../../config/project-schema.ts";
import { type ExpandedTopic, expandTopic } from "../../crawl/expand-topic.ts";
import { type ConceptSet, type ConceptTerm, REACH } from "../../domain/ontology/concept-set.ts";
import { termOfNoConcept } from "../../domain/ontology/term-of-no-concept.ts";
import { findOntology } from "../ontology/find-ontology.ts";

/**
 * Reads the terms of the topic: the user's own, which take precedence over those of the ontology.
 * Returns `undefined` when the need names neither.
 * @throws DowserError `unknown-topic`, `unknown-ontology`, and the errors of reading an ontology
 */
export async function readConcepts({
  topic = "",
  ontology,
  terms,
}: Project["need"]): Promise<ConceptSet | undefined> {
  if (ontology === undefined && terms === undefined) return undefined;
  const own = Object.entries(terms ?? {}).map(([term, weight]) =>
    termOfNoConcept(term, { relation: "own", distance: 0, weight }),
  );
  const expanded = ontology === undefined ? [] : await lookUp(ontology, topic);
  return { topic, terms: [...own, ...expanded] };
}

async function lookUp(nameOrFile: string, topic: string): Promise<readonly ConceptTerm[]> {
  const ontology = await findOntology(nameOrFile, ".");
  try {
    const expanded = await expandTopic(ontology, topic, REACH);
    process.stderr.write(`${summary(expanded)}\n`);
    return expanded.terms;
  } finally {
    ontology.close();
  }
}

/** Says in one line how well the ontology knows the topic, and what of that is not used. */
function summary({ topic, terms, leftOut, cut }: ExpandedTopic): string {
  const names = terms.filter(({ distance }) => distance === 0).length;
  const near = terms.filter(({ distance }) => distance === 1 || distance === 2).length;
  const beyond = Object.values(cut).reduce((sum, count) => sum + count, 0);
  return [
    `the ontology has ${names} names of ${JSON.stringify(topic)}`,
    `${near} terms within two steps and ${terms.length - names - near} farther ones`,
    ...(leftOut.length > 0 ? [`${leftOut.length} terms that tell nothing are left out`] : []),
    ...(beyond > 0 ? [`${beyond} concepts are beyond the number taken`] : []),
  ].join(", ");
}
