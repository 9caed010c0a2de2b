import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { loadOntology } from "../../adapters/ontology/index/open-ontology.ts";
import { expandTopic } from "../../crawl/expand-topic.ts";
import type {
  ConceptRelation,
  PlacedConcept,
} from "../../domain/methods/ontology/collect-terms.ts";
import type { Concept } from "../../domain/methods/ontology/concept-set.ts";
import { fail } from "../../errors.ts";
import type { Ontology } from "../../ports/ontology.ts";
import { nameFor } from "../../project/new-project-text.ts";
import { tableDelimiter } from "../../project/table-delimiter.ts";
import { isFile } from "../../run/folder/run-database.ts";
import { findOntology, importedNames, ONTOLOGY_DIRECTORY } from "../../run/input/find-ontology.ts";
import type { ConceptsAnswer, KeepConcepts, TopicAsked } from "../begin-schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { keepText } from "./kept-examples.ts";

/** Folder of the concept lists that were saved, beside the projects. */
const CONCEPTS = "concepts";

/** Most concepts that a person is shown to choose from, the nearest to the topic. */
const MOST_SHOWN = 2_000;

/** Largest file that is read for a look-up, in bytes: some seconds. A larger one is imported once. */
const MOST_BYTES = 20_000_000;

/** Names of ontologies by their endings; lists in YAML look like projects, so only saved ones count. */
const ONTOLOGY_NAME = /\.(?:obo|owl|rdf|ttl|nt|n3|xml)(?:\.gz)?$/i;
const TABLE_NAME = /\.(?:csv|tsv)$/i;
const SAVED_NAME = /\.ya?ml$/i;

/** Bytes that hold the headings of a table. */
const HEAD_BYTES = 4_096;

/** Looks topics up in the ontologies of a folder, and keeps what a person left of their concepts. */
export function createConcepts(folder: string): WorkbenchPorts["concepts"] {
  return {
    ontologies: async () => [
      ...importedNames(join(folder, ONTOLOGY_DIRECTORY)),
      ...ontologyFiles(folder),
    ],
    topic: (asked) => conceptsOf(folder, asked),
    keep: (chosen) => keepConcepts(folder, chosen),
  };
}

function ontologyFiles(folder: string): string[] {
  const saved = join(folder, CONCEPTS);
  const lists = existsSync(saved)
    ? readdirSync(saved).filter((name) => SAVED_NAME.test(name) && isFile(join(saved, name)))
    : [];
  const files = readdirSync(folder).filter(
    (name) =>
      isFile(join(folder, name)) &&
      (ONTOLOGY_NAME.test(name) || (TABLE_NAME.test(name) && isConceptTable(join(folder, name)))),
  );
  return [...files.toSorted(), ...lists.toSorted().map((name) => posix.join(CONCEPTS, name))];
}

/** Returns whether a table has the one column that each list of concepts has. */
function isConceptTable(file: string): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  using opened = new DisposableStack();
  readSync(opened.adopt(openSync(file, "r"), closeSync), head, 0, HEAD_BYTES, 0);
  const lines = head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/);
  const headings = lines.find((line) => line.trim() !== "" && !line.startsWith("sep=")) ?? "";
  const cells = headings.split(tableDelimiter(headings));
  return cells.some((cell) => /^\s*"?name"?\s*$/i.test(cell));
}

/** @throws DowserError `unknown-topic`, `unknown-ontology`, `ontology-too-large`, and those of reading it */
async function conceptsOf(folder: string, asked: TopicAsked): Promise<ConceptsAnswer> {
  const placed = await placedConcepts(folder, asked);
  return {
    concepts: placed.slice(0, MOST_SHOWN).map(({ concept, relation, distance }) => {
      const { id, name, synonyms } = concept;
      return { id, name, synonyms: [...synonyms], relation, distance };
    }),
    more: Math.max(0, placed.length - MOST_SHOWN),
  };
}

/** @throws DowserError `no-topic-kept`, and those of the look-up */
async function keepConcepts(folder: string, chosen: KeepConcepts) {
  const { topic, kept } = chosen;
  const placed = await placedConcepts(folder, chosen);
  const words = chosen.words.trim() || topic;
  const concepts = named(pruneConcepts(placed, new Set(kept)), words);
  if (concepts.length === 0)
    throw fail("no-topic-kept", { topic: JSON.stringify(topic), value: topic });
  const file = keepText(folder, `${CONCEPTS}/${nameFor(words)}.yaml`, listText(concepts, chosen));
  await proveReadable(join(folder, file), words);
  return { file, concepts: concepts.length };
}

