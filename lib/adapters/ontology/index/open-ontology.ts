/** Opens the index of an ontology, and answers from it. */
import { statSync } from "node:fs";
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import leven from "leven";
import { type Concept, spokenKey, termKey } from "../../../domain/methods/ontology/concept-set.ts";
import { fail } from "../../../errors.ts";
import type { Ontology } from "../../../ports/ontology.ts";
import { readOntology } from "../read-ontology.ts";
import { buildOntologyIndex, type ImportReport } from "./build-ontology-index.ts";
import { ONTOLOGY_APPLICATION_ID, ONTOLOGY_VERSION, readError } from "./ontology-schema.ts";

/** An ontology with an open file or database. */
export interface OpenOntology extends Ontology, Disposable {
  close(): void;
}

/** The counts and the origin that an ontology's index states. */
export interface OntologySummary extends Pick<ImportReport, "concepts" | "terms" | "links"> {
  /** Name of the imported file or folder. */
  readonly source: string;
}

/**
 * Opens the index of an imported ontology. It loads no data, so later look-ups may also find
 * damage.
 * @throws DowserError `ontology-index-unusable`
 */
export function openOntology(file: string): OpenOntology {
  const database = openIndex(file);
  const orReadError = async <Answer>(answer: Promise<Answer>) => {
    try {
      return await answer;
    } catch (error) {
      throw readError(file, error);
    }
  };
  const ontology = orClose(file, database, () => createSqliteOntology(database));
  return {
    find: (term) => orReadError(ontology.find(term)),
    get: (ids) => orReadError(ontology.get(ids)),
    closest: (term, limit) => orReadError(ontology.closest(term, limit)),
    ...closing(database),
  };
}

function closing(database: DatabaseSync): Pick<OpenOntology, "close" | typeof Symbol.dispose> {
  const close = () => database.close();
  return { close, [Symbol.dispose]: close };
}

/** Ending of the files of indexes. */
export const INDEX_SUFFIX = ".sqlite";

/**
 * Opens the file of an ontology: an index, or another one, which is read into memory.
 * @throws DowserError as {@link openOntology} and {@link loadOntology} do
 */
export async function openOntologyFile(file: string): Promise<OpenOntology> {
  return file.endsWith(INDEX_SUFFIX) ? openOntology(file) : loadOntology(file);
}

/**
 * Reads an ontology file into memory for immediate look-ups.
 * @throws DowserError `ontology-empty`, `ontology-format-unknown`, `ontology-unreadable`
 */
