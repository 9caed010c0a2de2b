import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { OntologyFormat } from "../ontology-format.ts";
import type { ReadPlace } from "../ontology-source.ts";
import { ontologyUnreadable } from "../ontology-unreadable.ts";
import { readOntology } from "../read-ontology.ts";
import { buildOntologyIndex, type ImportReport } from "./build-ontology-index.ts";
import { writeError } from "./ontology-schema.ts";

/** What is imported, into which index. */
interface OntologyImport {
  /** File, or folder for UMLS. */
  readonly path: string;
  /** By content and name if not said. */
  readonly format: OntologyFormat | undefined;
  /** The index; one that is there is replaced when the new one is whole. */
  readonly file: string;
}

/** How far an import is. */
export interface ImportState {
  readonly phase: "reading" | "indexing";
  /** Facts taken so far; told every few ten thousand. */
  readonly facts: number;
  /** Where in which file; `undefined` before the first bytes. */
  readonly place: ReadPlace | undefined;
}

/** An index being built, beside the one it will replace: `mesh.sqlite.4711.part`, with the id of the process. */
const PART = /\.(\d+)\.part(?:-journal)?$/;

/**
 * Imports an ontology into an index file: all of it, or nothing, however the import ends. `onProgress`
 * is told with each piece of a file that is read.
 * @throws DowserError `ontology-empty`, `ontology-format-unknown`, `ontology-unreadable`, `file-trouble`
 */
export async function importOntology(
  { path, format, file }: OntologyImport,
  onProgress: (state: ImportState) => void = () => {},
): Promise<ImportReport> {
  if (!existsSync(path)) throw missing(path);
  mkdirSync(dirname(file), { recursive: true });
  removeAbandoned(dirname(file));
  const part = `${file}.${process.pid}.part`;
  removePart(part);
  try {
    const report = await buildFile(part, path, format, onProgress);
    sync(part);
    renameSync(part, file);
    return report;
  } catch (error) {
    throw writeError(dirname(file), error);
  } finally {
    removePart(part);
  }
}

function missing(path: string): Error {
  return ontologyUnreadable(path, undefined, {
    fault: "is not there: no such file",
    hint: "check the path; a relative one counts from the current directory",
  });
}

/** A part and the journal that SQLite puts beside it. */
function removePart(part: string): void {
  for (const file of [part, `${part}-journal`]) rmSync(file, { force: true });
}

async function buildFile(
  part: string,
  path: string,
  format: OntologyFormat | undefined,
  onProgress: (state: ImportState) => void,
): Promise<ImportReport> {
  // Half a file is thrown away, so no journal is kept; SQLite obeys that only where it is not defensive.
  const database = new DatabaseSync(part, { defensive: false });
  let state: ImportState = { phase: "reading", facts: 0, place: undefined };
  const notify = (news: Partial<ImportState>) => {
    state = { ...state, ...news };
    onProgress(state);
  };
  try {
    database.exec(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE",
    );
    return await buildOntologyIndex(
      database,
      readOntology(path, format, (place) => notify({ place })),
      basename(path),
      (phase, facts) => notify({ phase, facts }),
    );
  } finally {
    database.close();
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Takes away what imports left that were killed. */
function removeAbandoned(directory: string): void {
  for (const name of readdirSync(directory)) {
    const [, pid] = PART.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(directory, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only asks whether the process is there (kill(2)).
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
