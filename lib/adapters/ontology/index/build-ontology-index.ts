import type { DatabaseSync } from "node:sqlite";
import {
  findCycles,
  type Graph,
  spokenKey,
  termKey,
} from "../../../domain/methods/ontology/concept-set.ts";
import { fail } from "../../../errors.ts";
import { NO_TERM, type OntologyReader, termText } from "../ontology-reader.ts";
import { INDEXES, ONTOLOGY_APPLICATION_ID, ONTOLOGY_VERSION, TABLES } from "./ontology-schema.ts";

/** The imported and the skipped pieces of an ontology. */
export interface ImportReport {
  readonly concepts: number;
  /** Distinct terms of concepts, including names. */
  readonly terms: number;
  /** Links to broader and to related concepts. */
  readonly links: number;
  /** Reason → number of pieces skipped. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Links that close a cycle. They are kept, which is harmless to code that expects cycles. */
  readonly cycles: number;
  /** The first few cycles. */
  readonly cycleExamples: readonly CycleExample[];
}

/** The concepts along a cycle. */
export interface CycleExample {
  /** The first ids of the cycle, each broader than the one before. */
  readonly ids: readonly string[];
  /** Number of further ids before the first repeats. */
  readonly more: number;
}

/**
 * Reports progress while facts are read, and once before they are indexed. `facts` is their number
 * so far.
 */
export type BuildProgress = (phase: "reading" | "indexing", facts: number) => void;

/** Facts between two progress reports. */
const PROGRESS_FACTS = 50_000;
/** Cycles that are reported, and concepts per cycle: enough to find the fault in a file. */
const CYCLE_EXAMPLES = 3;
const CYCLE_EXAMPLE_IDS = 5;

/**
 * Fills an empty database with an ontology's facts and indexes it.
 * @throws DowserError `ontology-empty`, and the errors of the reader
 */
export async function buildOntologyIndex(
  database: DatabaseSync,
  facts: ReturnType<OntologyReader>,
  source: string,
  onProgress: BuildProgress = () => {},
): Promise<ImportReport> {
  database.exec(`BEGIN; ${TABLES}`);
  const skipped = new Map<string, number>();
  const skip = (reason: string, count = 1) => {
    if (count > 0) skipped.set(reason, (skipped.get(reason) ?? 0) + count);
  };
  onProgress("indexing", await storeFacts(database, facts, skip, onProgress));
  dropUnusable(database, skip);
  const counts = countRows(database);
  if (counts.concepts === 0) throw fail("ontology-empty", { source });
  database.exec(INDEXES);
  const cycles = cyclesOf(database);
  storeCounts(database, counts, source);
  database.exec(`PRAGMA application_id = ${ONTOLOGY_APPLICATION_ID};
    PRAGMA user_version = ${ONTOLOGY_VERSION}; COMMIT;`);
  return { ...counts, ...cycles, skipped };
}

type Skip = (reason: string, count?: number) => void;

/** Stores all facts; returns their number. */
async function storeFacts(
  database: DatabaseSync,
  facts: ReturnType<OntologyReader>,
  skip: Skip,
  onProgress: BuildProgress,
): Promise<number> {
  const numberOf = conceptNumbers(database);
  const storeTerm = termStore(database);
  const storeLink = linkStore(database);
  const leaveOut = database.prepare("UPDATE concept SET left_out = ? WHERE id = ?");
  let count = 0;
  for await (const fact of facts) {
    count += 1;
    if (count % PROGRESS_FACTS === 0) onProgress("reading", count);
    if (fact.kind === "skipped") {
      if (fact.concept === undefined) skip(fact.reason);
      else leaveOut.run(fact.reason, numberOf(fact.concept));
    } else if ("term" in fact) {
      const text = termText(fact.term);
      const nameRank = fact.kind === "name" ? (fact.rank ?? 0) : undefined;
      if (text === undefined) skip(NO_TERM.reason);
      else storeTerm(numberOf(fact.concept), text, nameRank);
    } else if (fact.concept === fact.other) {
      skip("links of a concept to itself");
    } else {
      storeLink(fact.kind, numberOf(fact.concept), numberOf(fact.other));
    }
  }
  return count;
}

function termStore(database: DatabaseSync) {
  const name = database.prepare(`UPDATE concept SET name = ?1, name_rank = ?2
    WHERE id = ?3 AND (name IS NULL OR name_rank > ?2)`);
  const term = database.prepare("INSERT OR IGNORE INTO term VALUES (?, ?, ?, ?)");
  return (concept: number, text: string, nameRank: number | undefined) => {
    if (nameRank !== undefined) name.run(text, nameRank, concept);
    term.run(concept, text, termKey(text), spokenKey(text) ?? null);
  };
}

