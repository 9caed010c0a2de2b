import { type ExpandedTopic, expandTopic } from "../../crawl/expand-topic.ts";
import { gradedWorth, termWorth } from "../../domain/methods/lokman/lokman-model.ts";
import { LOKMAN_VARIANTS } from "../../domain/methods/lokman/options.ts";
import type { ConceptTerm } from "../../domain/methods/ontology/concept-set.ts";
import { formatTable } from "../../domain/text/table.ts";
import { findOntology } from "../../run/input/find-ontology.ts";
import { printResult } from "../../run/print/print-line.ts";

/** A term with the columns of its row in the table. */
interface ShownTerm extends ConceptTerm {
  /** Weight of one occurrence for `lokman`, in the text of a page and at a link. */
  readonly inPage: number;
  readonly atLink: number;
  /** Preferred term of its concept. */
  readonly conceptName: string;
}

/** Runs `dowser ontology show`: lists the terms of a topic, the strongest first. */
export async function showCommand(
  nameOrFile: string,
  topic: string,
  { json, reach }: { readonly json: boolean; readonly reach: number },
): Promise<void> {
  using ontology = await findOntology(nameOrFile, ".");
  const expanded = await expandTopic(ontology, topic, reach);
  const concepts = await ontology.get([...new Set(expanded.terms.map(({ concept }) => concept))]);
  const nameOf = new Map(concepts.map(({ id, name }) => [id, name]));
  const terms = expanded.terms.map((term) => {
    const inPage = termWorth(term, LOKMAN_VARIANTS.dowser);
    const atLink = Math.max(inPage, gradedWorth(term, LOKMAN_VARIANTS.dowser));
    return { ...term, inPage, atLink, conceptName: nameOf.get(term.concept) ?? "" };
  });
  printResult(json ? JSON.stringify({ ...expanded, terms }) : formatTopic(expanded, terms));
}

function formatTopic({ leftOut, cut }: ExpandedTopic, terms: readonly ShownTerm[]): string {
  const rows = terms.map(
    ({ term, isAcronym, relation, distance, inPage, atLink, concept, conceptName }) => [
      isAcronym ? `${term} (acronym)` : term,
      relation,
      String(distance),
      String(inPage),
      atLink.toFixed(1),
      `${concept} ${conceptName}`,
    ],
  );
  const columns = [
    { title: "term", align: "left" },
    { title: "relation", align: "left" },
    { title: "distance", align: "right" },
    { title: "weight", align: "right" },
    { title: "at a link", align: "right" },
    { title: "concept", align: "left" },
  ] as const;
  return [
    formatTable(columns, rows),
    ...leftOut.map(({ term, reason }) => `left out: ${term} (${reason})`),
    ...Object.entries(cut).map(
      ([relation, count]) => `left out: ${count} more concepts (${relation})`,
    ),
  ].join("\n");
}
