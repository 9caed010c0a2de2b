import { DatabaseSync } from "node:sqlite";
import { DowserError } from "../../../errors.ts";
import type { Ontology } from "../../../ports/ontology.ts";
import { readOntology } from "../read-ontology.ts";
import { buildOntologyIndex, type ImportReport } from "./build-ontology-index.ts";
import { ONTOLOGY_APPLICATION_ID, ONTOLOGY_VERSION } from "./ontology-schema.ts";
import { createSqliteOntology } from "./sqlite-ontology.ts";

/** An ontology that holds something open. */
export interface OpenOntology extends Ontology {
  close(): void;
}

/** What the index of an ontology says of itself. */
export interface OntologySummary extends Pick<ImportReport, "concepts" | "terms" | "links"> {
  /** Name of the file or folder it was imported from. */
  readonly source: string;
}

/** SQLite's primary result codes for a damaged file, and for one that is no database. */
const UNREADABLE = new Set([11, 26]);

/**
 * Opens the index of an imported ontology; nothing of it is loaded.
 * @throws DowserError `ontology-index-unusable`
 */
export function openOntology(file: string): OpenOntology {
  const database = openIndex(file);
  return { ...createSqliteOntology(database), close: () => database.close() };
}

/**
 * Reads an ontology file into memory, to look it up at once.
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
 * What an index says of itself.
 * @throws DowserError `ontology-index-unusable`
 */
export function summarizeOntology(file: string): OntologySummary {
  const database = openIndex(file);
  try {
    const facts = new Map(
      database
        .prepare("SELECT name, value FROM fact")
        .all()
        .map((row) => [row["name"], row["value"]]),
    );
    return {
      source: String(facts.get("source")),
      concepts: Number(facts.get("concepts")),
      terms: Number(facts.get("terms")),
      links: Number(facts.get("links")),
    };
  } finally {
    database.close();
  }
}

function openIndex(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const number = (pragma: string) => Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
    if (number("application_id") !== ONTOLOGY_APPLICATION_ID)
      throw unusable(file, "is no ontology of Dowser");
    const version = number("user_version");
    if (version !== ONTOLOGY_VERSION) {
      throw unusable(file, `has format ${version}; this Dowser reads ${ONTOLOGY_VERSION}`);
    }
    return database;
  } catch (error) {
    database.close();
    const isDamaged =
      error instanceof Error && "errcode" in error && UNREADABLE.has(Number(error.errcode) & 0xff);
    throw isDamaged ? unusable(file, `cannot be read: ${error.message}`, error) : error;
  }
}

function unusable(file: string, fault: string, cause?: unknown): DowserError {
  return new DowserError(`${file} ${fault}`, {
    code: "ontology-index-unusable",
    reaction: "fix-config",
    value: file,
    mend: "import the ontology again: dowser ontology import FILE --name NAME",
    cause,
  });
}
