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

/** The input and output of an import. */
interface OntologyImport {
  /** A file, or a folder for UMLS. */
  readonly path: string;
  /** Detected by content and name if undefined. */
  readonly format: OntologyFormat | undefined;
  /** The index; an existing one is replaced when the new one is complete. */
  readonly file: string;
}

/** The progress of an import. */
export interface ImportState {
  readonly phase: "reading" | "indexing";
  /** Facts read so far, updated every few ten thousand. */
  readonly facts: number;
  /** The file and the position in it; `undefined` before the first bytes. */
  readonly place: ReadPlace | undefined;
}

/**
 * Name of an unfinished index, next to the one it will replace: `mesh.sqlite.4711.part`, with the
 * process id.
 */
const PART = /\.(\d+)\.part(?:-journal)?$/;

/**
 * Imports an ontology into an index file, either completely or not at all. Calls `onProgress` with
 * each piece of a file that is read.
 * @throws DowserError `ontology-empty`, `ontology-format-unknown`, `ontology-unreadable`,
 * `file-trouble`
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

/** Removes an unfinished index and SQLite's journal of it. */
function removePart(part: string): void {
  for (const file of [part, `${part}-journal`]) rmSync(file, { force: true });
}

async function buildFile(
  part: string,
  path: string,
  format: OntologyFormat | undefined,
  onProgress: (state: ImportState) => void,
): Promise<ImportReport> {
  // An unfinished file is thrown away, so no journal is kept. SQLite allows that only when it is
  // not defensive.
  using database = new DatabaseSync(part, { defensive: false });
  let state: ImportState = { phase: "reading", facts: 0, place: undefined };
  const notify = (news: Partial<ImportState>) => {
    state = { ...state, ...news };
    onProgress(state);
  };
  database.exec(
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE",
  );
  return await buildOntologyIndex(
    database,
    readOntology(path, format, (place) => notify({ place })),
    basename(path),
    (phase, facts) => notify({ phase, facts }),
  );
}

function sync(file: string): void {
  using opened = new DisposableStack();
  fsyncSync(opened.adopt(openSync(file, "r+"), closeSync));
}

/** Removes the files that killed imports left. */
function removeAbandoned(directory: string): void {
  for (const name of readdirSync(directory)) {
    const [, pid] = PART.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(directory, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists (kill(2)).
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