export async function loadOntology(path: string): Promise<OpenOntology> {
  const database = new DatabaseSync(":memory:");
  try {
    await buildOntologyIndex(database, readOntology(path, undefined), path);
    return { ...createSqliteOntology(database), ...closing(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Reads an index's own summary.
 * @throws DowserError `ontology-index-unusable`
 */
export function summarizeOntology(file: string): OntologySummary {
  using database = openIndex(file);
  const rows = orClose(file, database, () =>
    database.prepare("SELECT name, value FROM fact").all(),
  );
  const facts = new Map(rows.map((row) => [row["name"], row["value"]]));
  return {
    source: String(facts.get("source")),
    concepts: Number(facts.get("concepts")),
    terms: Number(facts.get("terms")),
    links: Number(facts.get("links")),
  };
}

function openIndex(file: string): DatabaseSync {
  const database = open(file);
  orClose(file, database, () => {
    const number = (pragma: string) => Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
    if (number("application_id") !== ONTOLOGY_APPLICATION_ID)
      throw fail("ontology-index-unusable", { file, fault: "is not an ontology index of Dowser" });
    const version = number("user_version");
    if (version !== ONTOLOGY_VERSION) {
      throw fail("ontology-index-unusable", {
        file,
        fault: `has format ${version}; this Dowser reads ${ONTOLOGY_VERSION}`,
      });
    }
  });
  return database;
}

function open(file: string): DatabaseSync {
  try {
    if (!statSync(file).isFile())
      throw fail("ontology-index-unusable", { file, fault: "is no file" });
    return new DatabaseSync(file, { readOnly: true });
  } catch (error) {
    throw readError(file, error);
  }
}

/**
 * Returns the result of `work`. If it fails, closes the database and reports SQLite's error as one
 * of the file.
 */
function orClose<Result>(file: string, database: DatabaseSync, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    database.close();
    throw readError(file, error);
  }
}

/** Finds concepts by the key of a term, by its spoken key, and by id, which counts as a name. */
const FIND = `
SELECT found.concept, found.text = concept.name AS is_name FROM (
  SELECT concept, text FROM term WHERE key = :key
  UNION ALL SELECT concept, text FROM term WHERE spoken = :key
  UNION ALL SELECT id, name FROM concept WHERE key = :key
) AS found JOIN concept ON concept.id = found.concept ORDER BY concept.ref`;

/** Creates an ontology over a database filled by `buildOntologyIndex`. */
export function createSqliteOntology(database: DatabaseSync): Ontology {
  const conceptOf = conceptReader(database);
  const numbers = database.prepare("SELECT id FROM concept WHERE ref = ?");
  const find = database.prepare(FIND);
  const closest = closestReader(database);
  return {
    async find(term) {
      const rows = [termKey(term), spokenKey(term) ?? ""]
        .map((key) => (key === "" ? [] : find.all({ key })))
        .find((found) => found.length > 0);
      if (rows === undefined) return [];
      const named = rows.filter((row) => row["is_name"] === 1);
      const ids = new Set((named.length > 0 ? named : rows).map((row) => Number(row["concept"])));
      return Array.from(ids, conceptOf);
    },
    async get(ids) {
      return ids.flatMap((id) => numbers.all(id).map((row) => conceptOf(Number(row["id"]))));
    },
    async closest(term, limit) {
      return closest(term, limit);
    },
  };
}

function conceptReader(database: DatabaseSync): (id: number) => Concept {
  const concept = database.prepare("SELECT ref, name FROM concept WHERE id = ?");
  const terms = database.prepare("SELECT text FROM term WHERE concept = ?");
  const linked = (sql: string) =>
    database.prepare(`SELECT ref AS text FROM (${sql}) JOIN concept USING (id) ORDER BY ref`);
  const broader = linked("SELECT other AS id FROM broader WHERE concept = ?");
  const narrower = linked("SELECT concept AS id FROM broader WHERE other = ?");
  const related = linked("SELECT other AS id FROM related WHERE concept = ?");
  const texts = (statement: StatementSync, id: number) =>
    statement.all(id).map((row) => String(row["text"]));
  return (id) => {
    const row = concept.get(id);
    const name = String(row?.["name"]);
    return {
      id: String(row?.["ref"]),
      name,
      synonyms: texts(terms, id).filter((term) => term !== name),
      broader: texts(broader, id),
      narrower: texts(narrower, id),
      related: texts(related, id),
    };
  };
}

/** Most pieces of three characters used to look up a term, spread evenly over it. */
const MAX_PIECES = 16;

/** Most terms examined per piece, the shortest first; reached when there are millions of terms. */
const MAX_TERMS_OF_PIECE = 50_000;

/** Candidates: the terms that share most pieces, from which the closest are chosen. */
const CANDIDATES = 300;

/**
 * Most terms of similar length that are all compared, in some 20 ms. This covers a small ontology,
 * and short words in a large one. One change leaves short words without a common piece.
 */
const MAX_ALL_COMPARED = 20_000;

/** Longest text compared, in UTF-16 units. */
const MAX_COMPARED = 80;

/** Factor over the changes of the closest term beyond which another term was hardly meant. */
const FAR = 2;

/** Characters by which a term may be longer or shorter than its key: marks and double spaces. */
const LENGTH_SLACK = 3;

/**
 * Creates a function that finds the most similar terms. At most a third of each may differ. Each
 * needs at most twice the changes of the closest.
 */
function closestReader(database: DatabaseSync): (term: string, limit: number) => string[] {
  const range = database.prepare(`SELECT min(first) AS first, max(last) AS last
    FROM spelling_length WHERE length BETWEEN ? AND ?`);
  const sharing = database.prepare(`SELECT rowid FROM spelling
    WHERE spelling MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?`);
  const read = database.prepare("SELECT term FROM spelling WHERE rowid = ?");
  const within = database.prepare("SELECT term FROM spelling WHERE rowid BETWEEN ? AND ?");
  const nominees = (sought: string, first: SQLOutputValue, last: SQLOutputValue): string[] => {
    const shared = new Map<number, number>();
    for (const piece of piecesOf(sought)) {
      for (const row of sharing.iterate(`"${piece}"`, first, last, MAX_TERMS_OF_PIECE)) {
        const id = Number(row["rowid"]);
        shared.set(id, (shared.get(id) ?? 0) + 1);
      }
    }
    return [...shared]
      .toSorted(([a, m], [b, n]) => n - m || a - b)
      .slice(0, CANDIDATES)
      .map(([id]) => String(read.get(id)?.["term"]));
  };
  return (term, limit) => {
    const sought = termKey(term).slice(0, MAX_COMPARED);
    const changes = Math.ceil(sought.length / 3);
    const slack = changes + LENGTH_SLACK;
    const { first = null, last = null } =
      range.get(sought.length - slack, sought.length + slack) ?? {};
    const candidates =
      Number(last) - Number(first) < MAX_ALL_COMPARED
        ? within.all(first, last).map((row) => String(row["term"]))
        : nominees(sought, first, last);
    return nearest(sought, candidates, changes).slice(0, limit);
  };
}

/** Returns the pieces of three characters, an even selection when there are too many. */
function piecesOf(text: string): string[] {
  const characters = Array.from(text);
  const all = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(""));
  const pieces = [...new Set(all)];
  const step = Math.max(1, pieces.length / MAX_PIECES);
  return pieces.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step));
}

function nearest(sought: string, candidates: readonly string[], maxChanges: number): string[] {
  const byKey = new Map(candidates.toReversed().map((term) => [termKey(term), term]));
  const sorted = Array.from(byKey, ([key, term]) => {
    return { term, distance: leven(sought, key, { maxDistance: maxChanges + 1 }) };
  })
    .filter(({ distance }) => distance <= maxChanges)
    .toSorted((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1));
  const farthest = FAR * (sorted[0]?.distance ?? 0);
  return sorted.flatMap(({ term, distance }) => (distance <= farthest ? [term] : []));
}