function linkStore(database: DatabaseSync) {
  const broader = database.prepare("INSERT OR IGNORE INTO broader VALUES (?, ?)");
  const related = database.prepare("INSERT OR IGNORE INTO related VALUES (?, ?)");
  return (kind: "broader" | "related", concept: number, other: number) => {
    if (kind === "broader") {
      broader.run(concept, other);
    } else {
      related.run(concept, other);
      related.run(other, concept);
    }
  };
}

/** Numbers concepts in order of appearance; facts of one concept are mostly adjacent. */
function conceptNumbers(database: DatabaseSync): (ref: string) => number {
  const insert = database.prepare("INSERT OR IGNORE INTO concept (ref, key) VALUES (?, ?)");
  const read = database.prepare("SELECT id FROM concept WHERE ref = ?");
  let last: { readonly ref: string; readonly id: number } | undefined;
  return (ref) => {
    if (last?.ref === ref) return last.id;
    const { changes, lastInsertRowid } = insert.run(ref, termKey(ref));
    last = { ref, id: Number(changes === 1 ? lastInsertRowid : read.get(ref)?.["id"]) };
    return last.id;
  };
}

/**
 * Drops skipped concepts with all their terms. A concept without a name is named by its first term.
 * One without any term is useless, and so are links to it.
 */
function dropUnusable(database: DatabaseSync, skip: Skip): void {
  const run = (sql: string) => Number(database.prepare(sql).run().changes);
  const leftOut = database.prepare(`SELECT left_out, count(*) AS n FROM concept
    WHERE left_out IS NOT NULL GROUP BY left_out`);
  for (const row of leftOut.iterate()) skip(String(row["left_out"]), Number(row["n"]));
  run("DELETE FROM term WHERE concept IN (SELECT id FROM concept WHERE left_out IS NOT NULL)");
  run("UPDATE concept SET name = NULL WHERE left_out IS NOT NULL");
  run(`UPDATE concept SET name = (SELECT min(text) FROM term WHERE concept = concept.id)
    WHERE name IS NULL`);
  for (const table of ["broader", "related"]) {
    const unnamed = "(SELECT id FROM concept WHERE name IS NULL)";
    const dropped = run(`DELETE FROM ${table} WHERE concept IN ${unnamed} OR other IN ${unnamed}`);
    // Related links apply in both directions.
    skip(
      "links to concepts that the file does not name",
      table === "related" ? dropped / 2 : dropped,
    );
  }
  run("DELETE FROM concept WHERE name IS NULL");
}

type Counts = Pick<ImportReport, "concepts" | "terms" | "links">;

function countRows(database: DatabaseSync): Counts {
  const count = (sql: string) => Number(database.prepare(`SELECT ${sql} AS n`).get()?.["n"]);
  return {
    concepts: count("(SELECT count(*) FROM concept)"),
    terms: count("(SELECT count(*) FROM term)"),
    links: count("(SELECT count(*) FROM broader) + (SELECT count(*) FROM related) / 2"),
  };
}

function storeCounts(database: DatabaseSync, counts: Counts, source: string): void {
  const insert = database.prepare("INSERT INTO fact VALUES (?, ?)");
  for (const [name, value] of Object.entries({ ...counts, source })) insert.run(name, value);
}

/** Finds cycles among the links to broader concepts. */
function cyclesOf(database: DatabaseSync): Pick<ImportReport, "cycles" | "cycleExamples"> {
  const cycles = findCycles(broaderGraph(database), CYCLE_EXAMPLES);
  const read = database.prepare("SELECT ref FROM concept WHERE id = ?");
  const refOf = (id: number) => String(read.get(id)?.["ref"]);
  return {
    cycles: cycles.count,
    cycleExamples: cycles.examples.map((nodes) => {
      const ids = nodes.slice(0, CYCLE_EXAMPLE_IDS).map(refOf);
      return { ids, more: nodes.length - ids.length };
    }),
  };
}

function broaderGraph(database: DatabaseSync): Graph {
  const sizes = database
    .prepare(
      "SELECT (SELECT max(id) FROM concept) AS nodes, (SELECT count(*) FROM broader) AS edges",
    )
    .get();
  const starts = new Int32Array(Number(sizes?.["nodes"]) + 2);
  const targets = new Int32Array(Number(sizes?.["edges"]));
  let [node, edge] = [0, 0];
  for (const row of database.prepare("SELECT * FROM broader ORDER BY concept, other").iterate()) {
    while (node < Number(row["concept"])) starts[(node += 1)] = edge;
    targets[edge] = Number(row["other"]);
    edge += 1;
  }
  return { starts: starts.fill(edge, node + 1), targets };
}
