import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fail } from "../../../errors.ts";
import type { Ontology } from "../../../ports/ontology.ts";
import { readOntology } from "../read-ontology.ts";
import { buildOntologyIndex, type ImportReport } from "./build-ontology-index.ts";
import { ONTOLOGY_APPLICATION_ID, ONTOLOGY_VERSION, readError } from "./ontology-schema.ts";
import { createSqliteOntology } from "./sqlite-ontology.ts";

/** An ontology with an open file or database. */
export interface OpenOntology extends Ontology {
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
    close: () => database.close(),
  };
}

/**
 * Reads an ontology file into memory for immediate look-ups.
 * @throws DowserError `ontology-empty`, `ontology-format-unknown`, `ontology-unreadable`
 */
export async function loadOntology(path: string): Promise<OpenOntology> {
  const database = new DatabaseSync(":memory:");
  try {
    await buildOntologyIndex(database, readOntology(path, undefined), path);
    return { ...createSqliteOntology(database), close: () => database.close() };
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
  const database = openIndex(file);
  const rows = orClose(file, database, () =>
    database.prepare("SELECT name, value FROM fact").all(),
  );
  database.close();
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