/** Returns the concepts around a topic, the strongest relation first. */
async function placedConcepts(
  folder: string,
  { ontology: name, topic, reach }: TopicAsked,
): Promise<readonly PlacedConcept[]> {
  using ontology = await openKnown(folder, name);
  const { terms } = await expandTopic(ontology, topic, reach);
  const places = new Map<string, { relation: ConceptRelation; distance: number }>();
  for (const { concept, relation, distance } of terms) {
    const of = relation === "exact" || relation === "own" ? "synonym" : relation;
    if (!places.has(concept)) places.set(concept, { relation: of, distance });
  }
  return await withConcepts(ontology, places);
}

async function withConcepts(
  ontology: Ontology,
  places: ReadonlyMap<string, Omit<PlacedConcept, "concept">>,
): Promise<readonly PlacedConcept[]> {
  const concepts = await ontology.get([...places.keys()]);
  return concepts.flatMap((concept) => {
    const place = places.get(concept.id);
    return place === undefined ? [] : [{ concept, ...place }];
  });
}

/** Opens an ontology that the folder lists: no other file is read for a page. */
async function openKnown(folder: string, name: string) {
  const files = ontologyFiles(folder);
  const isImported = importedNames(join(folder, ONTOLOGY_DIRECTORY)).includes(name);
  if (!isImported && !files.includes(name))
    throw fail("unknown-ontology/page", { name: JSON.stringify(name), value: name });
  if (!isImported && statSync(join(folder, name)).size > MOST_BYTES)
    throw fail("ontology-too-large", { name });
  return findOntology(name, folder);
}

/** Lets the words of the need name the topic, too: a project looks them up. */
function named(concepts: readonly ListedConcept[], words: string): readonly ListedConcept[] {
  const [own, ...others] = concepts;
  if (own === undefined) return [];
  const terms = [own.name, ...own.synonyms].map((term) => term.toLowerCase());
  if (terms.includes(words.toLowerCase())) return concepts;
  return [{ ...own, synonyms: [...own.synonyms, words] }, ...others];
}

/** Writes concepts as a list in YAML, a concept a line. */
function listText(concepts: readonly ListedConcept[], { ontology, topic }: TopicAsked): string {
  const from = `${JSON.stringify(topic)} in ${JSON.stringify(ontology)}`;
  return `# Concepts chosen around ${from}.\n${concepts.map((each) => `- ${JSON.stringify(each)}\n`).join("")}`;
}

/** Reads the list as a crawl will, so that a fault shows now. */
async function proveReadable(path: string, topic: string): Promise<void> {
  using ontology = await loadOntology(path);
  await expandTopic(ontology, topic, 1);
}

/** A concept as a concept list has it: narrower ones name it as their broader one. */
type ListedConcept = Omit<Concept, "narrower">;

/**
 * Returns the concepts that a person kept of those around a topic, with the links among them. One
 * whose way to the topic led over a concept that was taken out is linked to the topic itself, so it
 * keeps its relation, and is one step away.
 */
export function pruneConcepts(
  placed: readonly PlacedConcept[],
  kept: ReadonlySet<string>,
): readonly ListedConcept[] {
  const chosen = placed.filter(({ concept }) => kept.has(concept.id));
  const topic = chosen.find(({ distance }) => distance === 0);
  if (topic === undefined) return [];
  const among = (ids: readonly string[]) => ids.filter((id) => kept.has(id));
  const lists = new Map(
    chosen.map(({ concept: { id, name, synonyms, broader, related } }) => [
      id,
      { id, name, synonyms, broader: among(broader), related: among(related) },
    ]),
  );
  const reached = reachable(chosen, kept);
  const own = lists.get(topic.concept.id);
  for (const { concept, relation } of chosen) {
    const list = lists.get(concept.id);
    if (list === undefined || own === undefined || reached.has(concept.id)) continue;
    if (relation === "narrower") list.broader.push(own.id);
    else if (relation === "partial") own.broader.push(list.id);
    else list.related.push(own.id);
  }
  return [...lists.values()];
}

/** Returns the ids of the chosen concepts that links among them connect with the topic. */
function reachable(chosen: readonly PlacedConcept[], kept: ReadonlySet<string>): Set<string> {
  const byId = new Map(chosen.map(({ concept }) => [concept.id, concept]));
  const reached = new Set(
    chosen.filter(({ distance }) => distance === 0).map(({ concept }) => concept.id),
  );
  // A set may grow while it is gone through.
  for (const id of reached) {
    const { broader = [], narrower = [], related = [] } = byId.get(id) ?? {};
    for (const next of [...broader, ...narrower, ...related]) if (kept.has(next)) reached.add(next);
  }
  return reached;
}
